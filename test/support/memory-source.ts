// A source in memory: organisations as plain objects, each with a revision that a change raises.

import { randomBytes } from 'node:crypto';
import {
  type Calendar,
  createHandle,
  createKey,
  type Source,
  type SourceAccess,
  type SourceDocument,
} from '../../src/belfry.ts';

export type MemoryOrganisation = {
  revision: number;
  access: SourceAccess;
  /** What `document` returns, by version id; a function is called instead. */
  documents: Map<string, SourceDocument | (() => SourceDocument)>;
  calendar: Calendar | null;
  /** What it says to have been removed on purpose; by default a calendar that is null. */
  removed: { versions: string[]; calendar: boolean };
};

export type MemorySource = Source & {
  organisations: Map<string, MemoryOrganisation>;
  /** Creates an organisation with one key, which is returned. */
  add(id: string, documents: readonly { id: string }[]): string;
  /** Changes an organisation, and raises its revision. */
  change(id: string, change: (organisation: MemoryOrganisation) => void): void;
  /** The versions that were read, and how many snapshots are open. */
  read: string[];
  open: number;
};

export function memorySource(id = 'memory'): MemorySource {
  const organisations = new Map<string, MemoryOrganisation>();
  const source: MemorySource = {
    id,
    organisations,
    read: [],
    open: 0,
    add(organisationId, documents) {
      const handle = createHandle(randomBytes);
      const { key, sha256 } = createKey(handle, randomBytes);
      const keys = { [sha256]: { keyId: 'key_1', expiresAt: null, revoked: false } };
      organisations.set(organisationId, {
        revision: 1,
        access: { handle, state: 'active', lockedBecause: null, apiEnabled: true, keys },
        calendar: null,
        removed: { versions: [], calendar: true },
        documents: new Map(
          documents.map((document) => [document.id, { document: { ...document, orgId: organisationId } }]),
        ),
      });
      return key;
    },
    change(organisationId, change) {
      const organisation = organisations.get(organisationId);
      if (organisation === undefined) throw new Error(`there is no ${organisationId}`);
      change(organisation);
      organisation.revision += 1;
    },
    revisions: async () => new Map(Array.from(organisations, ([each, { revision }]) => [each, revision])),
    async snapshot(organisationId) {
      const organisation = organisations.get(organisationId);
      if (organisation === undefined) return null;
      const { revision, access, calendar, removed } = structuredClone({ ...organisation, documents: null });
      const documents = new Map(organisation.documents);
      source.open += 1;
      return {
        revision,
        access: async () => access,
        calendar: async () => calendar,
        removed: async () => removed,
        versions: async () => [...documents.keys()].map((each) => ({ id: each })),
        async document(versionId) {
          source.read.push(versionId);
          const found = documents.get(versionId) ?? null;
          return typeof found === 'function' ? found() : found;
        },
        async close() {
          source.open -= 1;
        },
      };
    },
  };
  return source;
}
