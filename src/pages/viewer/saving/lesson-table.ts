// The lessons of a grid, and the changes of a comparison, as rows of a table with headings in the language of the page.

import type {
  ComparedLesson,
  GridCell,
  GridWeek,
  LessonChange,
  PlacedCell,
  ResolvedTimetable,
} from '../../../client/belfry-client.ts';
import { weekInWords } from '../dates/week-names.ts';
import { titleOf } from '../grid/cell-button.ts';
import { say } from '../say.ts';

/** Several names in one field; a comma may be part of a name. */
const names = (items: readonly { name: string }[]): string => items.map(({ name }) => name).join('; ');

/** A row for each lesson; those that are not scheduled have no day and no time. */
export function lessonTable(
  timetable: ResolvedTimetable,
  weeks: readonly GridWeek[],
  unplaced: readonly GridCell[],
): string[][] {
  const placed = weeks.flatMap(({ week, days }) =>
    days.flatMap(({ label, blocks }) =>
      blocks.flatMap(({ cells }) =>
        cells.map((cell) => [...placeFields(timetable, week, label, cell), ...lessonFields(cell)]),
      ),
    ),
  );
  const others = unplaced.map((cell) => [...placeFields(timetable, null, '', null), ...lessonFields(cell)]);
  return [[...placeHeadings(), ...lessonHeadings()], ...placed, ...others];
}

const placeHeadings = () => [say('columnWeek'), say('columnDay'), say('columnFrom'), say('columnTo')];

const placeFields = (timetable: ResolvedTimetable, week: number | null, day: string, cell: PlacedCell | null) => [
  week === null ? '' : weekInWords(timetable, week),
  day,
  cell?.startTime ?? '',
  cell?.endTime ?? '',
];

const lessonHeadings = () => [say('subject'), say('group'), say('classMany'), say('teacherMany'), say('roomMany')];

const lessonFields = (cell: GridCell) => [
  titleOf(cell),
  cell.groupName ?? '',
  names(cell.classes),
  names(cell.teachers),
  names(cell.rooms),
];

/** A row for each change, with the lesson as it was and as it is. */
export function changeTable(
  before: ResolvedTimetable,
  after: ResolvedTimetable,
  changes: readonly LessonChange[],
): string[][] {
  const headings = [...placeHeadings(), ...lessonHeadings()];
  return [
    [
      say('columnChange'),
      ...headings.map((column) => say('columnBefore', { column })),
      ...headings.map((column) => say('columnAfter', { column })),
    ],
    ...changes.map((change) => [
      change.kinds.map((kind) => say(kind)).join('; '),
      ...comparedFields(before, change.before),
      ...comparedFields(after, change.after),
    ]),
  ];
}

function comparedFields(timetable: ResolvedTimetable, lesson: ComparedLesson | null): string[] {
  if (lesson === null) return [...placeHeadings(), ...lessonHeadings()].map(() => '');
  const place =
    lesson.day === null
      ? placeFields(timetable, null, '', null)
      : placeFields(timetable, lesson.day.week, lesson.day.label, lesson.cell);
  return [...place, ...lessonFields(lesson.cell)];
}
