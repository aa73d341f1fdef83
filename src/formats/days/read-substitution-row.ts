// Reads one row of GPU014, the substitutions of Untis. Column 15 is the reason of the absence: nothing here reads it, and it is
// emptied while the file is split into columns. Columns count from 0.

import { limits } from '../reading/limits.ts';
import { readDate } from './check-day-changes.ts';

/** A list is empty where nothing is named. */
export type Substitution = {
  line: number;
  /** The number of the substitution. Many rows have 0, so it identifies none. */
  number: string;
  date: number;
  /** As Untis counts: mostly from 1. */
  period: number;
  /** Whether an absence is the cause. */
  ofAbsence: boolean;
  /** The number of the lesson, as in GPU002; `0` where there is none. */
  lesson: string;
  teachers: string[];
  substitutes: string[];
  subjects: string[];
  newSubjects: string[];
  rooms: string[];
  newRooms: string[];
  classes: string[];
  newClasses: string[];
  text: string;
  is: ReadonlySet<Kind>;
};

/** What bits and letter say. Each is missing in real rows, so either counts. */
type Kind =
  | 'cancelled'
  | 'special use'
  | 'moved away'
  | 'released'
  | 'moved here'
  | 'rooms only'
  | 'break supervision'
  | 'no lessons'
  | 'not printed'
  | 'exam';

/** Where the reason of the absence stands. */
export const reasonColumn = 15;

const [classesColumn, textColumn, bitsColumn, newClassesColumn, letterColumn, changedColumn] = [14, 16, 17, 18, 19, 20];

const kindOfBit: Readonly<Record<number, Kind>> = {
  0: 'cancelled',
  2: 'special use',
  3: 'moved away',
  4: 'released',
  7: 'moved here',
  16: 'rooms only',
  17: 'break supervision',
  18: 'no lessons',
  20: 'not printed',
};

/** W (exchange), S (care), P (partial) and `~` (exchange of teachers) say nothing that the columns do not say. */
const kindOfLetter: Readonly<Record<string, Kind | null>> = {
  ...{ T: 'moved here', F: 'moved away', A: 'special use', C: 'cancelled', L: 'released', R: 'rooms only' },
  ...{ B: 'break supervision', E: 'exam', W: null, S: null, P: null, '~': null, '': null },
};

type Unreadable = { column: number; message: string };

/** @returns the column that cannot be read, where one cannot */
export function readSubstitutionRow(cells: readonly string[], line: number): Substitution | Unreadable {
  const cell = (column: number): string => cells[column] ?? '';
  if (cells.length <= bitsColumn)
    return { column: cells.length, message: `the row has ${cells.length} columns, and GPU014 has at least 18` };
  const date = readDate(cell(1));
  if (date === null) return { column: 1, message: 'column 1 is not a date of the form YYYYMMDD' };
  const period = /^\d{1,3}$/.test(cell(2)) ? Number(cell(2)) : Number.NaN;
  if (!(period <= limits.periods)) return { column: 2, message: 'column 2 is not the number of a period' };
  const shifted = findShift(cells);
  if (shifted !== null) return shifted;
  const letter = cell(letterColumn).toUpperCase();
  return {
    ...{ line, number: cell(0), date, period, lesson: cell(4) || '0' },
    ofAbsence: /[1-9]/.test(cell(3)),
    teachers: namesIn(cell(5)),
    substitutes: namesIn(cell(6)),
    subjects: namesIn(cell(7)),
    newSubjects: namesIn(cell(9)),
    rooms: namesIn(cell(11)),
    newRooms: namesIn(cell(12)),
    classes: namesIn(cell(classesColumn)),
    newClasses: namesIn(cell(newClassesColumn)),
    text: cell(textColumn),
    is: kindsOf(Number(cell(bitsColumn)), letter),
  };
}

/**
 * A text without quotes that contains the separator shifts the columns behind it, and the reason may then stand where the text is
 * expected. So bits, letter and time of the last change must be what they are.
 */
function findShift(cells: readonly string[]): Unreadable | null {
  const [bits = '', , letter = '', changed = ''] = cells.slice(bitsColumn);
  const isTime = (cell: string) => /^\d{12}(\d\d)?$/.test(cell);
  const isTold = isTime(changed) || (changed === '' && bits !== '' && !cells.slice(changedColumn).some(isTime));
  const because = 'a text may contain the separator without being in quotes';
  if (!/^\d{0,9}$/.test(bits))
    return { column: bitsColumn, message: `column ${bitsColumn} is not a number: ${because}` };
  if (!Object.hasOwn(kindOfLetter, letter.toUpperCase()))
    return { column: letterColumn, message: `column ${letterColumn} is not a known letter: ${because}` };
  if (!isTold) return { column: changedColumn, message: `column ${changedColumn} is not a time: ${because}` };
  return null;
}

function kindsOf(bits: number, letter: string): ReadonlySet<Kind> {
  const kinds = new Set<Kind>();
  for (const [bit, kind] of Object.entries(kindOfBit)) if ((bits & (1 << Number(bit))) !== 0) kinds.add(kind);
  const said = kindOfLetter[letter] ?? null;
  // Where bits and letter contradict each other in the direction of a move, the bits decide.
  const contradicts =
    (said === 'moved here' && kinds.has('moved away')) || (said === 'moved away' && kinds.has('moved here'));
  if (said !== null && !contradicts) kinds.add(said);
  return kinds;
}

/** Several are joined by `~`. `?` is not known yet, and `---` is nobody. */
const namesIn = (cell: string): string[] => [
  ...new Set(
    cell
      .split('~')
      .map((name) => name.trim())
      .filter((name) => name !== '' && !/^(\?+|-+)$/.test(name)),
  ),
];
