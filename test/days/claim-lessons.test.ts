// Which lesson of a date a change means, and who may have been meant when it is none.

import { expect, test } from 'vitest';
import type { LessonReference } from '../../src/contract/types.generated.ts';
import { type Claim, type ClaimFailure, claimLessons } from '../../src/days/claim-lessons.ts';
import type { FindNamed } from '../../src/days/find-names.ts';
import type { LessonWithId } from '../../src/days/lesson-ids.ts';

type Part = LessonWithId['parts'][number];
const named = (names: string | undefined) =>
  (names ?? '')
    .split(' ')
    .filter(Boolean)
    .map((entityId) => ({ entityId, name: entityId.toUpperCase(), shortName: entityId }));

/** `08:00 0: maths smith 7a r1`: start and period, then subjects, teachers, classes and rooms; `+` joins several. */
function part(text: string, timetableId = 'v1'): Part {
  const [when = '', what = ''] = text.split(': ');
  const [startTime = '', period = ''] = when.split(' ');
  const [subjects, teachers, classes, rooms] = what.split(' ').map((each) => named(each.replaceAll('+', ' ')));
  const lesson = { timetableId, startTime, periodIndex: Number(period), subjects, teachers, classes, rooms };
  return { id: `20261123T${startTime.replace(':', '')}-${what.replaceAll(' ', '')}`, lesson } as unknown as Part; // what is looked at
}
const lesson = (...parts: Part[]): LessonWithId => ({ lesson: parts[0]?.lesson, parts }) as unknown as LessonWithId;

/** Everybody is known by the short name but `nobody`; `both` means several. */
const findIn = (): FindNamed => (_, name) => {
  if (name === 'nobody') return 'unknown';
  return name === 'both' ? 'ambiguous' : { entityId: name, externalId: null, name, shortName: name };
};
const maths = lesson(
  part('08:00 0: maths smith 7a r1'),
  part('08:45 1: maths smith 7a r1'),
  part('09:50 2: maths smith 7a r1'),
);
const music = lesson(part('08:00 0: music ng 7b r2'));
const sport = lesson(part('08:00 5: sport ng+lee 7c hall'));
const all = [maths, music, sport];

const claim = (references: LessonReference[], lessons: readonly LessonWithId[] = all) =>
  claimLessons({ references, lessons, findIn });
/** `maths 0-1`, or the code with the subjects of the candidates. */
const said = (answer: Claim | ClaimFailure | undefined) =>
  answer === undefined || 'code' in answer
    ? `${answer?.code}: ${answer?.candidates.map(({ subjects, startTime }) => `${subjects}@${startTime}`).join(' ')}`
    : `${answer.lesson.lesson.subjects[0]?.shortName} ${answer.first}-${answer.end}`;
const idOf = (of: LessonWithId, index = 0) => of.parts[index]?.id ?? '';

test.each<[string, LessonReference, string]>([
  ['a time and who has it', { startTime: '08:00', teachers: ['ng'], rooms: ['r2'] }, 'music 0-1'],
  ['a period', { periodIndex: 5 }, 'sport 0-1'],
  ['a period and a time', { startTime: '08:00', periodIndex: 5 }, 'sport 0-1'],
  ['one of several teachers', { startTime: '08:00', teachers: ['lee'] }, 'sport 0-1'],
  ['a period of a long lesson', { startTime: '08:45' }, 'maths 1-2'],
  ['a whole lesson', { startTime: '08:45', wholeLesson: true }, 'maths 0-3'],
  ['a time at which nothing is', { startTime: '07:00' }, 'no-lesson: '],
  ['neither a time nor a period', { classes: ['7a'] }, 'no-lesson: '],
  ['several', { startTime: '08:00' }, 'several-lessons: maths@08:00 music@08:00 sport@08:00'],
  [
    'who is elsewhere',
    { startTime: '08:00', teachers: ['jones'], rooms: ['r2'] },
    'no-lesson: music@08:00 maths@08:00 sport@08:00',
  ],
  ['another period at this time', { startTime: '08:00', periodIndex: 1 }, 'no-lesson: '],
  ['somebody unknown', { startTime: '08:45', teachers: ['nobody'] }, 'no-lesson: maths@08:45'],
  ['a name that several have', { startTime: '08:45', teachers: ['both'] }, 'ambiguous-name: maths@08:45'],
  [
    'one that several have, and one that one has',
    { startTime: '08:45', teachers: ['smith', 'both'] },
    'ambiguous-name: maths@08:45',
  ],
  [
    'most names of one',
    { startTime: '08:00', subjects: ['SPORT'], teachers: ['NG', 'x'] },
    'no-lesson: sport@08:00 music@08:00 maths@08:00',
  ],
  ['an id', { id: idOf(music) }, 'music 0-1'],
  ['the id of a lesson is all of it', { id: idOf(maths) }, 'maths 0-3'],
  ['the id of a later period is that period', { id: idOf(maths, 1) }, 'maths 1-2'],
  ['the id of a later period, with the whole lesson', { id: idOf(maths, 1), wholeLesson: true }, 'maths 0-3'],
  ['an id that nothing has', { id: '20261123T0800-x' }, 'no-lesson: maths@08:00 music@08:00 sport@08:00'],
  ['an id at no time of a lesson', { id: '20261123T0700-x' }, 'no-lesson: '],
])('%s', (_, reference, expected) => {
  expect(said(claim([reference])[0])).toBe(expected);
});

