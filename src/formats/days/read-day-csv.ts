// A CSV with the names of the JSON's columns in its first line, one row for each change, note or absence: what a spreadsheet or a
// query of another program can write.

import type { DayAbsence, DayChange, DayNote } from '../../contract/types.generated.ts';
import type { Row } from '../untis/read-rows.ts';
import { checkCount, countDays } from './check-day-changes.ts';
import { dayColumns } from './day-columns.ts';
import type { ReadChanges } from './day-file.ts';
import type { DayFindings } from './day-findings.ts';

/** They are of the whole file. */
const rangeColumns = { from: true, to: true };

/** By path, such as `lesson.startTime`, or `[]` of an object. */
type Fields = ReadonlyMap<string, unknown>;

/** @returns null after an error, which is in `findings` */
export function readDayCsv([header, ...rows]: readonly Row[], findings: DayFindings): ReadChanges | null {
  const columns = readHeader(header, findings);
  if (columns === null) return null;
  const made = { changes: [] as DayChange[], notes: [] as DayNote[], absent: [] as DayAbsence[] };
  const lines = { changes: [] as number[], notes: [] as number[], absent: [] as number[] };
  const range = createRange(findings);
  for (const { line, cells } of rows) {
    const fields = readFields(columns, cells, line, findings);
    range.take(fields, line);
    const date = fields.get('date');
    if (typeof date !== 'number') {
      // A row may hold nothing but the range.
      if ([...fields.keys()].some((name) => !Object.hasOwn(rangeColumns, name)))
        findings.add('days.row-unreadable', line, 'the row has no date', { column: 'date' });
    } else if (fields.has('notes.text')) {
      // The columns give text and a list of names, and the schema is checked later, as that of a JSON file.
      made.notes.push({ date, classes: null, ...nested(fields, 'notes') } as DayNote);
      lines.notes.push(line);
    } else if (fields.has('absent.kind') || fields.has('absent.entity')) {
      made.absent.push({ date, ...nested(fields, 'absent') } as DayAbsence); // likewise
      lines.absent.push(line);
    } else {
      made.changes.push(changeOf(fields) as DayChange); // likewise
      lines.changes.push(line);
    }
  }
  const found = range.found();
  if (found === null || findings.hasErrors()) return null;
  return { changes: { ...found, ...made }, lines };
}

function readHeader(header: Row | undefined, findings: DayFindings): string[] | null {
  const columns = header?.cells ?? [];
  const line = header?.line ?? 1;
  for (const [index, name] of columns.entries())
    if (!Object.hasOwn(dayColumns, name) || columns.indexOf(name) < index)
      findings.add('days.column-unknown', line, `column ${index + 1} is not known, or there twice`, {
        column: index + 1,
      });
  for (const name of ['ref', 'date'])
    if (!columns.includes(name))
      findings.add('days.column-missing', line, `there is no column ${name}`, { column: name });
  return findings.hasErrors() ? null : [...columns];
}

/** Of an empty cell there is no field. */
function readFields(columns: readonly string[], cells: readonly string[], line: number, findings: DayFindings): Fields {
  const fields = new Map<string, unknown>();
  if (cells.length > columns.length && cells.slice(columns.length).some((cell) => cell !== ''))
    findings.add(
      'days.row-unreadable',
      line,
      `the row has ${cells.length} columns, and the first line ${columns.length}`,
      {
        column: columns.length,
      },
    );
  for (const [index, name] of columns.entries()) {
    const cell = cells[index] ?? '';
    if (cell === '') continue;
    const value = dayColumns[name]?.(cell);
    if (value === undefined)
      findings.add('days.row-unreadable', line, `the column ${name} cannot be read`, { column: name });
    else fields.set(name, value);
  }
  return fields;
}

function changeOf(fields: Fields): unknown {
  const own = [...fields].filter(([name]) => !name.includes('.') && !Object.hasOwn(rangeColumns, name));
  const parts = ['lesson', 'moveTo', 'added'].flatMap((name): [string, unknown][] => {
    const part = nested(fields, name);
    return Object.keys(part).length === 0 ? [] : [[name, part]];
  });
  // The contract knows `cancelled` as true alone.
  return Object.fromEntries([...own.filter(([name, value]) => !(name === 'cancelled' && value === false)), ...parts]);
}

const nested = (fields: Fields, prefix: string): Record<string, unknown> =>
  Object.fromEntries(
    [...fields].flatMap(([name, value]) =>
      name.startsWith(`${prefix}.`) ? [[name.slice(prefix.length + 1), value]] : [],
    ),
  );

/** From the columns `from` and `to` where they are given, else from the first date to the last. */
function createRange(findings: DayFindings) {
  const given: Partial<Record<keyof typeof rangeColumns, number>> = {};
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    take(fields: Fields, line: number): void {
      for (const name of Object.keys(rangeColumns) as (keyof typeof rangeColumns)[]) {
        const day = fields.get(name);
        if (typeof day !== 'number') continue;
        if (given[name] !== undefined && given[name] !== day)
          findings.add('days.range-differs', line, `${name} differs from an earlier row`, { column: name });
        given[name] = day;
      }
      const date = fields.get('date');
      if (typeof date === 'number') [first, last] = [Math.min(first, date), Math.max(last, date)];
    },
    found(): { from: number; to: number } | null {
      const { from = first, to = last } = given;
      if (!Number.isFinite(from) || !Number.isFinite(to)) {
        if (!findings.hasErrors()) findings.add('days.empty', null, 'no row has a date');
        return null;
      }
      if (first < from || last > to || from > to)
        findings.add('days.range-differs', null, 'a date is outside from and to', { from, to });
      else checkCount('days', countDays(from, to), findings);
      return { from, to };
    },
  };
}
