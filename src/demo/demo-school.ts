// The demo school: an invented international school with a timetable of each kind and a calendar, for trying out Belfry and for tests.
// Three documents are stored in full; each later version of the Main School is stored as a diff to the version before.

import { readFileSync } from 'node:fs';
import type { Calendar, Timetable } from '../contract/types.generated.ts';

export interface DemoSchool {
  organisation: { id: 'demo-school'; name: string };
  /** Oldest first. Each document is the data of Get Timetable; an autosave must never be listed. */
  documents: { document: Timetable; autosave: boolean }[];
  /** Two terms, breaks, a short day and a day that is made up for. */
  calendar: Calendar;
}

/** A diff: the changed fields, and for each list the new and changed rows; `removed` has the localIds of removed rows. */
type Changes = Partial<Timetable> & { removed?: string[] };

/** Reads the documents on each call, so that a caller may modify them. */
export function demoSchool(): DemoSchool {
  const main = [readDocument<Timetable>('main-2026-v1')];
  for (const version of ['main-2026-v2', 'main-2026-v3', 'main-2026-v4'])
    main.push(withChanges(structuredClone(main.at(-1)), readDocument<Changes>(version)));
  const documents = [readDocument<Timetable>('upper-2026-v1'), readDocument<Timetable>('diploma-2026-v1'), ...main];
  return {
    organisation: { id: 'demo-school', name: 'Lindenbrücke International School' },
    documents: documents.map((document) => ({ document, autosave: document.id === 'main-2026-v4' })),
    calendar: readDocument<Calendar>('calendar'),
  };
}

function readDocument<Kind>(name: string): Kind {
  return JSON.parse(readFileSync(new URL(`documents/${name}.json`, import.meta.url), 'utf8'));
}

function withChanges(before: Timetable | undefined, { removed = [], ...changes }: Changes): Timetable {
  const gone = new Set(removed);
  const fields = Object.entries({ ...before, ...changes }).map(([field, value]) => {
    const rows: unknown = Reflect.get(before ?? {}, field);
    return [field, Array.isArray(rows) && Array.isArray(value) ? withRows(rows, value, gone) : value];
  });
  return Object.fromEntries(fields); // a document with some of its fields replaced by others of their kind
}

type Row = { localId?: string; id?: string };
const nameOf = ({ localId, id }: Row) => localId ?? id ?? '';

/** Changed rows keep their place; new ones are appended. */
function withRows(before: readonly Row[], changed: readonly Row[], gone: ReadonlySet<string>): Row[] {
  const rows = new Map([...before, ...changed].map((row) => [nameOf(row), row]));
  return [...rows.values()].filter((row) => !gone.has(nameOf(row)));
}
