// What a watcher tells its log.

import type { OrganisationId } from '../../access/ids.ts';
import type { Work } from '../port.ts';
import type { PublishedOrganisation } from '../publish-documents.ts';

export type WatchEvents = {
  /** @param seconds how long it took */
  published(organisation: PublishedOrganisation, seconds: number): void;
  /** The access or the keys of an organisation changed. */
  access(organisationId: OrganisationId): void;
  /** The source does not have these organisations any more, but they are too many to remove without approval. */
  held(organisationIds: readonly string[]): void;
  /** Something failed and will be retried. @param work what it was, if it concerned one kind of work */
  failed(what: string, error: unknown, work?: Work): void;
};
