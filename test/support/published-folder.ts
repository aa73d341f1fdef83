// A small published form, written by hand through the functions that publishing uses, so that serving can be tested
// without a database.

import { createHash, randomBytes } from 'node:crypto';
import { createApiKey } from '../../src/access/api-key.ts';
import type { AccessRecord, KeyRecord, Pointer, PublishedFile } from '../../src/contract/types.generated.ts';
import { encodeResponse } from '../../src/snapshot/encode-response.ts';
import { folderStore } from '../../src/snapshot/folder-store.ts';
import { loadSnapshot } from '../../src/snapshot/load-snapshot.ts';
import { encodingNames, formatVersion, listName, paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import type { Store } from '../../src/snapshot/store.ts';
import { swapPointer } from '../../src/snapshot/swap-pointer.ts';

export type PublishedForm = {
  store: Store;
  /** Makes the documents, by version id, what the organisation shows; `entries` are those of its list. */
  publish(organisationId: string, documents: Record<string, unknown>, entries?: readonly unknown[]): Promise<Pointer>;
  /** Writes the record of a key: good for ever unless `changes` say otherwise. */
  writeKey(key: string, organisationId: string, changes?: Partial<KeyRecord>): Promise<void>;
  /** Writes the access record of an organisation: active and with the API on unless `changes` say otherwise. */
  writeAccess(organisationId: string, changes?: Partial<AccessRecord>): Promise<void>;
  /** An organisation with access, a key and documents; returns the key. */
  addOrganisation(
    organisationId: string,
    documents: Record<string, unknown>,
    entries?: readonly unknown[],
  ): Promise<string>;
};

export const newKey = () => createApiKey(randomBytes);
export const keyRecordPath = (key: string) => paths.keyRecord(createHash('sha256').update(key).digest('hex'));

/** A published form in a folder, which is known by its path too. */
export type PublishedFolder = PublishedForm & { folder: string };

/** The published form in `folder`, which may be empty or missing. */
export const publishedFolder = (folder: string): PublishedFolder => ({ ...publishedForm(folderStore(folder)), folder });

/** The published form in any store. */
export function publishedForm(store: Store): PublishedForm {
  const put = async (organisationId: string, name: string, data: unknown): Promise<PublishedFile> => {
    const { file, bytes } = await encodeResponse(new TextEncoder().encode(JSON.stringify(data)));
    await store.write(
      encodingNames.map((encoding) => ({
        path: paths.file(organisationId, name, file.hash, encoding),
        bytes: bytes[encoding],
      })),
    );
    return file;
  };

  const form: Omit<PublishedForm, 'addOrganisation'> = {
    store,
    async publish(organisationId, documents, entries = Object.keys(documents).map((id) => ({ id }))) {
      const before = await loadSnapshot(store, organisationId);
      const list = await put(organisationId, listName, {
        orgId: organisationId,
        count: entries.length,
        timetables: entries,
      });
      const files: [string, PublishedFile][] = [];
      for (const [id, data] of Object.entries(documents)) files.push([id, await put(organisationId, id, data)]);
      const pointer: Pointer = {
        formatVersion,
        organisationId,
        generation: before.generation + 1,
        publishedAt: new Date().toISOString(),
        rolledBackTo: null,
        list,
        timetables: Object.fromEntries(files),
      };
      if (!(await swapPointer(store, pointer, before))) throw new Error('somebody else published meanwhile');
      return pointer;
    },
    async writeKey(key, organisationId, changes = {}) {
      const keySha256 = createHash('sha256').update(key).digest('hex');
      const own = { formatVersion, keySha256, organisationId, keyId: 'k1', expiresAt: null, revoked: false } as const;
      await store.write([{ path: keyRecordPath(key), bytes: recordBytes({ ...own, ...changes }) }]);
    },
    async writeAccess(organisationId, changes = {}) {
      const own = { formatVersion, organisationId, access: 'active', lockedBecause: null, apiEnabled: true } as const;
      await store.write([{ path: paths.accessRecord(organisationId), bytes: recordBytes({ ...own, ...changes }) }]);
    },
  };
  return {
    ...form,
    async addOrganisation(organisationId, documents, entries) {
      const key = newKey();
      await form.writeAccess(organisationId);
      await form.writeKey(key, organisationId);
      await form.publish(organisationId, documents, entries);
      return key;
    },
  };
}
