// Builds the versions that are due, and hands good ones to the writer at once, since few documents fit into memory.

import { mapConcurrently } from '../../map-concurrently.ts';
import type { Publisher } from '../publisher.ts';
import { buildVersion } from './build-version.ts';
import { maxDocuments } from './concurrency.ts';
import type { Outcome } from './gather-content.ts';
import type { Plan } from './plan-versions.ts';
import type { VersionReader } from './version-reader.ts';
import type { DocumentWriter } from './write-documents.ts';

export function buildVersions(
  { validate, withSlot, checks }: Pick<Publisher, 'validate' | 'withSlot' | 'checks'>,
  source: VersionReader,
  { organisationId, before, versions }: Plan,
  writer: DocumentWriter,
): Promise<Outcome[]> {
  return mapConcurrently(versions, maxDocuments, ({ id, isDue }) =>
    withSlot(async (): Promise<Outcome> => {
      if (!isDue) return { id, outcome: 'untouched' };
      const encode = (data: Uint8Array) => writer.encode(id, data, before.pointer?.timetables[id]);
      const built = await buildVersion(source, validate, { organisationId, versionId: id }, encode, checks);
      if (built.outcome !== 'good') return { id, ...built };
      const { summary, encoded: write, warnings } = built;
      return { id, outcome: 'good', summary, file: await write(), warnings };
    }),
  );
}
