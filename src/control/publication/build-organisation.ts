// Publishes one organisation anew from the database: its access, its documents, and what follows from them.

import type { OrganisationId } from '../../access/ids.ts';
import type { Problems } from '../../contract/types.generated.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { assertMappingComplete } from '../../database/views/check-mapping.ts';
import { assertSource } from '../../database/views/source-relations.ts';
import { RemovalHeldError } from '../../errors.ts';
import { buildFromDatabase } from '../../publish/database/build-from-database.ts';
import { loadPublished } from '../../snapshot/load-published.ts';
import type { Operator } from '../operator.ts';
import { recordBuild } from './record-build.ts';

export type Built = {
  /** What readers get now. */
  generation: number;
  publishedAt: string;
  written: string[];
  dropped: string[];
  /** Versions that break the contract: their last valid form stays. */
  withheld: Problems['withheld'];
};

/**
 * @param isFull also verify the stored files and rewrite damaged ones
 * @throws NotFoundError, RemovalHeldError, and what ended the publication
 */
export async function buildOrganisation(
  operator: Operator,
  organisationId: OrganisationId,
  isFull: boolean,
): Promise<Built> {
  const {
    open: { database },
    publisher,
  } = operator;
  await assertOrganisation(database, organisationId);
  await assertMappingComplete(database);
  await assertSource(database, 'all');
  const plan = new Map([[organisationId, { what: 'versions', versions: 'all', repair: isFull } as const]]);
  await recordBuild(operator, plan);
  const report = await buildFromDatabase(publisher, plan);
  const failure = report.failures.find(({ work }) => work === 'documents' || work === 'access') ?? report.failures[0];
  if (failure !== undefined) throw failure.error;
  if (report.held.includes(organisationId))
    throw new RemovalHeldError(`what is published of ${organisationId} awaits approval before it is removed`);
  const { pointer } = await loadPublished(publisher.store, organisationId);
  const [published] = report.organisations;
  return {
    generation: pointer?.generation ?? published?.generation ?? 0,
    publishedAt: pointer?.publishedAt ?? new Date(publisher.now()).toISOString(),
    written: published?.written ?? [],
    dropped: published?.dropped ?? [],
    withheld: published?.withheld ?? [],
  };
}
