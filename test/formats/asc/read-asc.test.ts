// What each element of an aSc file becomes.

import { describe, expect, test } from 'vitest';
import { ascCard, ascLesson, ascXml, smallAsc } from './asc-xml.ts';
import { convertAsc, convertSmall } from './convert-asc.ts';

test('the small school is converted, and the only finding is how its days were recognised', () => {
  const { document, report, rules } = convertSmall();
  expect(rules).toEqual([]);
  expect(report).toMatchObject({
    format: 'asc',
    read: { teachers: 1, subjects: 1, classes: 1, rooms: 1, lessons: 1, cards: 2 },
    made: { teachers: 1, subjects: 1, classes: 1, rooms: 1, lessons: 1, unitsPlaced: 2, unitsUnplaced: 0 },
    losses: [],
  });
  expect(
    document.bellSchedule.days.map(({ label, shortLabel, dayOfWeek, weekInCycle }) => [
      label,
      shortLabel,
      dayOfWeek,
      weekInCycle,
    ]),
  ).toEqual([
    ['Monday', 'Mo', 1, null],
    ['Tuesday', 'Tu', 2, null],
  ]);
  expect(document.bellSchedule.dayConfigurations).toMatchObject([
    {
      dayIds: ['d1', 'd2'],
      periods: [
        { name: 'First', startTime: '07:40', endTime: '08:25' },
        { name: 'Second', startTime: '08:35', endTime: '09:20' },
        { name: 'Third', startTime: '09:20', endTime: '10:05' },
      ],
      breaks: [{ name: 'Break', startTime: '08:25', endTime: '08:35', followsPeriodIndex: 0 }],
    },
  ]);
  expect(document.teachers).toMatchObject([
    {
      localId: 'tch_T1',
      entityId: 'teacher-T1',
      externalId: 'ADA',
      name: 'Ada Lovelace',
      shortName: 'ADA',
      color: '#FF0000',
    },
  ]);
  expect(document.classes).toMatchObject([{ entityId: 'class-C1', name: 'Class 5A', classTeacherId: 'tch_T1' }]);
  expect(document.rooms).toMatchObject([{ entityId: 'room-R1', capacity: 24, buildingName: 'Main' }]);
  expect(document.lessons).toMatchObject([
    {
      localId: 'lsn_L1',
      groups: [
        { name: null, teacherIds: ['tch_T1'], classIds: ['cls_C1'], subjectIds: ['sub_S1'], roomIds: ['rom_R1'] },
      ],
      lessonConfigurations: [{ frequency: 2, length: 1 }],
    },
  ]);
  expect(document.lessonUnits).toMatchObject([
    { localId: 'lu_L1-d1-p1', dayId: 'd1', periodIndex: 0, roomIds: ['rom_R1'], locked: false, groupName: null },
    { localId: 'lu_L1-d2-p2', dayId: 'd2', periodIndex: 1 },
  ]);
});

