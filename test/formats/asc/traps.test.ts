// Undocumented features of real aSc files: how each is converted, and that it is reported.

import { describe, expect, test } from 'vitest';
import { type AscElements, ascCard, ascLesson, ascXml, smallAsc } from './asc-xml.ts';
import { convertAsc, convertSmall } from './convert-asc.ts';

describe('doubles', () => {
  const spansOf = (periods: string[], lesson: Record<string, string>, rooms: string[] = []) => {
    const period = Array.from({ length: 6 }, (_, index) => ({
      name: `${index + 1}`,
      period: `${index + 1}`,
      starttime: `${8 + index}:00`,
      endtime: `${8 + index}:45`,
    }));
    const card = periods.map((number, index) => ascCard({ period: number, classroomids: rooms[index] ?? 'R1' }));
    const classroom = ['R1', 'R2'].map((id) => ({ id, name: id, short: id }));
    const { document, rules } = convertSmall({ period, break: [], card, classroom, lesson: [ascLesson(lesson)] });
    const spans = new Map<string, string>();
    const written = document.lessonUnits.map(({ periodIndex, spanId }) => {
      if (spanId === null) return `${periodIndex ?? '-'}`;
      if (!spans.has(spanId)) spans.set(spanId, String.fromCharCode(97 + spans.size));
      return `${periodIndex ?? '-'}${spans.get(spanId)}`;
    });
    return [written.join(' '), rules.filter((rule) => rule !== 'school.room-mode-assumed')];
  };
  const singles = (periodsperweek: string) => ({ periodspercard: '1', periodsperweek });
  const doubles = (periodsperweek: string) => ({ periodspercard: '2', periodsperweek });

  test.each<[string, string[], Record<string, string>, string, string[]]>([
    ['two cards of a lesson of doubles are one', ['1', '2'], doubles('2'), '0a 1a', []],
    ['two singles that touch are two', ['1', '2'], singles('2'), '0 1', []],
    ['four in a row are two doubles', ['4', '1', '3', '2'], doubles('4'), '0a 1a 2b 3b', []],
    ['a triple is three', ['2', '3', '4'], { periodspercard: '3', periodsperweek: '3' }, '1a 2a 3a', []],
    ['three in a row are a double and one more', ['1', '2', '3'], doubles('3'), '0a 1a 2', ['asc.double-incomplete']],
    ['two that do not touch are none', ['1', '3'], doubles('2'), '0 2', ['asc.double-incomplete']],
    [
      'doubles that were not placed are so as well',
      ['1', '2'],
      doubles('6'),
      '0a 1a -b -b -c -c',
      ['asc.lesson-unplaced'],
    ],
  ])('%s', (_, periods, lesson, expected, rules) => expect(spansOf(periods, lesson)).toEqual([expected, rules]));

  test('that are adjacent are separated by their rooms', () => {
    expect(spansOf(['1', '2', '3', '4'], doubles('4'), ['R1', 'R1', 'R2', 'R2'])).toEqual(['0a 1a 2b 3b', []]);
  });

  test('in two rooms keep both rooms, and this is reported', () => {
    expect(spansOf(['1', '2'], doubles('2'), ['R1', 'R2'])).toEqual(['0a 1a', ['asc.double-in-two-rooms']]);
  });

  test('two cards at one time are both kept, in doubles of their own', () => {
    expect(spansOf(['1', '1', '2', '2'], doubles('4'), ['R1', 'R2', 'R1', 'R2'])).toEqual([
      ...['0a 0b 1a 1b', ['asc.card-repeated']],
    ]);
  });
});

