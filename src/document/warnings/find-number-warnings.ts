// Finds integers beyond 2^53 in the fields that hold arbitrary JSON. PostgreSQL stores all of their digits, but JavaScript,
// and most readers of JSON, round them (RFC 8259, section 6).

import type { Timetable } from '../../contract/types.generated.ts';
import { listOpenFields } from '../open-fields.ts';
import type { Warning } from './warning.ts';

/** One warning stands for all, so a few are enough to say how many there are. */
const maxFound = 1000;

export function* findNumberWarnings(timetable: Timetable): Generator<Warning> {
  for (const [value, at] of listOpenFields(timetable)) {
    const found: Warning[] = [];
    findBelow(value, [...at], found);
    yield* found;
  }
}

/** @param path of the value: one array, since a copy for each value would cost too much */
function findBelow(value: unknown, path: (string | number)[], found: Warning[]): void {
  if (typeof value === 'number' && Number.isInteger(value) && !Number.isSafeInteger(value)) {
    const message = `${value} is beyond 2^53 and may have been rounded, as readers may round it; store it as text`;
    found.push({ kind: 'rounded number', code: 'number-rounded', at: [...path], message });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Array.isArray(value) ? value.entries() : Object.entries(value)) {
    if (found.length >= maxFound) return;
    path.push(name);
    findBelow(part, path, found);
    path.pop();
  }
}