describe('periods', () => {
  const period = (number: string, starttime = `${7 + Number(number)}:00`, endtime = `${7 + Number(number)}:45`) => ({
    name: `P${number}`,
    short: number,
    period: number,
    starttime,
    endtime,
  });

  test('are sorted by their numbers, which may begin with 0 and have gaps', () => {
    const { document, units } = convertSmall({
      period: [period('10'), period('0'), period('2')],
      card: [ascCard({ period: '10' }), ascCard({ period: '0', days: '01' })],
      break: [
        { break: '0', name: 'Early', starttime: '6:30', endtime: '7:00' },
        { break: '10', name: 'Late', starttime: '16:00', endtime: '17:00' },
      ],
    });
    const [configuration] = document.bellSchedule.dayConfigurations;
    expect(configuration?.periods.map(({ name }) => name)).toEqual(['P0', 'P2', 'P10']);
    expect(configuration?.breaks.map(({ name, followsPeriodIndex }) => [name, followsPeriodIndex])).toEqual([
      ['Early', -1],
      ['Late', 1],
    ]);
    expect(units).toEqual(['d1 2', 'd2 0']);
  });

  test.each([
    ['7:05', '07:05'],
    ['07.05', '07:05'],
    ['7:05:00', '07:05'],
    ['1:05 PM', '13:05'],
    ['12:05 am', '00:05'],
  ])('a time as %s is %s', (starttime, expected) => {
    const { document } = convertSmall({ period: [period('1', starttime, '14:00'), period('2', '15:00', '16:00')] });
    expect(document.bellSchedule.dayConfigurations[0]?.periods[0]?.startTime).toBe(expected);
  });

  test.each(['', '25:00', '7:60', 'soon'])(
    'a time as %j refuses the file, unless --bells gives others',
    (starttime) => {
      const elements = { ...smallAsc(), period: [period('1', starttime), period('2')] };
      expect(convertAsc(elements)).toMatchObject({ document: null, rules: ['asc.period-without-times'] });
      const bells = { kind: 'pattern', start: 480, length: 40, pause: 10 } as const;
      const { document, rules } = convertAsc(elements, { bells });
      expect(rules).toEqual(['school.bells-from-option']);
      expect(document?.bellSchedule.dayConfigurations[0]).toMatchObject({
        periods: [{ startTime: '08:00', endTime: '08:40' }, { startTime: '08:50' }],
        breaks: [],
      });
    },
  );

  test('without a number, or with a number that another has, are left out', () => {
    const { document, rules } = convertSmall({
      period: [period('1'), { ...period('1'), name: 'again' }, period('2'), { name: 'x' }],
    });
    expect(document.bellSchedule.dayConfigurations[0]?.periods.map(({ name }) => name)).toEqual(['P1', 'P2']);
    expect(rules).toEqual(['asc.period-repeated', 'asc.period-unreadable']);
  });

  test('must exist, or the file is refused', () => {
    expect(convertAsc({ ...smallAsc(), period: [] })).toMatchObject({ document: null, rules: ['school.no-bells'] });
  });

  test('a break without times or a place is left out', () => {
    const { document, rules } = convertSmall({ break: [{ break: '2' }, { starttime: '8:25', endtime: '8:35' }] });
    expect(document.bellSchedule.dayConfigurations[0]?.breaks).toEqual([]);
    expect(rules).toEqual(['asc.break-unreadable']);
  });
});

