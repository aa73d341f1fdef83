// Publishes what changed for readers since the last time: of the documents and the calendar together, and of the days by themselves. It
// follows what is derived, so no document waits for it. Of several generations since then only the last is compared: an entry is all
// that differs between two.

import type { Owned } from '../../access/ids.ts';
import { dayAt } from '../../calendar/time/zone.ts';
import type {
  Calendar,
  Change,
  Changes,
  ChangesBasis,
  ChangesPart,
  DayBasis,
  Pointer,
} from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { BrokenRecordError } from '../../errors.ts';
import type { PackInput } from '../../snapshot/pack/compress-entries.ts';
import { changesBasis, changesList, nameOfChange } from '../../snapshot/pack/names-in-changes.ts';
import { noEarlierPack, openSlicesPack } from '../../snapshot/pack/open-packs.ts';
import { writeSlicesPack } from '../../snapshot/pack/write-packs.ts';
import { changesName, paths } from '../../snapshot/paths.ts';
import { readChecked } from '../../snapshot/read-checked.ts';
import { parsePointer } from '../../snapshot/read-record.ts';
import { replacePart } from '../../snapshot/replace-part.ts';
import { sha256OfText } from '../../snapshot/sha256.ts';
import { damagedRecord, parseOwned, readRecordByHandle } from '../../snapshot/stored-organisation.ts';
import type { Store } from '../../store/store.ts';
import { encodeData } from '../derived/encode-data.ts';
import { listReplaced } from '../derived/list-replaced.ts';
import type { OpenOrganisation } from '../port.ts';
import type { Publisher } from '../publisher.ts';
import { appendChanges, describeDays } from './append-changes.ts';
import { changeLimits } from './change-limits.ts';
import { compareGenerations } from './compare-generations.ts';
import { readStoredChanges } from './stored-changes.ts';

type Tools = Pick<Publisher, 'store' | 'validate' | 'now' | 'withSlot' | 'retention'>;

export type ChangesToPublish = {
  /** What the derived files were made from. */
  pointer: Owned<Pointer>;
  calendar: Calendar | null;
  /** Of the days that are served; none without a calendar. */
  days: DayBasis[];
  letDocumentsGoFirst: () => Promise<void>;
};

/** `entries`: all that are listed by now, newest first. `isReplaced`: whether the record was, so that what was read of it is old. */
type PublishedChanges = { written: string[]; bytes: number; entries: readonly Change[]; isReplaced: boolean };

/** @throws BrokenRecordError when a published document is damaged; ConflictError when another publisher came first */
export async function publishChanges(
  tools: Tools,
  organisation: OpenOrganisation,
  { pointer, calendar, days, letDocumentsGoFirst }: ChangesToPublish,
): Promise<PublishedChanges> {
  const { store, validate } = tools;
  const { organisationId, handle, fence, assertMayPublish } = organisation;
  // As it is by now: without a calendar, parts beside it were just removed.
  const stored = await readRecordByHandle(store, organisationId, handle);
  if (stored.state === 'damaged') throw damagedRecord(organisationId);
  const before = stored.record?.changes;
  const known = await readStoredChanges(store, organisationId, before);
  const now = tools.now();

  // From nothing where the last time cannot be told: a chain that cannot be followed on begins anew.
  const compared = await tools.withSlot(async () => {
    const base = known === null || before === undefined ? null : await readBase(store, pointer, before.generation);
    const since =
      base === null ? null : await unlessBroken(() => compareGenerations(store, base, pointer, letDocumentsGoFirst));
    if (since !== null) return { ...since, last: known };
    return { ...(await compareGenerations(store, null, pointer, letDocumentsGoFirst)), last: null };
  });
  const { timetables, units, truncated, last } = compared;
  const ofCalendar = calendar === null ? null : sha256OfText(JSON.stringify(calendar));
  const kinds: ('timetables' | 'calendar')[] = [];
  if (timetables.length > 0 || truncated) kinds.push('timetables');
  if (ofCalendar !== (last?.basis.calendar ?? null)) kinds.push('calendar');
  const ofDocuments = { kinds, timetables, dates: [], entityIds: [], truncated, units };
  const contents = [...(kinds.length > 0 ? [ofDocuments] : []), ...describeDays(last?.basis.days ?? [], days)];
  const { entries, end } = appendChanges(last?.entries ?? [], last?.basis ?? beforeAll, contents, {
    ...{ generation: pointer.generation, now, today: dayAt(now, calendar?.timeZone ?? 'UTC') },
    // People who left a school stay in the changes no longer than in its earlier generations.
    mostAge: Math.min(changeLimits.age, tools.retention.milliseconds),
  });

  const inputs = entriesOfPack(validate, entries, { ...end, calendar: ofCalendar, days });
  const find = known === null || before === undefined ? noEarlierPack : openSlicesPack(known.bytes, before.pack);
  const { bytes, pack } = await writeSlicesPack(inputs, find);
  const isStored = known !== null && before?.pack.hash === pack.hash;
  const written = isStored ? { written: [], bytes: 0 } : { written: [changesName], bytes: bytes.length };
  if (isStored && before.generation === pointer.generation) return { ...written, entries, isReplaced: false };
  if (!isStored) await store.write([{ path: paths.pack(organisationId, changesName, pack.hash), bytes }]);
  const named = (hash: string) => [{ name: changesName, hash }];
  const replaced =
    before === undefined
      ? []
      : listReplaced({ files: named(before.pack.hash), replaced: before.replaced }, named(pack.hash), now);
  const publishedAt = new Date(now).toISOString();
  const part: ChangesPart = { generation: pointer.generation, publishedAt, pack, replaced, fence };
  await replacePart(store, { organisationId, handle, stored }, 'changes', part, assertMayPublish);
  return { ...written, entries, isReplaced: true };
}

/** The end of a chain that has no entry yet. */
const beforeAll = { latestId: null, latestGeneration: 0 };

function* entriesOfPack(validate: Validator, entries: readonly Change[], basis: ChangesBasis): Generator<PackInput> {
  const list: Changes = {
    oldestId: entries.at(-1)?.id ?? null,
    latestId: entries[0]?.id ?? null,
    changes: entries.map(({ units: _, ...entry }) => entry),
  };
  yield [changesList, encodeData(validate, 'changes', changesList, list)];
  yield [changesBasis, encodeData(validate, 'changes-basis', changesBasis, basis)];
  for (const entry of entries) yield [nameOfChange(entry.id), encodeData(validate, 'change', entry.id, entry)];
}

/** The pointer of the last comparison; null when it is not there any more. */
async function readBase(store: Store, pointer: Owned<Pointer>, generation: number): Promise<Owned<Pointer> | null> {
  if (generation === pointer.generation) return pointer;
  const { organisationId } = pointer;
  const { record } = await readChecked(store, paths.earlierPointer(organisationId, generation), (bytes) =>
    parseOwned(() => parsePointer(bytes), organisationId),
  );
  return record ?? null;
}

/** Null when a published file is missing or damaged. */
async function unlessBroken<Result>(work: () => Promise<Result>): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BrokenRecordError) return null;
    throw error;
  }
}