describe('cards', () => {
  test('of several days are a unit on each', () => {
    const { units, rules } = convertSmall({ card: [ascCard({ days: '11' })] });
    expect([units, rules]).toEqual([['d1 0', 'd2 0'], []]);
  });

  test.each([
    ['in a period that is not defined', { period: '9' }, 'asc.card-outside-bell'],
    ['on no day', { days: '00' }, 'asc.card-not-placed'],
    ['without days', { days: '' }, 'asc.card-not-placed'],
    ['on any day', { days: '10,01' }, 'asc.card-not-placed'],
    ['without a period', { period: '' }, 'asc.card-not-placed'],
    ['in a period that is not a number', { period: 'x' }, 'asc.card-not-placed'],
    ['in no week', { weeks: '0' }, 'asc.card-not-placed'],
    ['on days that are none', { days: 'Monday' }, 'asc.card-not-placed'],
  ])('%s are unplaced units, and count as due', (_, wrong, rule) => {
    const { units, rules } = convertSmall({ card: [ascCard(), ascCard(wrong)] });
    expect([units, rules]).toEqual([['d1 0', null], [rule]]);
  });

  test('of a lesson that is not listed are left out and counted', () => {
    const { units, rules, report } = convertSmall({
      card: [ascCard(), ascCard({ lessonid: 'X' }), ascCard({ lessonid: '' })],
    });
    expect([units, rules]).toEqual([
      ['d1 0', null],
      ['asc.card-without-lesson', 'asc.lesson-unplaced'],
    ]);
    expect(report.losses).toEqual([
      {
        code: 'cards-without-lesson',
        what: 'cards of lessons that the file does not list',
        count: 2,
        why: 'nobody can know their subject',
      },
    ]);
  });

  test('that were pinned are locked', () => {
    const { document } = convertSmall({ card: [ascCard({ locked: '1' }), ascCard({ locked: '0', days: '01' })] });
    expect(document.lessonUnits.map(({ locked }) => locked)).toEqual([true, false]);
  });

  test('all count if there are more than are due', () => {
    const { units, rules } = convertSmall({ lesson: [ascLesson({ periodsperweek: '1.0' })] });
    expect([units.length, rules]).toEqual([2, ['asc.lesson-overplaced']]);
  });

  test.each<[string, AscElements, string, string]>([
    ['of which there are none', { card: [] }, 'asc.no-cards', 'it has 1 lessons, and no cards'],
    [
      'of which none is placed',
      { card: [ascCard({ period: '9' })] },
      'school.nothing-placed',
      'of 1 lessons none is placed',
    ],
    [
      'which stand in another list, as in exports for other programs',
      { card: [], lesson: [], TimeTableSchedule: [{ DayID: '1', Period: '1' }] },
      'asc.no-cards',
      'its lessons are placed by 1 elements `TimeTableSchedule`, which are for another program',
    ],
  ])('%s refuse the file', (_, changes, rule, message) => {
    const { document, report } = convertAsc({ ...smallAsc(), ...changes });
    expect(document).toBeNull();
    expect(report.findings.filter(({ severity }) => severity === 'error')).toMatchObject([{ rule, message }]);
  });
});

test.each([
  ['', ['asc.periods-unreadable'], 2],
  ['two', ['asc.periods-unreadable'], 2],
  ['2.5', ['asc.periods-unreadable', 'asc.lesson-unplaced'], 3],
])('periods a week as %j', (periodsperweek, rules, count) => {
  const found = convertSmall({ lesson: [ascLesson({ periodsperweek })] });
  expect([found.rules, found.units.length]).toEqual([rules, count]);
});

describe('references', () => {
  test('to teachers and subjects that are not listed read Unknown', () => {
    const { document, rules } = convertSmall({ lesson: [ascLesson({ teacherids: 'T1,T9', subjectid: 'S9' })] });
    expect(document.teachers[1]).toMatchObject({
      entityId: 'teacher-T9',
      name: 'Unknown',
      isActive: false,
      externalId: null,
    });
    expect(document.subjects[1]).toMatchObject({ entityId: 'subject-S9', name: 'Unknown' });
    expect(document.lessonUnits[0]).toMatchObject({ teacherIds: ['tch_T1', 'tch_T9'], subjectIds: ['sub_S9'] });
    expect(rules).toEqual(['school.reference-unknown']);
  });

  test('to classes and rooms that are not listed are left out', () => {
    const { document, rules } = convertSmall({
      lesson: [ascLesson({ classids: 'C1,C9', classroomids: 'R9' })],
      card: [ascCard({ classroomids: 'R1,R9' }), ascCard({ days: '01', classroomids: 'R9' })],
    });
    expect(document.lessonUnits.map(({ classIds, roomIds }) => [classIds, roomIds])).toEqual([
      [['cls_C1'], ['rom_R1']],
      [['cls_C1'], []],
    ]);
    expect(rules).toEqual(['asc.room-unknown', 'asc.class-unknown']);
  });

  test('to class teachers, buildings and groups that are not listed are left out', () => {
    const { document, rules } = convertSmall({
      class: [{ id: 'C1', name: '5A', short: '5A', teacherid: 'T9' }],
      building: [],
      group: [],
    });
    expect(document.classes[0]?.classTeacherId).toBeNull();
    expect(document.rooms[0]?.buildingName).toBe('');
    expect(rules).toEqual(['asc.class-teacher-unknown', 'asc.building-unknown', 'asc.group-unknown']);
  });

  test('in lists with trailing commas, blanks or duplicates are read', () => {
    const { document, rules } = convertSmall({ lesson: [ascLesson({ teacherids: ' T1 ,T1,, ', classids: ',C1,' })] });
    expect(document.lessonUnits[0]).toMatchObject({ teacherIds: ['tch_T1'], classIds: ['cls_C1'] });
    expect(rules).toEqual([]);
  });

  test('in the singular of older files count', () => {
    const lesson = ascLesson({ teacherids: undefined, classids: undefined, teacherid: 'T1', classid: 'C1' });
    const card = [ascCard({ classroomids: undefined, classroomid: 'R1' })];
    const { document } = convertSmall({ lesson: [lesson], card });
    expect(document.lessonUnits[0]).toMatchObject({
      teacherIds: ['tch_T1'],
      classIds: ['cls_C1'],
      roomIds: ['rom_R1'],
    });
  });

  test('that are empty give a lesson without teachers, classes or rooms', () => {
    const nobody = { teacherids: '', classids: '', groupids: '', classroomids: '' };
    const { document, rules } = convertSmall({ lesson: [ascLesson(nobody)], card: [ascCard({ classroomids: '' })] });
    expect(document.lessonUnits[0]).toMatchObject({ teacherIds: [], classIds: [], roomIds: [] });
    expect(document.lessons[0]?.groups[0]?.roomMode).toBe('none');
    expect(rules).toEqual(['asc.lesson-unplaced']);
  });
});

