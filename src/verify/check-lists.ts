// Checks the published list of an organisation against the pointer and the documents that it names, and the list without drafts
// against it.

import type { OrganisationId } from '../access/ids.ts';
import type { Pointer, PublishedFile, TimetableList, TimetableVersionSummary } from '../contract/types.generated.ts';
import { assembleList, isPublished } from '../document/assemble-list.ts';
import { sameDocument } from '../document/same-document.ts';
import { listName, paths } from '../snapshot/paths.ts';
import { type AddProblem, checkDocument, type DocumentCheck } from './check-document.ts';

/** @param documents by version id */
export async function checkLists(
  check: DocumentCheck,
  organisationId: OrganisationId,
  pointer: Pointer,
  documents: ReadonlyMap<string, TimetableVersionSummary>,
): Promise<void> {
  const read = (file: PublishedFile) => checkDocument(check, 'timetable-list', organisationId, listName, file);
  const list = await read(pointer.list);
  const { publishedList } = pointer;
  const isAlone = publishedList === undefined || publishedList.hash === pointer.list.hash;
  const published = isAlone ? list : await read(publishedList);
  if (list === null) return;
  const pathOf = ({ hash }: PublishedFile) => paths.file(organisationId, listName, hash, 'identity');
  checkList(check.addProblem, pathOf(pointer.list), list, pointer, documents);
  if (publishedList === undefined || published === null) return;
  if (!sameDocument(published, assembleList(list.orgId, list.timetables.filter(isPublished))))
    check.addProblem(pathOf(publishedList), 'is not the list without its drafts');
  for (const entry of list.timetables) {
    const file = pointer.timetables[entry.id];
    if (file !== undefined && (file.draft ?? false) === isPublished(entry))
      check.addProblem(pathOf(pointer.list), `lists version ${entry.id} as ${entry.status}, and its pointer does not`);
  }
}

function checkList(
  addProblem: AddProblem,
  path: string,
  list: TimetableList,
  pointer: Pointer,
  documents: ReadonlyMap<string, TimetableVersionSummary>,
): void {
  if (!sameDocument(list, assembleList(list.orgId, list.timetables)))
    addProblem(path, 'is out of order or has the wrong count');
  const listed = new Set(list.timetables.map(({ id }) => id));
  for (const id of Object.keys(pointer.timetables))
    if (!listed.has(id)) addProblem(path, `does not list version ${id}`);
  for (const entry of list.timetables) {
    const document = documents.get(entry.id);
    if (!Object.hasOwn(pointer.timetables, entry.id)) addProblem(path, `lists version ${entry.id}, which has no file`);
    else if (document !== undefined && !sameDocument(entry, document))
      addProblem(path, `lists version ${entry.id} with other fields than its document has`);
  }
}
