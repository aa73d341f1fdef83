// The documents of the demo school, built once for the tests that read them. The tests must not change them; one that has to
// builds its own school.
import type { Timetable } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';

export const school = demoSchool();
export const documents = school.documents.map(({ document }) => document);

export function documentOf(versionId: string): Timetable {
  const document = documents.find(({ id }) => id === versionId);
  if (!document) throw new Error(`the demo school has no version ${versionId}`);
  return document;
}

/** The lesson groups of a document by id. */
export function groupsById(document: Timetable) {
  return new Map(document.lessons.flatMap(({ groups }) => groups).map((group) => [group.id, group]));
}