describe('days', () => {
  test('are the definitions of one bit, in the order of the bits', () => {
    const { document } = convertSmall({
      daysdef: [
        { id: '1', name: 'Any day', days: '100,010,001' },
        { id: '2', name: 'Mardi', short: 'Ma', days: '010' },
        { id: '3', name: 'Tous', days: '111' },
        { id: '4', name: 'Lundi', short: 'Lu', days: '100' },
        { id: '5', name: 'Mercredi', short: 'Me', days: '001' },
      ],
    });
    expect(document.bellSchedule.days.map(({ label, dayOfWeek }) => [label, dayOfWeek])).toEqual([
      ['Lundi', 1],
      ['Mardi', 2],
      ['Mercredi', 3],
    ]);
  });

  test('may begin on a Sunday, by their names or by --first-day', () => {
    const daysdef = [
      { name: 'الأحد', days: '10' },
      { name: 'الاثنين', days: '01' },
    ];
    expect(convertSmall({ daysdef }).document.bellSchedule.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([7, 1]);
    const { document } = convertSmall({}, { firstDay: 6 });
    expect(document.bellSchedule.days.map(({ dayOfWeek }) => dayOfWeek)).toEqual([6, 7]);
  });

  test('with cards but without names are named by their numbers', () => {
    const { document, rules, units } = convertSmall({ card: [ascCard({ days: '0001' })] });
    expect(document.bellSchedule.days.map(({ label }) => label)).toEqual(['Monday', 'Tuesday', 'Day 3', 'Day 4']);
    expect(rules).toEqual(['asc.day-without-name', 'asc.lesson-unplaced']);
    expect(units).toEqual(['d4 0', null]);
  });

  test('of older files have numbers', () => {
    const { document, units } = convertSmall({
      daysdef: [],
      day: [
        { name: 'Tuesday', short: 'Tu', day: '1' },
        { name: 'Monday', short: 'Mo', day: '0' },
      ],
      card: [ascCard({ days: undefined, day: '1' }), ascCard({ days: undefined, day: '0' })],
    });
    expect(document.bellSchedule.days.map(({ label }) => label)).toEqual(['Monday', 'Tuesday']);
    expect(units).toEqual(['d1 0', 'd2 0']);
  });
});

describe('weeks', () => {
  const weeksdef = [
    { id: 'any', name: 'Any week', weeks: '10,01' },
    { id: 'W', name: 'All weeks', weeks: '11' },
    { id: 'A', name: 'Week A', short: 'A', weeks: '10' },
    { id: 'B', name: 'Week B', short: 'B', weeks: '01' },
  ];

  test('are a cycle, and a card of both is a unit in each', () => {
    const card = [ascCard({ weeks: '11' }), ascCard({ weeks: '01', period: '2' })];
    const { document, rules, units } = convertSmall({ weeksdef, card, lesson: [ascLesson({ periodsperweek: '1.5' })] });
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'cycle', cycleLength: 2 });
    expect(document.bellSchedule.days.map(({ label, weekInCycle }) => [label, weekInCycle])).toEqual([
      ['Monday A', 1],
      ['Tuesday A', 1],
      ['Monday B', 2],
      ['Tuesday B', 2],
    ]);
    expect(units).toEqual(['w1-d1 0', 'w2-d1 0', 'w2-d1 1']);
    expect(document.lessons[0]?.lessonConfigurations).toMatchObject([{ frequency: 3, length: 1 }]);
    expect(rules).toEqual([]);
  });

  test('half a period a week is one in two weeks', () => {
    const card = [ascCard({ weeks: '01' })];
    for (const periodsperweek of ['0.5', '0,5']) {
      const { rules, units } = convertSmall({ weeksdef, card, lesson: [ascLesson({ periodsperweek })] });
      expect([rules, units]).toEqual([[], ['w2-d1 0']]);
    }
  });

  test('without names are named by their numbers, and the first of two names is used', () => {
    const named = [...weeksdef.slice(0, 2), { name: 'Odd', weeks: '01' }, { name: 'Week 2', weeks: '01' }];
    const card = [ascCard({ weeks: '11' }), ascCard({ weeks: '11', days: '01' })];
    const { document, rules } = convertSmall({ weeksdef: named, card });
    expect(document.bellSchedule.days.map(({ label }) => label)).toEqual([
      ...['Monday 1', 'Tuesday 1', 'Monday Odd', 'Tuesday Odd'],
    ]);
    expect(rules).toEqual(['asc.names-differ', 'asc.week-without-name']);
  });

  test('a card without weeks takes place in every week', () => {
    const { rules, units } = convertSmall({
      weeksdef,
      card: [ascCard({ weeks: undefined })],
      lesson: [ascLesson({ periodsperweek: '1' })],
    });
    expect([rules, units]).toEqual([['asc.card-weeks-assumed'], ['w1-d1 0', 'w2-d1 0']]);
  });

  test('one of them may be converted alone', () => {
    const card = [ascCard({ weeks: '11' }), ascCard({ weeks: '01', period: '2' })];
    const { document, report, units } = convertSmall(
      { weeksdef, card, lesson: [ascLesson({ periodsperweek: '1.5' })] },
      { week: 1 },
    );
    expect(document.bellSchedule).toMatchObject({ scheduleType: 'weekly', cycleLength: 1 });
    expect(units).toEqual(['d1 0']);
    expect(report.losses).toEqual([
      { code: 'units-of-other-weeks', what: 'units of other weeks', count: 2, why: '`--week` names another' },
    ]);
  });
});

