// A small published output, written by hand through the functions that publishing uses, so that serving can be tested
// without a database.

import { createHash, randomBytes } from 'node:crypto';
import { createApiKey } from '../../src/access/api-key.ts';
import { type Owned, parseOrganisationId as org } from '../../src/access/ids.ts';
import type {
  AccessRecord,
  ChangesPart,
  DaysPart,
  Derived,
  IndexedPack,
  KeyRecord,
  Pointer,
  PublishedFile,
  PublishedVersion,
} from '../../src/contract/types.generated.ts';
import { derivedFiles } from '../../src/snapshot/derived-files.ts';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { loadPublished } from '../../src/snapshot/load-published.ts';
import { noEarlierPack } from '../../src/snapshot/pack/open-packs.ts';
import { writeDaysPack, writeSlicesPack } from '../../src/snapshot/pack/write-packs.ts';
import {
  calendarName,
  changesName,
  daysName,
  encodingNames,
  formatVersion,
  listName,
  nameOfSlices,
  paths,
} from '../../src/snapshot/paths.ts';
import { replacePart, swapPointer } from '../../src/snapshot/replace-part.ts';
import { assignHandle, readRecordByHandle } from '../../src/snapshot/stored-organisation.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import type { Store } from '../../src/store/store.ts';
import { handleFor } from './record-places.ts';

export type PublishedForm = {
  store: Store;
  /** Publishes these documents, by version id, as the organisation's; `entries` are those of its list. */
  publish(organisationId: string, documents: Record<string, unknown>, entries?: readonly unknown[]): Promise<Pointer>;
  /** The same as an earlier release did, whose pointers say nothing of drafts. */
  publishAsEarlier(organisationId: string, documents: Record<string, unknown>): Promise<Pointer>;
  /** Publishes a calendar and weeks, by their names, as derived from what is published; null removes them. */
  derive(
    organisationId: string,
    what: {
      calendar: unknown;
      weeks: Record<string, unknown>;
      /** By week, then by names such as `class/7A`; without them as an earlier release derived. */
      slices?: Record<string, Record<string, unknown>>;
    } | null,
  ): Promise<Derived>;
  /** Publishes days by their dates; null removes them. */
  publishDays(organisationId: string, days: Record<string, unknown> | null): Promise<DaysPart>;
  /** What changed: entries of its pack, each under its name. */
  publishChanges(organisationId: string, entries: Record<string, unknown>): Promise<ChangesPart>;
  /** Writes a key into the record: valid without expiry, except for `changes`. */
  writeKey(key: string, organisationId: string, changes?: Partial<KeyRecord>): Promise<void>;
  removeKey(key: string, organisationId: string): Promise<void>;
  /** Writes the access of an organisation: active and with the API on, except for `changes`. */
  writeAccess(organisationId: string, changes?: Partial<AccessRecord>): Promise<void>;
  /** An organisation with access, a key and documents; returns the key. */
  addOrganisation(
    organisationId: string,
    documents: Record<string, unknown>,
    entries?: readonly unknown[],
  ): Promise<string>;
};

export const newKey = (organisationId: string) => createApiKey(handleFor(organisationId), randomBytes);
export const hashOfKey = (key: string) => createHash('sha256').update(key).digest('hex');

const isDraft = (version: unknown) => Object(version).status === 'draft';
const entriesOf = (documents: Record<string, unknown>) =>
  Object.entries(documents).map(([id, data]) => ({ id, ...(isDraft(data) && { status: 'draft' }) }));

const inputsOf = (data: Record<string, unknown>) =>
  Object.entries(data).map(([name, each]) => [name, new TextEncoder().encode(JSON.stringify(each))] as const);

const active = { state: 'active', lockedBecause: null, apiEnabled: true } as const;
const always = async () => {};

/** A published output in a folder, with the folder's path. */
export type PublishedFolder = PublishedForm & { folder: string };

/** The published output in `folder`, which may be empty or missing. */
export const publishedFolder = (folder: string): PublishedFolder => ({ ...publishedForm(folderStore(folder)), folder });

