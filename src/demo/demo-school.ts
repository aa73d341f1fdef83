// The demo school: an invented international school with a timetable of each kind, for a first look at the service and as
// material for tests. It is worked out, not stored, and the same each time.
import type { Timetable } from '../contract/types.generated.ts';
import { diplomaProgramme } from './diploma/diploma-programme.ts';
import { mainSchool } from './main-school/main-school.ts';
import { upperSchool } from './upper-school/upper-school.ts';

export interface DemoSchool {
  organisation: { id: 'demo-school'; name: string };
  /** Oldest first. Each document is the data of Get Timetable; an autosave is one that must never be listed. */
  documents: { document: Timetable; autosave: boolean }[];
}

/** The timetables share some teachers and rooms, so each one is planned around those before it. */
export function demoSchool(): DemoSchool {
  const upper = upperSchool();
  const diploma = diplomaProgramme(upper.placements);
  const main = mainSchool([...upper.placements, ...diploma.placements]);
  const documents = [
    { document: upper.document, autosave: false },
    { document: diploma.document, autosave: false },
    ...main,
  ];
  return {
    organisation: { id: 'demo-school', name: 'Lindenbrücke International School' },
    // Rows of the roster are shared between documents; copies let a caller change one document alone.
    documents: documents.map((entry) => structuredClone(entry)),
  };
}
