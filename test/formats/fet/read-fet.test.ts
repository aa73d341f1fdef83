// The features of real FET files, one small file each: how it is converted, and what is reported.

import { describe, expect, test } from 'vitest';
import { parseBells } from '../../../src/formats/reading/bells.ts';
import { unitsOf } from '../units-of.ts';
import { activity, convertFet, element, fetText, placements, readFetTexts, room, time } from './fet-file.ts';

describe('a solved .fet', () => {
  test('is a timetable: names are shown and make the ids, activities keep theirs', () => {
    const { document, school, read } = convertFet({ spaces: room(1, 'R1') });
    expect(unitsOf(document)).toEqual(['Monday 08:00-08:45 ADA Maths 5A R1']);
    expect(document.lessonUnits).toMatchObject([
      { lessonLocalId: 'lsn_1', dayId: 'd1', periodIndex: 0, locked: false },
    ]);
    expect(document.teachers[0]).toMatchObject({ entityId: 'teacher-ADA', externalId: null, name: 'ADA' });
    expect(school.name).toBe('Small School');
    expect(read).toEqual({ activities: 1, 'activities with a place': 1 });
  });

  test('has long names and codes since version 6, which are shown and do not change the ids', () => {
    const teachers = `<Teacher>${element('Name', 'ADA')}${element('Long_Name', 'Ada Lovelace')}${element('Code', 'T-1')}</Teacher>`;
    const { document } = convertFet({ teachers });
    expect(document.teachers).toMatchObject([
      { entityId: 'teacher-ADA', externalId: 'T-1', name: 'Ada Lovelace', shortName: 'T-1' },
    ]);
    const { document: without } = convertFet({ teachers: teachers.replace(/<Code>.*<\/Code>/, '') });
    expect(without.teachers).toMatchObject([{ entityId: 'teacher-ADA', name: 'Ada Lovelace', shortName: 'ADA' }]);
  });

  test('is locked where FET has a permanently locked time', () => {
    const { document } = convertFet({ times: time(1, 'Monday', '08:00-08:45', element('Permanently_Locked', 'true')) });
    expect(document.lessonUnits).toMatchObject([{ locked: true }]);
  });

  test('of version 5 names its days and hours in the lists themselves', () => {
    const text = fetText({ version: '5.20.1', head: '' })
      .replaceAll(/<(Day|Hour)>(<Name>[^<]*<\/Name>)<\/\1>/g, '$2')
      .replaceAll(/Number_of_(Days|Hours)>/g, 'Number>');
    expect(text).toContain('<Days_List><Number>2</Number><Name>Monday</Name>');
    const { document } = convertFet({ 'school.fet': text });
    expect(unitsOf(document)).toEqual(['Monday 08:00-08:45 ADA Maths 5A -']);
  });

  test('of version 7 names the day and the hour, and may have unknown elements', () => {
    const times = time(1, 'Monday', '08:00-08:45')
      .replaceAll('Preferred_Day', 'Day')
      .replaceAll('Preferred_Hour', 'Hour');
    const { document } = convertFet({
      version: '7.10.5',
      head: '<Mode>Official</Mode><New_List><New/></New_List>',
      times,
    });
    expect(unitsOf(document)).toEqual(['Monday 08:00-08:45 ADA Maths 5A -']);
  });

  test('may hold escaped characters, CDATA and comments', () => {
    const teachers = '<Teacher><Name>ADA &amp; <![CDATA[<BOB>]]><!-- both --></Name></Teacher>';
    const { document } = convertFet({ teachers, activities: activity({ id: 1, teachers: ['ADA & <BOB>'] }) });
    expect(document.teachers.map(({ name }) => name)).toEqual(['ADA & <BOB>']);
  });
});

