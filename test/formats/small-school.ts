// A School of two days that tests change in one place.

import type { School, SchoolEntity, SchoolLesson } from '../../src/formats/school/school.ts';

const place = { file: 'school' };

export const entity = (shortName: string, name: string, more: Partial<SchoolEntity> = {}): SchoolEntity => ({
  key: shortName || name,
  permanentId: null,
  shortName,
  name,
  color: null,
  place,
  ...more,
});

export const lesson = (key: string, more: Partial<SchoolLesson> = {}): SchoolLesson => ({
  key,
  identity: { permanentId: key, shortName: '', name: '' },
  place,
  groups: [{ key: 'all', name: null, teachers: ['ADA'], classes: ['5A'], subjects: ['Mat'], roomCandidates: [] }],
  configurations: [{ frequency: 1, length: 1 }],
  units: [{ group: 0, at: { week: 0, day: 0, period: 1 }, span: null, rooms: ['R1'], locked: false }],
  ...more,
});

export const smallSchool = (more: Partial<School> = {}): School => ({
  name: 'Small School',
  days: [
    { label: 'Monday', shortLabel: 'Mon', dayOfWeek: 1 },
    { label: 'Tuesday', shortLabel: 'Tue', dayOfWeek: 2 },
  ],
  weeks: [{ label: 'Every week', shortLabel: '' }],
  bells: [
    {
      days: [0, 1],
      periods: [
        { name: '1', startTime: '08:00', endTime: '08:45' },
        { name: '2', startTime: '08:50', endTime: '09:35' },
      ],
      breaks: [{ name: 'Break', startTime: '08:45', endTime: '08:50', followsPeriodIndex: 0 }],
    },
  ],
  teachers: [entity('ADA', 'Ada Lovelace')],
  subjects: [entity('Mat', 'Mathematics')],
  classes: [{ ...entity('5A', 'Class 5A'), classTeacher: 'ADA' }],
  rooms: [
    { ...entity('R1', 'Room 1'), capacity: 24, buildingName: 'Main' },
    { ...entity('R2', 'Room 2'), capacity: 0, buildingName: '' },
  ],
  lessons: [lesson('1')],
  ...more,
});
