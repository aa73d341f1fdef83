// Writes the calendar and the weeks, each week with the pack of its slices. Slices follow from their week, so where that is the
// same, they are too.

import type { Derived, IndexedPack, PublishedFile } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { BrokenCalendarError } from '../../errors.ts';
import { derivedFiles } from '../../snapshot/derived-files.ts';
import type { PackInput } from '../../snapshot/pack/compress-entries.ts';
import { noEarlierPack, openSlicesPack } from '../../snapshot/pack/open-packs.ts';
import { writeSlicesPack } from '../../snapshot/pack/write-packs.ts';
import { calendarName, nameOfSlices, paths } from '../../snapshot/paths.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import type { Store } from '../../store/store.ts';
import type { DocumentWriter } from '../documents/write-documents.ts';
import { assembleDerived, type DerivedParts } from './assemble-derived.ts';

export type DerivedFiles = Pick<Derived, 'calendar' | 'weeks'> & { slices: Record<string, IndexedPack> };

export type DerivedWriting = DerivedParts & {
  store: Store;
  validate: Validator;
  before: Derived | undefined;
  writer: DocumentWriter;
  /** Write packs anew, whatever is stored. */
  repair: boolean;
  letDocumentsGoFirst: () => Promise<void>;
};

export async function writeDerivedFiles(writing: DerivedWriting): Promise<DerivedFiles> {
  const { organisationId, validate, before, writer, letDocumentsGoFirst } = writing;
  const known = new Map(before === undefined ? [] : derivedFiles(before));
  const files = new Map<string, PublishedFile>();
  const slices: DerivedFiles['slices'] = {};
  for (const { name, data, slices: entries } of assembleDerived(validate, writing)) {
    const file = await writer.encode(name, data, known.get(name))();
    files.set(name, file);
    if (entries !== null) {
      const stored = file.hash === known.get(name)?.hash && !writing.repair ? before?.slices?.[name] : undefined;
      const pack = stored ?? (await writeSlices(writing, name, entries));
      if (pack !== null) slices[name] = pack;
    }
    await letDocumentsGoFirst();
  }
  await writer.finish();
  const { [calendarName]: calendar, ...weeks } = Object.fromEntries(files);
  if (calendar === undefined) throw new Error(`organisation ${organisationId} was given no calendar`);
  return { calendar, weeks, slices };
}

/** Null when there are more than a pack may have: readers of such a school read the whole week. */
async function writeSlices(
  { organisationId, store, before, writer, repair }: DerivedWriting,
  week: string,
  entries: Iterable<PackInput>,
): Promise<IndexedPack | null> {
  const name = nameOfSlices(week);
  const last = before?.slices?.[week];
  const stored = last === undefined ? null : await store.read(paths.pack(organisationId, name, last.hash));
  const earlier = last === undefined || repair ? noEarlierPack : openSlicesPack(stored, last);
  const written = await writeSlicesPack(entries, earlier).catch((error) => {
    if (error instanceof BrokenCalendarError) return null;
    throw error;
  });
  if (written === null) return null;
  const { bytes, pack } = written;
  if (stored !== null && sha256(stored) === pack.hash) return pack;
  await store.write([{ path: paths.pack(organisationId, name, pack.hash), bytes }]);
  writer.bytes += bytes.length;
  return pack;
}