/** The published output in any store. */
export function publishedForm(store: Store): PublishedForm {
  const put = async (organisationId: string, name: string, data: unknown): Promise<PublishedFile> => {
    const { file, bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify(data)));
    await store.write(
      encodingNames.map((encoding) => ({
        path: paths.file(org(organisationId), name, file.hash, encoding),
        bytes: bytes[encoding],
      })),
    );
    return file;
  };

  const handleOf = async (organisationId: string) => {
    const handle = handleFor(organisationId);
    await assignHandle(store, org(organisationId), handle, always);
    return handle;
  };

  async function changeAccess(organisationId: string, change: (access: AccessRecord) => AccessRecord): Promise<void> {
    const handle = await handleOf(organisationId);
    const stored = await readRecordByHandle(store, org(organisationId), handle);
    const before = stored.record?.access ?? { ...active, keys: {} };
    const place = { organisationId: org(organisationId), handle, stored };
    await replacePart(store, place, 'access', change(before), always);
  }

  async function publishPointer(
    organisationId: string,
    documents: Record<string, unknown>,
    entries: readonly unknown[],
    knowsDrafts: boolean,
  ): Promise<Pointer> {
    const handle = await handleOf(organisationId);
    const before = await loadPublished(store, org(organisationId), handle);
    const putList = (timetables: readonly unknown[]) =>
      put(organisationId, listName, { orgId: organisationId, count: timetables.length, timetables });
    const list = await putList(entries);
    const files: [string, PublishedVersion][] = [];
    for (const [id, data] of Object.entries(documents)) {
      const file = await put(organisationId, id, data);
      files.push([id, { ...file, ...(knowsDrafts && isDraft(data) && { draft: true }) }]);
    }
    const pointer: Owned<Pointer> = {
      formatVersion,
      organisationId: org(organisationId),
      generation: before.generation + 1,
      publishedAt: new Date().toISOString(),
      rolledBackTo: null,
      list,
      ...(knowsDrafts && { publishedList: await putList(entries.filter((entry) => !isDraft(entry))) }),
      timetables: Object.fromEntries(files),
    };
    await swapPointer(store, handle, pointer, before, always);
    return pointer;
  }

  const form: Omit<PublishedForm, 'addOrganisation'> = {
    store,
    publish: (organisationId, documents, entries = entriesOf(documents)) =>
      publishPointer(organisationId, documents, entries, true),
    publishAsEarlier: (organisationId, documents) =>
      publishPointer(organisationId, documents, entriesOf(documents), false),
    async derive(organisationId, what) {
      const handle = await handleOf(organisationId);
      const stored = await readRecordByHandle(store, org(organisationId), handle);
      const place = { organisationId: org(organisationId), handle, stored };
      const weeks: [string, PublishedFile][] = [];
      for (const [name, data] of Object.entries(what?.weeks ?? {}))
        weeks.push([name, await put(organisationId, name, data)]);
      const slices: [string, IndexedPack][] = [];
      for (const [name, entries] of Object.entries(what?.slices ?? {})) {
        const { bytes, pack } = await writeSlicesPack(inputsOf(entries), noEarlierPack);
        await store.write([{ path: paths.pack(org(organisationId), nameOfSlices(name), pack.hash), bytes }]);
        slices.push([name, pack]);
      }
      const before = stored.record?.derived;
      const at = new Date().toISOString();
      const derived: Derived = {
        generation: stored.record?.pointer?.generation ?? 1,
        publishedAt: at,
        validFrom: '2026-11-22T23:00:00.000Z',
        validUntil: '2026-11-29T23:00:00.000Z',
        tzdata: '2025c',
        calendar: await put(organisationId, calendarName, what?.calendar ?? null),
        weeks: Object.fromEntries(weeks),
        ...(what?.slices && { slices: Object.fromEntries(slices) }),
        replaced: before === undefined ? [] : derivedFiles(before).map(([name, { hash }]) => ({ name, hash, at })),
      };
      await replacePart(store, place, 'derived', what === null ? undefined : derived, always);
      return derived;
    },
    async publishDays(organisationId, data) {
      const handle = await handleOf(organisationId);
      const stored = await readRecordByHandle(store, org(organisationId), handle);
      const place = { organisationId: org(organisationId), handle, stored };
      const { bytes, pack, days } = await writeDaysPack(inputsOf(data ?? {}), noEarlierPack);
      await store.write([{ path: paths.pack(org(organisationId), daysName, pack.hash), bytes }]);
      const at = new Date().toISOString();
      const hash = stored.record?.days?.pack.hash;
      const part: DaysPart = {
        generation: stored.record?.pointer?.generation ?? 1,
        publishedAt: at,
        validFrom: '2026-11-22T23:00:00.000Z',
        validUntil: '2026-11-23T23:00:00.000Z',
        tzdata: '2025c',
        pack,
        days,
        replaced: hash === undefined ? [] : [{ name: daysName, hash, at }],
      };
      await replacePart(store, place, 'days', data === null ? undefined : part, always);
      return part;
    },
    async publishChanges(organisationId, entries) {
      const handle = await handleOf(organisationId);
      const stored = await readRecordByHandle(store, org(organisationId), handle);
      const { bytes, pack } = await writeSlicesPack(inputsOf(entries), noEarlierPack);
      await store.write([{ path: paths.pack(org(organisationId), changesName, pack.hash), bytes }]);
      const generation = stored.record?.pointer?.generation ?? 1;
      const part: ChangesPart = { generation, publishedAt: new Date().toISOString(), pack, replaced: [] };
      await replacePart(store, { organisationId: org(organisationId), handle, stored }, 'changes', part, always);
      return part;
    },
    writeKey: (key, organisationId, changes = {}) =>
      changeAccess(organisationId, (access) => {
        const known = { keyId: 'k1', expiresAt: null, revoked: false, ...changes };
        return { ...access, keys: { ...access.keys, [hashOfKey(key)]: known } };
      }),
    removeKey: (key, organisationId) =>
      changeAccess(organisationId, (access) => {
        const { [hashOfKey(key)]: _, ...keys } = access.keys;
        return { ...access, keys };
      }),
    writeAccess: (organisationId, changes = {}) =>
      changeAccess(organisationId, ({ keys }) => ({ ...active, keys, ...changes })),
  };
  return {
    ...form,
    async addOrganisation(organisationId, documents, entries) {
      const key = newKey(organisationId);
      await form.writeAccess(organisationId);
      await form.writeKey(key, organisationId);
      await form.publish(organisationId, documents, entries);
      return key;
    },
  };
}