describe('groups', () => {
  test('of a class have names, and the entire class has none', () => {
    const lesson = [ascLesson({ groupids: 'G1' }), ascLesson({ id: 'L2', groupids: 'G0', periodsperweek: '0' })];
    const { document } = convertSmall({ lesson });
    expect(document.lessons.map(({ groups }) => groups[0]?.name)).toEqual(['Boys', null]);
    expect(document.lessonUnits.map(({ groupName }) => groupName)).toEqual(['Boys', 'Boys']);
  });

  test('of several classes with one name are named once', () => {
    const group = [
      ...(smallAsc()['group'] ?? []),
      { id: 'H1', name: 'Boys', classid: 'C2', entireclass: '0' },
      { id: 'H2', name: 'Choir', classid: 'C2', entireclass: '0' },
    ];
    const classes = [
      { id: 'C1', name: '5A', short: '5A' },
      { id: 'C2', name: '5B', short: '5B' },
    ];
    const lesson = [ascLesson({ classids: 'C1,C2', groupids: 'G1,H1,H2' })];
    const { document, rules } = convertSmall({ group, class: classes, lesson });
    expect(document.lessons[0]?.groups[0]).toMatchObject({ name: 'Boys, Choir', classIds: ['cls_C1', 'cls_C2'] });
    expect(rules).toEqual([]);
  });

  test('give the class if the lesson names none', () => {
    const { document, rules } = convertSmall({ lesson: [ascLesson({ classids: '', groupids: 'G2' })] });
    expect(document.lessons[0]?.groups[0]).toMatchObject({ name: 'Girls', classIds: ['cls_C1'] });
    expect(rules).toEqual(['asc.classes-from-groups']);
  });
});

describe('ids and names', () => {
  test('ids that begin with * are valid for one export, so the short name is used', () => {
    const renamed = (ids: Record<string, string>) => {
      const text = ascXml(smallAsc());
      return Object.entries(ids).reduce((all, [from, to]) => all.replaceAll(`"${from}"`, `"${to}"`), text);
    };
    const one = convertAsc(renamed({ T1: '*1', S1: '*2', C1: '*3', R1: '*4', L1: '*5', G0: '*6' }));
    const other = convertAsc(renamed({ T1: '*9', S1: '*8', C1: '*7', R1: '*60', L1: '*50', G0: '*40' }));
    expect(one.document).not.toBeNull();
    expect(other.document).toEqual(one.document);
    expect(one.document?.teachers[0]?.entityId).toBe('teacher-ADA');
    expect(one.document?.classes[0]?.localId).toBe('cls_5A');
    expect(one.rules).toEqual([]);
  });

  test('identical lessons without permanent ids are numbered, without a finding', () => {
    const lesson = ['*1', '*2'].map((id) => ascLesson({ id, periodsperweek: '1' }));
    const card = [ascCard({ lessonid: '*1' }), ascCard({ lessonid: '*2', days: '01' })];
    const { document, rules } = convertSmall({ lesson, card });
    expect(new Set(document.lessons.map(({ localId }) => localId)).size).toBe(2);
    expect(rules).toEqual([]);
  });

  test('that are repeated mean the first element, and both are listed', () => {
    const { document, rules } = convertSmall({
      teacher: [
        { id: 'T1', name: 'Ada', short: 'ADA' },
        { id: 'T1', name: 'Abel', short: 'ABE' },
      ],
      lesson: [ascLesson(), ascLesson({ periodsperweek: '1', subjectid: 'S1' })],
    });
    expect(document.teachers.map(({ name }) => name)).toEqual(['Ada', 'Abel']);
    const first = document.teachers[0]?.localId;
    expect(document.lessonUnits.map(({ teacherIds }) => teacherIds)).toEqual([[first], [first], [first]]);
    expect(rules).toContain('asc.id-repeated');
    expect(rules).toContain('school.ids-collide');
  });

  test('that are missing are reported, and the short name makes the id', () => {
    const { document, rules } = convertSmall({
      classroom: [{ name: 'Hall', short: 'H' }],
      lesson: [ascLesson({ classroomids: '' })],
      card: [ascCard({ classroomids: '' })],
    });
    expect(document.rooms).toMatchObject([{ entityId: 'room-H', name: 'Hall' }]);
    expect(rules).toEqual(['asc.id-missing', 'asc.lesson-unplaced']);
  });

  test('names that are empty: short name, else id; a teacher’s first and last name', () => {
    const { document, rules } = convertSmall({
      teacher: [{ id: 'T1', name: '', short: 'ADA', firstname: 'Ada', lastname: 'Lovelace' }],
      subject: [{ id: 'S1', name: '', short: 'Mat' }],
      class: [{ id: 'C1', name: '', short: '' }],
    });
    expect([document.teachers, document.subjects, document.classes].map((list) => list[0]?.name)).toEqual([
      ...['Ada Lovelace', 'Mat', 'C1'],
    ]);
    expect(rules).toEqual(['school.name-missing']);
  });

  test.each([
    ['*', 0, []],
    ['', 0, []],
    ['30', 30, []],
    ['many', 0, ['asc.capacity-unreadable']],
    ['-3', 0, ['asc.capacity-unreadable']],
  ])('a capacity of %j is %d', (capacity, expected, told) => {
    const { document, rules } = convertSmall({ classroom: [{ id: 'R1', name: 'R', short: 'R', capacity }] });
    expect([document.rooms[0]?.capacity, rules]).toEqual([expected, told]);
  });
});

