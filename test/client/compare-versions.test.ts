// A comparison is correct when its changes, applied to the grid of one version, give the grid of the other.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { changedEntities } from '../../src/client/comparison/changed-entities.ts';
import { compareVersions } from '../../src/client/comparison/compare-versions.ts';
import type {
  ChangeKind,
  ComparedLesson,
  EntitySelection,
  LessonChange,
} from '../../src/client/comparison/comparison.ts';
import type { GridCell, GridWeek } from '../../src/client/grid/grid.ts';
import { gridOfChanges } from '../../src/client/grid/grid-of-changes.ts';
import type { Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { denseTimetable } from '../support/dense-timetable.ts';
import { times } from '../support/thoroughness.ts';
import { laterVersion, renumbered } from './other-version.ts';

const ids = (items: readonly { entityId: string }[]) => items.map(({ entityId }) => entityId).sort();

/** What a grid shows of a lesson, as text. */
const seen = ({ subjects, classes, teachers, rooms, groupName }: GridCell) =>
  JSON.stringify([ids(subjects), ids(classes), ids(teachers), ids(rooms), groupName]);

/** All lessons of a grid, each with its place. */
function shownBy(weeks: readonly GridWeek[], unplaced: readonly GridCell[] = []): string[] {
  const placed = weeks.flatMap(({ week, days }) =>
    days.flatMap(({ dayOfWeek, blocks }, index) => {
      const turn = days.slice(0, index).filter((day) => day.dayOfWeek === dayOfWeek).length;
      return blocks.flatMap(({ cells }) =>
        cells.map((cell) => `${week}/${dayOfWeek}/${turn}/${cell.startTime}-${cell.endTime} ${seen(cell)}`),
      );
    }),
  );
  return [...placed, ...unplaced.map((cell) => `unplaced ${seen(cell)}`)].sort();
}

function lessonText({ day, cell }: ComparedLesson): string {
  if (day === null) return `unplaced ${seen(cell)}`;
  return `${day.week}/${day.dayOfWeek}/${day.turn}/${cell.startTime}-${cell.endTime} ${seen(cell)}`;
}

/** Applies the changes to what a grid shows. */
function apply(shown: readonly string[], changes: readonly LessonChange[]): string[] {
  const result = [...shown];
  for (const { before } of changes) {
    if (before === null) continue;
    const at = result.indexOf(lessonText(before));
    expect(at, 'a change begins with a lesson of the earlier version').toBeGreaterThanOrEqual(0);
    result.splice(at, 1);
  }
  for (const { after } of changes) if (after !== null) result.push(lessonText(after));
  return result.sort();
}

function everyEntity(document: Timetable): EntitySelection[] {
  return [
    ...document.classes.map(({ entityId }) => ({ class: entityId })),
    ...document.teachers.map(({ entityId }) => ({ teacher: entityId })),
    ...document.rooms.map(({ entityId }) => ({ room: entityId })),
    ...(document.students ?? []).map(({ entityId }) => ({ student: entityId })),
    ...[...document.subjects, ...(document.courses ?? [])].map(({ entityId }) => ({ subject: entityId })),
  ];
}

const opposite: Partial<Record<ChangeKind, ChangeKind>> = { added: 'gone', gone: 'added' };

function expectSoundComparison(one: Timetable, other: Timetable): void {
  const changed = changedEntities(one, other);
  for (const entity of everyEntity(one)) {
    const { before, after, changes } = compareVersions(one, other, entity);
    expect(apply(shownBy(before.weeks, before.unplaced), changes)).toEqual(shownBy(after.weeks, after.unplaced));
    for (const change of changes) expectTrue(change);
    if (changes.length > 0) for (const id of Object.values(entity)) expect(changed).toContain(id);
    const back = compareVersions(other, one, entity).changes;
    const kinds = (all: readonly LessonChange[]) => all.flatMap((each) => each.kinds).sort();
    expect(kinds(back)).toEqual(
      kinds(changes)
        .map((kind) => opposite[kind] ?? kind)
        .sort(),
    );
    expectDrawn({ before, after, changes });
  }
}

/** A change says what differs, and nothing else. */
function expectTrue({ kinds, before, after }: LessonChange): void {
  if (before === null || after === null) {
    expect(kinds).toEqual([before === null ? 'added' : 'gone']);
    return;
  }
  const timeOf = ({ day, cell }: ComparedLesson) =>
    day && [day.week, day.dayOfWeek, day.turn, 'startTime' in cell && [cell.startTime, cell.endTime]];
  const differs = (of: (lesson: ComparedLesson) => unknown) => JSON.stringify(of(before)) !== JSON.stringify(of(after));
  expect(kinds.length).toBeGreaterThan(0);
  expect(kinds.includes('moved') || kinds.includes('otherTimes')).toBe(differs(timeOf));
  expect(kinds.includes('otherTeacher')).toBe(differs(({ cell }) => ids(cell.teachers)));
  expect(kinds.includes('otherRoom')).toBe(differs(({ cell }) => ids(cell.rooms)));
  expect(differs(({ cell }) => [ids(cell.subjects), ids(cell.classes), cell.groupName])).toBe(false);
}

/** The grid of changes has the later version's lessons, and the places that lessons have left. */
function expectDrawn(comparison: ReturnType<typeof compareVersions>): void {
  const weeks = gridOfChanges(comparison);
  const cells = weeks.flatMap(({ days }) => days.flatMap(({ blocks }) => blocks.flatMap((block) => block.cells)));
  const present = weeks.map(({ week, days }) => ({
    week,
    days: days.map((day) => ({
      ...day,
      blocks: day.blocks.map((block) => ({ ...block, cells: block.cells.filter(({ isFormer }) => !isFormer) })),
    })),
  }));
  expect(shownBy(present)).toEqual(shownBy(comparison.after.weeks));
  const left = comparison.changes.filter(
    ({ kinds, before }) => before?.day && kinds.some((kind) => kind === 'gone' || kind === 'moved'),
  );
  expect(
    cells
      .filter(({ isFormer }) => isFormer)
      .map(seen)
      .sort(),
  ).toEqual(left.map(({ before }) => before && seen(before.cell)).sort());
  for (const { change, isFormer } of cells) if (isFormer) expect(comparison.changes).toContain(change);
}

describe('generated versions', () => {
  test('the changes between a version and a later one, applied to its grid, give the other grid, and in reverse', () => {
    const versions = denseTimetable.chain((one) => fc.tuple(fc.constant(one), laterVersion(one)));
    fc.assert(
      fc.property(versions, ([one, other]) => expectSoundComparison(one, other)),
      { numRuns: times(30, 150) },
    );
  });

  test('so do those between two versions that have little in common', () => {
    fc.assert(fc.property(denseTimetable, denseTimetable, expectSoundComparison), { numRuns: times(10, 40) });
  });

  test('a version with other localIds has no changes', () => {
    fc.assert(
      fc.property(denseTimetable, (document) => {
        for (const entity of everyEntity(document))
          expect(compareVersions(document, renumbered(document), entity).changes).toEqual([]);
        expect(changedEntities(document, renumbered(document))).toEqual(new Set());
      }),
      { numRuns: times(10, 40) },
    );
  });
});

describe('the Main School', () => {
  const versions = demoSchool().documents.map(({ document }) => document);
  const main = versions.find(({ id }) => id === 'main-2026-v1');
  const january = versions.find(({ id }) => id === 'main-2026-v2');
  if (main === undefined || january === undefined) throw new Error('the demo school has two published versions');

  test('its January version is compared correctly for each class, teacher, room and subject', () =>
    expectSoundComparison(main, january));

  test('changedEntities lists the entities with changes, and no others', () => {
    const everybody = [...everyEntity(main), ...everyEntity(january)];
    const withChanges = everybody.filter((entity) => compareVersions(main, january, entity).changes.length > 0);
    expect(changedEntities(main, january)).toEqual(new Set(withChanges.flatMap((entity) => Object.values(entity))));
  });

  const entity = { class: main.classes[0]?.entityId ?? '' };
  /** What changes for the class when its first single lesson is edited. */
  const edited = (edit: (unit: Timetable['lessonUnits'][number]) => object): LessonChange[] => {
    const classId = main.classes[0]?.localId ?? '';
    const first = main.lessonUnits.find(({ classIds, spanId }) => spanId === null && classIds.includes(classId));
    const lessonUnits = main.lessonUnits.map((unit) => (unit === first ? { ...unit, ...edit(unit) } : unit));
    return compareVersions(main, renumbered({ ...main, lessonUnits }), entity).changes;
  };
  const [teacher, room] = [main.teachers.at(-1)?.localId ?? '', main.rooms.at(-1)?.localId ?? ''];

  test.each<[string, object, ChangeKind[]]>([
    ['another teacher', { teacherIds: [teacher] }, ['otherTeacher']],
    ['another room', { roomIds: [room] }, ['otherRoom']],
    ['both', { teacherIds: [teacher], roomIds: [room] }, ['otherTeacher', 'otherRoom']],
    ['another day', { dayId: main.bellSchedule.days[4]?.id, periodIndex: 8 }, ['moved']],
    ['no place any more', { dayId: null, periodIndex: null }, ['moved']],
    ['another room on another day', { dayId: main.bellSchedule.days[4]?.id, roomIds: [room] }, ['moved', 'otherRoom']],
  ])('a lesson with %s', (_, change, kinds) => {
    expect(edited(() => change).map((each) => each.kinds)).toEqual([kinds]);
  });

  test('a lesson with another subject is another lesson', () => {
    const subject = main.subjects[3]?.localId ?? '';
    const changes = edited(() => ({ subjectIds: [subject] }));
    expect(changes.map(({ kinds }) => kinds).sort()).toEqual([['added'], ['gone']]);
  });

  test('a later bell time is a change of times, not a move', () => {
    const late: Timetable = JSON.parse(JSON.stringify(main).replaceAll('08:20', '08:25'));
    expect(JSON.stringify(late)).not.toBe(JSON.stringify(main));
    const { changes } = compareVersions(main, late, entity);
    expect(changes.length).toBeGreaterThan(0);
    expect(new Set(changes.flatMap(({ kinds }) => kinds))).toEqual(new Set(['otherTimes']));
  });

  test('if one version lacks an entity, all its lessons are added or gone', () => {
    const without = { ...main, classes: main.classes.slice(1) };
    const { changes, before } = compareVersions(main, without, entity);
    expect(before.weeks[0]?.days[0]?.blocks.length).toBeGreaterThan(0);
    expect(new Set(changes.flatMap(({ kinds }) => kinds))).toEqual(new Set(['gone']));
  });
});
