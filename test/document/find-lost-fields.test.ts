import { test } from 'vitest';
import {
  type Case,
  type Change,
  configuration,
  expectOne,
  first,
  group,
  schedule,
  set,
  small,
  standard,
} from './odd-rows.ts';

const lostInStandard: Case[] = [
  ...(['students', 'courses', 'sections'] as const).map((list): Case => {
    const rows = { students: 'version_student stu_1', courses: 'version_course crs_1', sections: 'section section-1' };
    const message = `${list} are not shown in standard mode`;
    return [list, (into) => set(into, { [list]: small()[list] }), `$.${list}[0]`, message, `${rows[list]} of `];
  }),
  [
    'section settings',
    (rows) => set(rows, { sectionSettings: {} }),
    '$.sectionSettings',
    'section_settings are not shown in standard mode',
    '',
  ],
  [
    'students of lesson groups',
    ({ lessonGroups }) => lessonGroups.map((each) => set(each, { studentIds: ['stu_1'] })),
    '$.lessons[0].groups[0].studentIds',
    'student_ids are not shown in standard mode; 2 more of the kind',
    'lesson lsn_1, lesson_group g1 of ',
  ],
  [
    'students of units',
    ({ lessonUnits }) => set(lessonUnits.studentIds, [[], ['stu_1']]),
    '$.lessonUnits[1].studentIds',
    'student_ids are not shown in standard mode',
    'lesson_unit lu_2 of ',
  ],
  [
    'sections of units',
    ({ lessonUnits }) => set(lessonUnits.sectionLocalId, ['section-1', 'section-1']),
    '$.lessonUnits[0].sectionLocalId',
    'section_local_id is not shown in standard mode; 1 more of the kind',
    'lesson_unit lu_1 of ',
  ],
];
test.each(lostInStandard)('a value that standard mode does not show is a warning: %s', (...each) =>
  expectOne(each, standard()),
);

const lostByMode: Case[] = (
  [
    ['any', { roomIds: ['rom_1'], roomVariation: 'vary' }, 'roomIds', 'room_ids are'],
    ['none', { roomIds: ['rom_1'] }, 'roomIds', 'room_ids are'],
    ['none', { roomCandidateIds: ['rom_1'] }, 'roomCandidateIds', 'room_candidate_ids are'],
    ['all', { roomCandidateIds: ['rom_1'] }, 'roomCandidateIds', 'room_candidate_ids are'],
    ['none', { roomGroupIds: ['rgp_1'] }, 'roomGroupIds', 'room_group_ids are'],
    ['all', { roomVariation: 'same' }, 'roomVariation', 'room_variation is'],
  ] as const
).map(([roomMode, fields, field, what]) => [
  `${field} with ${roomMode}`,
  (rows) => set(group(rows, 2), { roomMode, ...fields }),
  `$.lessons[1].groups[0].${field}`,
  `${what} not shown with room_mode ${roomMode}`,
  'lesson lsn_2, lesson_group only of ',
]);
test.each(lostByMode)('a value that the room mode does not show is a warning: %s', (...each) =>
  expectOne(each, small()),
);

const hidden = (field: string) => `${field} in extra is not shown, because ${field} has its own column`;
const shadowed: Case[] = [
  [
    'a bell schedule',
    (rows) => set(schedule(rows), { extra: { id: 'x' } }),
    '$.bellSchedules[0].id',
    hidden('id'),
    'bell_schedule bs_main of ',
  ],
  [
    'a period',
    (rows) => set(first(configuration(rows).periods), { extra: { endTime: 1, colour: 1 } }),
    '$.bellSchedules[0].dayConfigurations[0].periods[0].endTime',
    hidden('endTime'),
    'bell_schedule bs_main, day_configuration configuration-monday, period p0 of ',
  ],
];
test.each(shadowed)('an extra field with the name of a column is not shown: %s', (...each) => expectOne(each, small()));
test('an extra field with the name of a column is not shown: settings of a course', () => {
  expectOne(
    [
      '',
      ({ courses }) => set(first(courses), { settings: { name: 'x' } }),
      '$.courses[0].name',
      'name in settings is not shown, because name has its own column',
      'version_course crs_1 of ',
    ],
    small(),
  );
});

const entities: Case[] = [
  ...(['teachers', 'subjects', 'rooms', 'students', 'courses'] as const).map((list): Case => {
    const { localId, entityId } = first<{ localId: string; entityId: string }>(small()[list]);
    const name = list.slice(0, -1);
    const message = `the organisation has no ${name} ${entityId}, so it is shown as Unknown`;
    const forget: Change = (rows) => set(first<object>(rows[list]), { organisation: null });
    return [list, forget, `$.${list}[0].entityId`, message, `version_${name} ${localId} of `];
  }),
  [
    'all classes',
    ({ classes }) => classes.map((each) => set(each, { organisation: null })),
    '$.classes[0].entityId',
    'the organisation has no class entity-cls_1, so it is shown as Unknown; 1 more of the kind',
    'version_class cls_1 of ',
  ],
  [
    'a room group of a draft',
    ({ roomGroups }) => set(first(roomGroups), { live: null }),
    '$.roomGroups[0].entityId',
    'the organisation has no room group entity-rgp_1, so it is shown as Unknown',
    'version_room_group rgp_1 of ',
  ],
  [
    'a room of such a group',
    ({ roomGroups }) =>
      set(first(roomGroups), { live: { name: 'Labs', rooms: [{ entityId: 'gone', organisation: null }] } }),
    '$.roomGroups[0].entityId',
    'the organisation has no room gone, so it is shown as Unknown in it',
    'version_room_group rgp_1 of ',
  ],
];
test.each(entities)('an entity that the organisation does not have is a warning: %s', (...each) =>
  expectOne(each, small()),
);

test('an entity that is listed twice is a warning', () => {
  const twice: Change = ({ teachers }) => teachers.push({ ...first(teachers), localId: 'tch_2' });
  expectOne(
    ['', twice, '$.teachers[1].entityId', 'teacher entity-tch_1 is listed twice', 'version_teacher tch_2 of '],
    small(),
  );
});