test.each<[string, LessonReference[], string[]]>([
  ['the first of two gets it', [{ startTime: '08:45' }, { periodIndex: 1 }], ['maths 1-2', 'taken: maths@08:45']],
  [
    'a part of a lesson takes it from the whole',
    [{ startTime: '09:50' }, { id: idOf(maths), wholeLesson: true }],
    ['maths 2-3', 'taken: maths@08:00'],
  ],
  [
    'descriptions come before ids, which mean what is left',
    [{ id: idOf(maths) }, { startTime: '09:50' }],
    ['maths 0-2', 'maths 2-3'],
  ],
  [
    'an id goes up to where another id begins',
    [{ id: idOf(maths) }, { id: idOf(maths, 2) }],
    ['maths 0-2', 'maths 2-3'],
  ],
  [
    'what follows a change is what its id means',
    [{ startTime: '08:00', classes: ['7a'] }, { id: idOf(maths, 1) }],
    ['maths 0-1', 'maths 1-3'],
  ],
  ['what follows an id, too', [{ id: idOf(maths, 1) }, { id: idOf(maths) }], ['maths 1-3', 'maths 0-1']],
  [
    'an id of what is taken',
    [{ startTime: '08:00', classes: ['7a'] }, { id: idOf(maths) }],
    ['maths 0-1', 'taken: maths@08:00'],
  ],
])('of several changes of a date %s', (_, references, expected) => {
  expect(claim(references).map(said)).toEqual(expected);
});

test('a lesson is found among those of its own timetable', () => {
  const other = lesson(part('08:00 0: maths smith 7a r1', 'v2'));
  const inSecond =
    (timetableId: string): FindNamed =>
    (kind, name) =>
      timetableId === 'v2' ? findIn()(kind, name) : 'unknown';
  const references = [{ startTime: '08:00', teachers: ['smith'] }];
  expect(claimLessons({ references, lessons: [maths, other], findIn: inSecond })[0]).toEqual({
    lesson: other,
    first: 0,
    end: 1,
  });
});

test('at most 20 candidates, and for at most 100 changes of a date', () => {
  const many = Array.from({ length: 30 }, () => lesson(part('08:00 0: maths smith 7a r1')));
  const count = (references: LessonReference[]) =>
    claim(references, many).map((answer) => ('code' in answer ? answer.candidates.length : 0));
  expect(count([{ startTime: '08:00' }, { startTime: '08:00', rooms: ['r9'] }, { id: '20261123T0800-x' }])).toEqual([
    20, 20, 20,
  ]);
  const untold = Array.from({ length: 102 }, () => 20).fill(0, 100);
  expect(count(Array.from({ length: 102 }, () => ({ startTime: '08:00', rooms: ['r9'] })))).toEqual(untold);
  expect(count(Array.from({ length: 102 }, () => ({ id: '20261123T0800-x' })))).toEqual(untold);
});

test('a candidate is named as people do: by short names, or the name where there is none', () => {
  const nameless = part('08:00 0: maths smith 7a r1');
  for (const teacher of nameless.lesson.teachers) teacher.shortName = '';
  const [answer] = claim([{ startTime: '08:00', rooms: ['r9'] }], [lesson(nameless)]);
  const candidate = {
    id: nameless.id,
    startTime: '08:00',
    subjects: ['maths'],
    teachers: ['SMITH'],
    classes: ['7a'],
    rooms: ['r1'],
  };
  expect(answer).toEqual({ code: 'no-lesson', candidates: [candidate] });
});
