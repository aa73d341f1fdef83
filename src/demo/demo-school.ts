// The demo school: an invented international school with a timetable of each kind, for a first look at the service and as
// material for tests. Three documents are stored as they are; each later version of the Main School is stored as what it
// changes in the version before it.

import { readFileSync } from 'node:fs';
import type { Timetable } from '../contract/types.generated.ts';

export interface DemoSchool {
  organisation: { id: 'demo-school'; name: string };
  /** Oldest first. Each document is the data of Get Timetable; an autosave is one that must never be listed. */
  documents: { document: Timetable; autosave: boolean }[];
}

/** Some fields of a document. Of a list, the rows that are new or changed; `removed` has the localIds of those that go. */
type Changes = Partial<Timetable> & { removed?: string[] };

/** The documents, read anew by each call, so that a caller may change them. */
export function demoSchool(): DemoSchool {
  const main = [readDocument<Timetable>('main-2026-v1')];
  for (const version of ['main-2026-v2', 'main-2026-v3', 'main-2026-v4'])
    main.push(withChanges(structuredClone(main.at(-1)), readDocument<Changes>(version)));
  const documents = [readDocument<Timetable>('upper-2026-v1'), readDocument<Timetable>('diploma-2026-v1'), ...main];
  return {
    organisation: { id: 'demo-school', name: 'Lindenbrücke International School' },
    documents: documents.map((document) => ({ document, autosave: document.id === 'main-2026-v4' })),
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

/** Changed rows stand where they stood, new ones at the end. */
function withRows(before: readonly Row[], changed: readonly Row[], gone: ReadonlySet<string>): Row[] {
  const rows = new Map([...before, ...changed].map((row) => [nameOf(row), row]));
  return [...rows.values()].filter((row) => !gone.has(nameOf(row)));
}