describe('rooms', () => {
  const classroom = ['R1', 'R2', 'R3'].map((id) => ({ id, name: id, short: id }));
  const need = (candidates: string, ...given: string[]) => {
    const card = given.map((classroomids, index) => ascCard({ period: String(index + 1), classroomids }));
    const { document } = convertSmall({ classroom, lesson: [ascLesson({ classroomids: candidates })], card });
    const { roomMode, roomIds = [], roomCandidateIds = [] } = document.lessons[0]?.groups[0] ?? {};
    return [
      roomMode,
      [...roomIds, ...roomCandidateIds].join(),
      document.lessonUnits.map(({ roomIds }) => roomIds.join()).join(' '),
    ];
  };

  test.each([
    ['those of the lesson are candidates, that of the card is given', 'R1,R2', ['R2', 'R2'], 'any', 'rom_R2 rom_R2'],
    ['several of a card are given at once', 'R1,R2', ['R1,R2', 'R1,R2'], 'all', 'rom_R1,rom_R2 rom_R1,rom_R2'],
    ['one that is not a candidate is assigned', 'R1', ['R1', 'R3'], 'any', 'rom_R1 rom_R3'],
    ['a lesson without any', '', ['', ''], 'none', ' '],
  ])('%s', (_, candidates, given, mode, rooms) => {
    const [roomMode, , ofUnits] = need(candidates, ...given);
    expect([roomMode, ofUnits]).toEqual([mode, rooms]);
  });
});

test('a file that declares windows-1250 is decoded correctly', () => {
  const text = ascXml(smallAsc(), '<?xml version="1.0" encoding="windows-1250"?>').replace(
    'Ada Lovelace',
    '\x8eof\xeda',
  );
  const { document } = convertAsc(Uint8Array.from(text, (character) => character.charCodeAt(0)));
  expect(document?.teachers[0]?.name).toBe('Žofía');
});

test('cards of millions of units are refused before the units are built', () => {
  const card = Array.from({ length: 2000 }, () => ascCard({ days: '1'.repeat(7), weeks: '1'.repeat(50) }));
  expect(convertAsc({ ...smallAsc(), card })).toMatchObject({
    document: null,
    rules: expect.arrayContaining(['school.too-large']),
  });
  expect(convertAsc({ ...smallAsc(), card: [ascCard({ weeks: '1'.repeat(300) })] }).rules).toEqual([
    'school.too-large',
  ]);
});

test.each([
  [9, []],
  [10, ['asc.ten-cards']],
  [11, []],
])('%d cards: only ten are the limit of a trial version', (count, rules) => {
  const lesson = Array.from({ length: count }, (_, index) => ascLesson({ id: `L${index}`, periodsperweek: '1' }));
  const card = lesson.map(({ id }) => ascCard({ lessonid: id }));
  expect(convertSmall({ lesson, card }).rules).toEqual(rules);
});