describe('activities', () => {
  test('of several hours are one span', () => {
    const { document } = convertFet({ activities: activity({ id: 1, duration: 2 }) });
    expect(unitsOf(document)).toEqual(['Monday 08:00-08:45 ADA Maths 5A -', 'Monday 08:50-09:35 ADA Maths 5A -']);
    const [first, second] = document.lessonUnits.map(({ spanId }) => spanId);
    expect([typeof first, first === second]).toEqual(['string', true]);
    expect(document.lessons[0]?.lessonConfigurations).toMatchObject([{ frequency: 1, length: 2 }]);
  });

  test('that are parts of one split activity are one lesson, named by their group', () => {
    const activities = activity({ id: 3, group: 3, duration: 2 }) + activity({ id: 4, group: 3 });
    const times = time(3, 'Monday', '08:00-08:45') + time(4, 'Tuesday', '08:00-08:45');
    const { document } = convertFet({ activities, times });
    expect(document.lessons).toMatchObject([
      { localId: 'lsn_3', groups: [{ classIds: ['cls_5A'] }], lessonConfigurations: [{ length: 2 }, { length: 1 }] },
    ]);
    expect(document.lessonUnits).toHaveLength(3);
  });

  test('that are parts with other teachers are groups of the lesson, not taught at the same time', () => {
    const activities = activity({ id: 3, group: 3 }) + activity({ id: 4, group: 3, teachers: ['BOB'] });
    const times = time(3, 'Monday', '08:00-08:45') + time(4, 'Tuesday', '08:00-08:45');
    const { document } = convertFet({ activities, times });
    expect(document.lessons[0]?.groups.map(({ teacherIds }) => teacherIds)).toEqual([['tch_ADA'], ['tch_BOB']]);
    expect(document.lessonUnits.map(({ parallelGroupId }) => parallelGroupId)).toEqual([null, null]);
  });

  test('may have no teacher or several, and several students', () => {
    const activities =
      activity({ id: 1, teachers: [], students: ['5A', '5B'] }) +
      activity({ id: 2, teachers: ['ADA', 'BOB'], students: [] });
    const times = time(1, 'Monday', '08:00-08:45') + time(2, 'Monday', '08:50-09:35');
    const { document } = convertFet({ activities, times });
    expect(unitsOf(document)).toEqual(['Monday 08:00-08:45 - Maths 5A+5B -', 'Monday 08:50-09:35 ADA+BOB Maths - -']);
  });

  test('that are not active are left out and counted', () => {
    const activities = activity({ id: 1 }) + activity({ id: 2, active: false });
    const { document, losses } = convertFet({ activities });
    expect(document.lessons).toHaveLength(1);
    expect(losses).toContainEqual({
      code: 'inactive-activities',
      what: 'activities that are not active',
      count: 1,
      why: 'FET does not place them',
    });
  });

  test('without a time are unplaced units', () => {
    const { document } = convertFet({ activities: activity({ id: 1 }) + activity({ id: 2, duration: 2 }) });
    expect(unitsOf(document).filter((unit) => unit.startsWith('-'))).toHaveLength(2);
  });

  test('with tags are kept without their tags, which are counted', () => {
    const { losses } = convertFet({ activities: activity({ id: 1, more: element('Activity_Tag', 'Lab') }) });
    expect(losses).toContainEqual({ code: 'activity-tags', what: 'activities: their activity tags', count: 1 });
  });

  test('that begin at the same time by a constraint are a parallel block', () => {
    const activities =
      activity({ id: 1 }) + activity({ id: 2, teachers: ['BOB'], students: ['5B'] }) + activity({ id: 3 });
    const slots =
      time(1, 'Monday', '08:00-08:45') + time(2, 'Monday', '08:00-08:45') + time(3, 'Tuesday', '08:00-08:45');
    const same = `<ConstraintActivitiesSameStartingTime>${element('Activity_Id', ['1', '2', '3'])}</ConstraintActivitiesSameStartingTime>`;
    const { document } = convertFet({ activities, times: slots + same });
    expect(document.lessonUnits.map(({ parallelGroupId }) => parallelGroupId)).toEqual([
      'par_same-start-1',
      'par_same-start-1',
      null,
    ]);
  });

  test.each([
    ['two of one id', activity({ id: 1 }) + activity({ id: 1 }), 'fet.activity-twice', 1],
    ['one longer than a day', activity({ id: 1, duration: 9 }) + activity({ id: 2 }), 'fet.duration-unreadable', 2],
    ['one of no duration', activity({ id: 1, duration: 0 }) + activity({ id: 2 }), 'fet.duration-unreadable', 2],
    ['one of unlisted students', activity({ id: 1, students: ['9Z'] }), 'fet.students-unknown', 1],
  ])('%s', (_, activities, rule, units) => {
    const times = time(1, 'Monday', '08:00-08:45') + (units > 1 ? time(2, 'Monday', '08:00-08:45') : '');
    const { document, rules } = convertFet({ activities, times });
    expect(rules).toContain(rule);
    expect(document.lessonUnits).toHaveLength(units);
  });

  test('of a teacher and subject that are not listed read Unknown', () => {
    const { document, rules } = convertFet({ activities: activity({ id: 1, teachers: ['EVE'], subject: 'Alchemy' }) });
    expect([...document.teachers, ...document.subjects].filter(({ name }) => name === 'Unknown')).toHaveLength(2);
    expect(rules.filter((rule) => rule === 'school.reference-unknown')).toHaveLength(2);
  });
});

