// Writes the list of an organisation and, where it has drafts, a second one without them, for keys that see published versions
// only. Without drafts both are one file. The versions that are drafts are marked in the pointer, so that a server need not read
// a document to know.

import type { OrganisationId, Owned } from '../../access/ids.ts';
import type {
  Pointer,
  PublishedFile,
  PublishedVersion,
  TimetableVersionSummary,
} from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleList, isPublished } from '../../document/assemble-list.ts';
import { BrokenRecordError } from '../../errors.ts';
import { readData } from '../../snapshot/load-published.ts';
import { listName } from '../../snapshot/paths.ts';
import type { Store } from '../../store/store.ts';
import type { Content } from './gather-content.ts';
import { type DocumentWriter, documentWriter } from './write-documents.ts';

/** What a pointer names. */
export type NamedFiles = Pick<Pointer, 'list' | 'publishedList' | 'timetables'>;

/** @param before the pointer whose files are kept where their data is the same */
export async function writeLists(
  { validate, organisationId, writer }: { validate: Validator; organisationId: OrganisationId; writer: DocumentWriter },
  { entries, files }: Pick<Content, 'entries' | 'files'>,
  before: Pointer | null,
): Promise<NamedFiles> {
  const write = (listed: readonly TimetableVersionSummary[], stored: PublishedFile | undefined) => {
    const list = validate('timetable-list', assembleList(organisationId, listed));
    if (!list.valid)
      throw new Error(`the list of organisation ${organisationId} is broken: ${JSON.stringify(list.problems)}`);
    return writer.encode(listName, new TextEncoder().encode(JSON.stringify(list.value)), stored)();
  };
  const published = entries.filter(isPublished);
  const list = await write(entries, before?.list);
  const publishedList = published.length === entries.length ? list : await write(published, before?.publishedList);
  const shown = new Set(published.map(({ id }) => id));
  const timetables = Object.fromEntries([...files].map(([id, file]) => [id, marked(file, !shown.has(id))]));
  return { list, publishedList, timetables };
}

/** The mark of the stored file may be that of a pointer that had none. */
const marked = ({ hash, identity, gzip, br }: PublishedFile, isDraft: boolean): PublishedVersion => ({
  ...{ hash, identity, gzip, br },
  ...(isDraft && { draft: true }),
});

/**
 * The same pointer with a list without drafts, which those of earlier releases lack.
 * @throws BrokenRecordError when the list cannot be read
 */
export async function addPublishedList(
  { store, validate }: { store: Store; validate: Validator },
  pointer: Owned<Pointer>,
): Promise<Owned<Pointer>> {
  if (pointer.publishedList !== undefined) return pointer;
  const { organisationId, list, timetables } = pointer;
  const data = await readData(store, pointer, listName, list.hash);
  if (data === null) throw new BrokenRecordError(`the list of organisation ${organisationId} is missing or damaged`);
  const content = { entries: JSON.parse(data).timetables, files: new Map(Object.entries(timetables)) };
  const writer = documentWriter(store, organisationId, false);
  const files = await writeLists({ validate, organisationId, writer }, content, pointer);
  await writer.finish();
  return { ...pointer, ...files };
}
