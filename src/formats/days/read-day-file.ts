// Reads a file that says what is different on some days: JSON, GPU014 of Untis, or CSV, told apart by its content and never by its
// name. Pure: bytes and the plan in, changes and a report out.

import type { SchoolFile } from '../reading/school-reader.ts';
import { createFindings } from '../report/finding.ts';
import { decodeGpu } from '../untis/decode-gpu.ts';
import { readRows } from '../untis/read-rows.ts';
import { checkCount, checkTexts } from './check-day-changes.ts';
import type { DayFile, DayFormat, DayPlan, ReadChanges } from './day-file.ts';
import { createDayFindings, type DayFindings } from './day-findings.ts';
import { dayLimits } from './day-limits.ts';
import { readDayCsv } from './read-day-csv.ts';
import { readDayJson } from './read-day-json.ts';
import { readGpu014 } from './read-gpu014.ts';
import { reasonColumn } from './read-substitution-row.ts';

/** @param plan null where nothing is known of what takes place regularly */
export function readDayFile(file: SchoolFile, plan: DayPlan | null = null): DayFile {
  const findings = createDayFindings();
  const text = decode(file, findings);
  const format = text === null ? null : detectDayFormat(text);
  if (text?.trim() === '') findings.add('days.empty', null, 'the file is empty');
  else if (text !== null && format === null)
    findings.add('days.unknown-format', null, 'it is not JSON, GPU014 or a CSV with a column date');
  if (text === null || format === null) return fileOf(null, null, 0, findings);
  return format === 'json' ? readJson(text, findings) : readTable(text, format, plan, findings);
}

function readJson(text: string, findings: DayFindings): DayFile {
  const found = readDayJson(text, findings);
  if (found === null) return fileOf('json', null, 0, findings);
  const { lists, document, from, to } = found;
  checkTexts(textsOf(lists, null), findings);
  const counts = { changes: lists.changes.length, notes: lists.notes.length, absent: lists.absent.length };
  return fileOf('json', { document, from, to, lines: null, ...counts }, 0, findings);
}

function readTable(text: string, format: 'gpu014' | 'csv', plan: DayPlan | null, findings: DayFindings): DayFile {
  const read = readRows(text, format === 'gpu014' ? reasonColumn : null);
  if ('problem' in read) {
    const rule = read.problem === 'too-many' ? 'days.too-large' : 'days.not-rows';
    // Its own message may quote the file.
    findings.add(rule, read.line, 'the rows cannot be split into columns');
    return fileOf(format, null, 0, findings);
  }
  const { rows } = read;
  const found = format === 'csv' ? readDayCsv(rows, findings) : readGpu014(rows, plan, findings);
  if (found === null) return fileOf(format, null, rows.length, findings);
  const { changes: document, lines } = found;
  const { from, to, changes, notes, absent } = document;
  for (const name of ['changes', 'notes', 'absent'] as const) checkCount(name, document[name].length, findings);
  checkTexts(textsOf(document, lines), findings);
  const counts = { changes: changes.length, notes: notes.length, absent: absent.length };
  return fileOf(format, { document, from, to, lines, ...counts }, rows.length, findings);
}

type Found = {
  document: unknown;
  from: number | null;
  to: number | null;
  lines: DayFile['lines'];
} & Record<'changes' | 'notes' | 'absent', number>;

function fileOf(format: DayFormat | null, found: Found | null, rows: number, findings: DayFindings): DayFile {
  const { from = null, to = null, changes = 0, notes = 0, absent = 0 } = found ?? {};
  const report = { ...{ format, from, to, rows, changes, notes, absent }, ...findings.summary() };
  return found === null || findings.hasErrors()
    ? { document: null, lines: null, report }
    : { document: found.document, lines: found.lines, report };
}

function decode(file: SchoolFile, findings: DayFindings): string | null {
  if (file.bytes.length > dayLimits.bytes) {
    findings.add(
      'days.too-large',
      null,
      `the file has ${file.bytes.length} bytes, and ${dayLimits.bytes} is the maximum`,
      {
        what: 'bytes',
        count: file.bytes.length,
        most: dayLimits.bytes,
      },
    );
    return null;
  }
  const found = createFindings();
  const text = decodeGpu(file, found);
  for (const { rule, place } of found.list())
    if (rule === 'untis.encoding-assumed')
      findings.add('days.encoding-assumed', null, 'it is not UTF-8, so it is read as windows-1252');
    else findings.add('days.not-text', place.line ?? null, 'a byte is not valid in the encoding');
  return text;
}

/** Lines that are looked at. */
const inspected = 20;

function detectDayFormat(text: string): DayFormat | null {
  const start = text.trimStart().slice(0, 64 * 1024);
  if (/^[[{]/.test(start)) return 'json';
  const lines = start.split(/\r\n?|\n/, inspected);
  // A number, a date and a period.
  if (lines.some((line) => /^\s*"?\d*"?\s*[,;\t]\s*"?\d{8}"?\s*[,;\t]\s*"?\d{1,3}"?\s*[,;\t]/.test(line)))
    return 'gpu014';
  const names = (lines[0] ?? '').split(/[,;\t]/).map((name) => name.trim().replace(/^"(.*)"$/, '$1'));
  return names.includes('date') ? 'csv' : null;
}

/** All free texts, with where they stand. */
function* textsOf(
  lists: Readonly<Record<'changes' | 'notes', readonly unknown[]>>,
  lines: ReadChanges['lines'] | null,
) {
  for (const list of ['changes', 'notes'] as const)
    for (const [index, item] of lists[list].entries()) {
      const text: unknown = typeof item === 'object' && item !== null ? Reflect.get(item, 'text') : undefined;
      if (typeof text === 'string')
        yield { line: lines?.[list][index] ?? null, path: `$.${list}[${index}].text`, text };
    }
}