describe('students', () => {
  const students = `<Year>${element('Name', 'Y5')}<Group>${element('Name', '5A')}<Subgroup>${element('Name', '5A boys')}</Subgroup></Group></Year>
<Year>${element('Name', 'Sport')}<Group>${element('Name', '5A')}</Group></Year>`;

  test('years, groups and subgroups are classes, each once, and an activity may name any of them', () => {
    const activities = activity({ id: 1, students: ['Y5', '5A', '5A boys'] });
    const { document, losses } = convertFet({ students, activities });
    expect(document.classes.map(({ name }) => name)).toEqual(['Y5', '5A', '5A boys', 'Sport']);
    expect(document.lessonUnits[0]?.classIds).toHaveLength(3);
    expect(losses).toContainEqual({
      code: 'nested-students',
      what: 'groups and subgroups: the year or group that they belong to',
      count: 3,
    });
  });
});

describe('times and rooms that were given', () => {
  const wish = (weight: string, day = 'Tuesday') =>
    time(1, day, '08:50-09:35').replace('<Weight_Percentage>100', `<Weight_Percentage>${weight}`);
  const given = time(1, 'Monday', '08:00-08:45');

  test.each([
    ['a wish of less than 100 percent counts for nothing', wish('95') + given, 'Monday', []],
    ['nor does one that is not active', given + wish('100').replace('<Active>true', '<Active>false'), 'Monday', []],
    ['the same time twice is one', given + given, 'Monday', []],
    ['of two times the last counts, and that is told', wish('100') + given, 'Monday', ['fet.two-times']],
    ['a day alone is a wish', given + time(1, 'Tuesday', ''), 'Monday', []],
  ])('%s', (_, times, day, rules) => {
    const converted = convertFet({ times });
    expect(unitsOf(converted.document).map((unit) => unit.split(' ')[0])).toEqual([day]);
    expect(converted.rules.filter((rule) => rule === 'fet.two-times')).toEqual(rules);
  });

  test.each([
    ['an activity that is not there', given + time(9, 'Monday', '08:00-08:45'), 'fet.placement-unknown'],
    ['a day that is not listed', given + time(2, 'Sunday', '08:00-08:45'), 'fet.slot-unknown'],
    ['an hour that is not listed', given + time(2, 'Monday', '23:00'), 'fet.slot-unknown'],
  ])('for %s', (_, times, rule) => {
    const { document, rules } = convertFet({ activities: activity({ id: 1 }) + activity({ id: 2 }), times });
    expect(rules).toContain(rule);
    expect(document.lessonUnits.filter(({ dayId }) => dayId === null)).toHaveLength(1);
  });

  test('an activity that runs past the last hour is unplaced beyond it', () => {
    const { document, rules } = convertFet({
      activities: activity({ id: 1, duration: 2 }),
      times: time(1, 'Monday', '09:55-10:40'),
    });
    expect(unitsOf(document)).toEqual(['Monday 09:55-10:40 ADA Maths 5A -', '- ADA Maths 5A -']);
    expect(rules).toContain('fet.past-end');
  });

  test('rooms have buildings and capacities; 30,000 is none', () => {
    const rooms = `<Room>${element('Name', 'R1')}${element('Building', 'Main')}${element('Capacity', 24)}</Room>
<Room>${element('Name', 'R2')}${element('Capacity', 30000)}</Room>`;
    const { document } = convertFet({ rooms });
    expect(document.rooms).toMatchObject([
      { buildingName: 'Main', capacity: 24 },
      { buildingName: '', capacity: 0 },
    ]);
  });

  const virtual = (...sets: string[][]): string =>
    `<Room>${element('Name', 'R1')}</Room><Room>${element('Name', 'R2')}</Room><Room>${element('Name', 'V')}<Virtual>true</Virtual>${sets
      .map((set) => `<Set_of_Real_Rooms>${element('Real_Room', set)}</Set_of_Real_Rooms>`)
      .join('')}</Room>`;

  test.each([
    ['the real rooms that were given', virtual(['R1'], ['R1', 'R2']), room(1, 'V', ['R1', 'R2']), 'R1+R2', []],
    [
      'those, where it stands there as a wish too',
      virtual(['R1', 'R2']),
      room(1, 'V', ['R2']) + room(1, 'V'),
      'R2',
      [],
    ],
    ['its only rooms, where there is no choice', virtual(['R2'], ['R1']), room(1, 'V'), 'R2+R1', []],
    ['nothing, where there is one, and that is told', virtual(['R1', 'R2']), room(1, 'V'), '-', ['fet.virtual-room']],
    ['nothing, where it is not listed, and that is told', virtual(['R1']), room(1, 'X'), '-', ['fet.room-unknown']],
    ['the last of two, and that is told', virtual(['R1']), room(1, 'R2') + room(1, 'R1'), 'R1', ['fet.two-rooms']],
  ])('a virtual or unlisted room is %s', (_, rooms, spaces, expected, rules) => {
    const converted = convertFet({ rooms, spaces });
    expect(unitsOf(converted.document)).toEqual([`Monday 08:00-08:45 ADA Maths 5A ${expected}`]);
    expect(converted.document.rooms.map(({ name }) => name)).toEqual(['R1', 'R2']);
    expect(converted.rules.filter((rule) => /room/.test(rule))).toEqual(rules);
  });

  test('the preferred rooms of an activity are candidates', () => {
    const wishes = `<ConstraintActivityPreferredRooms>${element('Activity_Id', 1)}${element('Preferred_Room', ['R1', 'R2'])}</ConstraintActivityPreferredRooms>`;
    const { document } = convertFet({ spaces: wishes + room(1, 'R2') });
    expect(document.lessons).toMatchObject([{ groups: [{ roomMode: 'any', roomCandidateIds: ['rom_R1', 'rom_R2'] }] }]);
    expect(document.lessonUnits).toMatchObject([{ roomIds: ['rom_R2'], roomPickedBy: 'system' }]);
  });

  test('other constraints are counted', () => {
    const { losses } = convertFet({
      times: `${given}<ConstraintMinDaysBetweenActivities/><ConstraintTeacherMaxDays/>`,
    });
    expect(losses).toContainEqual({
      code: 'constraints',
      what: 'constraints, which FET used to solve the timetable',
      count: 2,
    });
  });
});

