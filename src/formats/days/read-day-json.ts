// The JSON form of day changes. Whoever stores it checks it against the schema; here only its bounds are checked, and its texts.

import { checkCount, countDays } from './check-day-changes.ts';
import type { DayFindings } from './day-findings.ts';

/** What is known of it without the schema. */
export type LooseChanges = {
  document: unknown;
  from: number | null;
  to: number | null;
  lists: Record<'changes' | 'notes' | 'absent', readonly unknown[]>;
};

/** @returns null after an error, which is in `findings` */
export function readDayJson(text: string, findings: DayFindings): LooseChanges | null {
  let document: unknown;
  try {
    document = JSON.parse(text);
  } catch (error) {
    // The message of the error quotes the file, which no log should.
    const [, at] = /at position (\d+)/.exec(error instanceof Error ? error.message : '') ?? [];
    const line = at === undefined ? null : text.slice(0, Number(at)).split('\n').length;
    findings.add('days.not-json', line, 'the file is not JSON');
    return null;
  }
  const lists = {
    changes: listIn(document, 'changes'),
    notes: listIn(document, 'notes'),
    absent: listIn(document, 'absent'),
  };
  for (const name of ['changes', 'notes', 'absent'] as const) checkCount(name, lists[name].length, findings);
  const given = Object(document);
  const [from, to] = [dayOf(given.from), dayOf(given.to)];
  if (from !== null && to !== null) checkCount('days', countDays(from, to), findings);
  return { document, from, to, lists };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;

function listIn(document: unknown, name: string): readonly unknown[] {
  const list = fieldOf(document, name);
  return Array.isArray(list) ? list : [];
}

const dayOf = (day: unknown): number | null =>
  typeof day === 'number' && Number.isInteger(day) && day > 9_999_999 && day < 100_000_000 ? day : null;