describe('terms', () => {
  const termsdef = [
    { id: 'YR', name: 'Whole year', terms: '11' },
    { id: '1', name: 'Autumn', terms: '10' },
    { id: '2', name: 'Spring', terms: '01' },
  ];
  const elements = {
    termsdef,
    lesson: [ascLesson(), ascLesson({ id: 'L2', termsdefid: '2', periodsperweek: '1' })],
    card: [
      ...[ascCard({ terms: '11' }), ascCard({ terms: '10', days: '01' }), ascCard({ terms: '01', period: '2' })],
      ascCard({ lessonid: 'L2', terms: '01', period: '3' }),
    ],
  };

  test('the first is converted, and lessons and cards of the others are counted', () => {
    const { rules, report, units } = convertSmall(elements);
    expect(units).toEqual(['d1 0', 'd2 0']);
    expect(rules).toEqual(['asc.term-chosen']);
    expect(report.findings.find(({ rule }) => rule === 'asc.term-chosen')?.message).toBe(
      'term 1 is converted; the file has the terms 1 (Autumn), 2 (Spring)',
    );
    expect(report.losses).toEqual([
      {
        code: 'lessons-of-other-terms',
        what: 'lessons of other terms',
        count: 1,
        why: '`--term` converts another term',
      },
      { code: 'cards-of-other-terms', what: 'cards of other terms', count: 2, why: '`--term` converts another term' },
    ]);
  });

  test('another may be chosen', () =>
    expect(convertSmall(elements, { term: 2 }).units).toEqual(['d1 0', 'd1 1', 'd1 2']));

  test('choosing a missing term is an error that names the existing ones', () => {
    const { document, report } = convertAsc({ ...smallAsc(), ...elements }, { term: 3 });
    expect(document).toBeNull();
    expect(report.findings[0]?.message).toBe('the file has no term 3; it has the terms 1 (Autumn), 2 (Spring)');
  });
});

test('data that a document has no field for is counted', () => {
  const xml = ascXml({
    ...smallAsc(),
    grade: [{ name: 'Grade 5', grade: '5' }],
    student: [{ id: 'U1', name: 'Nobody', classid: 'C1' }],
    studentsubject: [{ studentid: 'U1', subjectid: 'S1' }],
    classroomsupervision: [{ classroomid: 'R1' }, { classroomid: 'R1' }],
    teacher: [{ id: 'T1', name: 'Ada', short: 'ADA', email: 'ada@school', mobile: '1', partner_id: '7' }],
    lesson: [ascLesson({ seminargroup: '2', studentids: 'U1' })],
    class: [{ id: 'C1', name: '5A', short: '5A', classroomids: 'R1' }],
    oddity: [{}],
  });
  const { report } = convertAsc(xml);
  expect(report.losses).toEqual([
    { code: 'students', what: 'students', count: 1, why: '`--students` includes them' },
    { code: 'student-choices', what: "students' choices of subjects", count: 1, why: '`--students` includes them' },
    {
      code: 'student-lists',
      what: 'lists of students in groups and lessons',
      count: 1,
      why: '`--students` includes them',
    },
    { code: 'seminar-groups', what: 'seminar groups of lessons', count: 1, why: '`--students` includes them' },
    { code: 'teacher-contacts', what: 'e-mail addresses and telephone numbers of teachers', count: 1 },
    { code: 'home-rooms', what: 'home rooms of classes', count: 1 },
    { code: 'partner-ids', what: 'ids of a partner program', count: 1 },
    { code: 'grades', what: 'grades', count: 1 },
    { code: 'supervisions', what: 'supervisions of rooms and corridors', count: 2 },
    {
      code: 'unknown-elements',
      values: { name: 'oddity' },
      what: 'elements `oddity`',
      count: 1,
      why: 'Belfry does not know them',
    },
  ]);
  expect(JSON.stringify(report)).not.toMatch(/ada@school|Nobody/);
  // With --students they are not losses.
  expect(convertAsc(xml, { students: true }).report.losses.map(({ what }) => what)).not.toContain('students');
});

test('another root element, or two files, are refused', () => {
  expect(convertAsc('<timetables/>', { from: 'asc' }).rules).toEqual(['file.not-this-format']);
  expect(convertAsc('<timetables/>').rules).toEqual(['file.unknown-format']);
});