describe('a .fet with its _activities.xml', () => {
  const data = fetText({ activities: activity({ id: 1 }) + activity({ id: 2, duration: 2 }), times: '' });
  const solved = placements(
    `<Activity>${element('Id', 1)}${element('Day', 'Tuesday')}${element('Hour', '08:50-09:35')}${element('Room', 'R1')}</Activity>
<Activity>${element('Id', 2)}<Day></Day><Hour></Hour><Room></Room></Activity>`,
  );

  test('has the placements of that file', () => {
    const { document } = convertFet({ 'school_activities.xml': solved, 'school.fet': data });
    expect(unitsOf(document)).toEqual(['Tuesday 08:50-09:35 ADA Maths 5A R1', '- ADA Maths 5A -', '- ADA Maths 5A -']);
  });

  test.each([
    ['the activities alone', { 'a.xml': solved }, 'fet.no-data'],
    ['two of one kind', { 'a.fet': data, 'b.fet': data }, 'fet.file-twice'],
    ['data that is not solved', { 'a.fet': data }, 'fet.not-solved'],
    ['something else', { 'a.xml': '<timetable/>' }, 'file.not-this-format'],
    ['no XML', { 'a.fet': 'fet' }, 'file.not-xml'],
    ['a file that is cut off', { 'a.fet': data.slice(0, -200) }, 'file.not-xml'],
    [
      'an entity of its own',
      { 'a.fet': data.replace('<fet', '<!DOCTYPE fet [<!ENTITY e "x">]><fet').replace('ADA', '&e;') },
      'file.not-xml',
    ],
  ])('%s: refused', (_, texts, rule) => {
    const { found, findings } = readFetTexts(texts);
    expect(found).toBeNull();
    expect(findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule }]);
  });
});

describe('bell times', () => {
  test('without times in the names are refused, and the sentence says how to give them', () => {
    const parts = { hours: ['1', '2', '3'], times: time(1, 'Monday', '1') };
    const { found, findings } = readFetTexts({ 'school.fet': fetText(parts) });
    expect(found).toBeNull();
    expect(findings.at(-1)).toMatchObject({ rule: 'school.no-bells', severity: 'error' });
    expect(findings.at(-1)?.message).toMatch(/--bells 08:00,45,5 .* --bells FILE/);
    const { document } = convertFet(parts, { bells: parseBells('08:00,45,5') });
    expect(document.bellSchedule.dayConfigurations[0]?.periods[1]).toMatchObject({ name: '2', startTime: '08:50' });
  });

  const breaks = (...slots: [string, string][]): string =>
    `<ConstraintBreakTimes><Weight_Percentage>100</Weight_Percentage>${slots
      .map(([day, hour]) => `<Break_Time>${element('Day', day)}${element('Hour', hour)}</Break_Time>`)
      .join('')}<Active>true</Active></ConstraintBreakTimes>`;
  const late = time(1, 'Monday', '09:55-10:40');

  test('an hour that is a break on all days is a break, and the periods are counted without it', () => {
    const slots = breaks(['Monday', '08:50-09:35'], ['Tuesday', '08:50-09:35']);
    const { document, rules } = convertFet({ times: late + slots });
    expect(document.bellSchedule.dayConfigurations).toMatchObject([
      {
        periods: [{ name: '08:00-08:45' }, { name: '09:55-10:40' }],
        breaks: [{ name: '08:50-09:35', startTime: '08:50', endTime: '09:35', followsPeriodIndex: 0 }],
      },
    ]);
    expect(document.lessonUnits).toMatchObject([{ periodIndex: 1 }]);
    expect(rules).toContain('fet.break-hour');
  });

  test('a break before the first period comes after none', () => {
    const { document } = convertFet({ times: late + breaks(['Monday', '08:00-08:45'], ['Tuesday', '08:00-08:45']) });
    expect(document.bellSchedule.dayConfigurations[0]?.breaks).toMatchObject([{ followsPeriodIndex: -1 }]);
  });

  test.each([
    ['a break of one day', late + breaks(['Monday', '08:50-09:35'])],
    ['a break in which something takes place', late + breaks(['Monday', '09:55-10:40'], ['Tuesday', '09:55-10:40'])],
  ])('%s stays a period', (_, times) => {
    const { document } = convertFet({ times });
    expect(document.bellSchedule.dayConfigurations[0]?.periods).toHaveLength(3);
    expect(document.lessonUnits).toMatchObject([{ periodIndex: 2 }]);
  });
});
