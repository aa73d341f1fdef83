// Reads the data of `npm run status`: what each organisation has published, queued and withheld, the queue, and the
// last heartbeat.

import { sql } from 'kysely';
import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import type { Pointer, Problems } from '../../contract/types.generated.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { noSuchOrganisation } from '../../database/organisation.ts';
import { enqueueUnlessReadOnly } from '../../database/queue/changed-versions.ts';
import { type OrganisationWork, readOrganisationWork } from '../../database/queue/organisation-states.ts';
import { readQueue } from '../../database/queue/read-queue.ts';
import { type AwaitingApproval, readAwaitingApproval } from '../../database/queue/removals-awaiting-approval.ts';
import { readWebhookFigures, type WebhookFigures } from '../../database/webhooks/webhook-figures.ts';
import { mapConcurrently } from '../../map-concurrently.ts';
import type { Progress } from '../../publish/engine/build.ts';
import { findWithheldLinks, type WithheldLink } from '../../snapshot/find-withheld-links.ts';
import { readHeartbeat } from '../../snapshot/heartbeat.ts';
import { judgePublisher, watcherTimeout } from '../../snapshot/judge-publisher.ts';
import { loadPointer } from '../../snapshot/load-published.ts';
import { readsAtOnce } from '../../store/reads-at-once.ts';
import type { Store } from '../../store/store.ts';

export type OrganisationStatus = {
  organisationId: OrganisationId;
  /** What readers get; null when nothing readable is published. */
  pointer: { generation: number; rolledBackTo: number | null; ageSeconds: number; versions: number } | null;
  withheld: Problems['withheld'];
  warnings: Problems['warnings'];
  /** Links that show nothing, since all together would show too much: how many, and the first of them. */
  withheldLinks: { count: number; first: WithheldLink[] };
} & Pick<OrganisationWork, 'links' | 'orphanedChanges' | 'pending' | 'retries'>;

export type Status = {
  /** The whole queue, removals awaiting approval included: `lagSeconds` is the age of the oldest change. */
  queue: { changes: number; organisations: number; lagSeconds: number };
  organisations: OrganisationStatus[];
  /** The last heartbeat, and why publishing seems to have stopped, or null. */
  publisher: { ageSeconds: number; watching: boolean; silent: string | null } | null;
  /** Removals awaiting approval, under the name that programs read in the report. */
  held: AwaitingApproval;
  /** Whether webhooks are sent, and those whose receivers are not there. */
  webhooks: WebhookFigures;
};

/** How many organisations are in memory. */
const pageSize = 200;

/**
 * @param options `only` a single organisation
 * @throws NotFoundError when there is no such organisation
 */
export async function readStatus(
  database: Database,
  store: Store,
  now: number,
  { only, progress }: { only?: OrganisationId | undefined; progress?: Progress } = {},
): Promise<Status> {
  await enqueueUnlessReadOnly(database);
  if (only !== undefined) {
    const found = await readOrganisations(database, store, now, [only]);
    if (found.length === 0) throw noSuchOrganisation(only);
    return { ...(await readGeneral(database, store, only)), organisations: found };
  }
  const organisations: OrganisationStatus[] = [];
  for await (const page of readPages(database, store, now, progress))
    for (const organisation of page) organisations.push(organisation);
  return { ...(await readGeneral(database, store)), organisations };
}

/** All organisations in the order of their ids, a few hundred at a time, since the problems of all may not fit into memory. */
export async function* readPages(
  database: Database,
  store: Store,
  now: number,
  progress?: Progress,
): AsyncGenerator<OrganisationStatus[]> {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from organisation`.execute(database);
  progress?.start(rows[0]?.count ?? 0);
  for (let after = ''; ; ) {
    const page = await database
      .selectFrom('organisation')
      .select('id')
      .where('id', '>', after)
      .orderBy('id')
      .limit(pageSize)
      .execute();
    const last = page.at(-1);
    if (last === undefined) return;
    after = last.id;
    const ids = page.map(({ id }) => parseOrganisationId(id));
    yield await readOrganisations(database, store, now, ids, progress);
  }
}

/** Those of the organisations that exist, in the order of their ids. */
export async function readOrganisations(
  database: Database,
  store: Store,
  now: number,
  ids: readonly OrganisationId[],
  progress?: Progress,
): Promise<OrganisationStatus[]> {
  const read = await readWithPointers(database, store, now, ids, progress);
  return read.map(({ status }) => status);
}

/** The same with what of it is shown, as it was read with the status. */
export async function readWithPointers(
  database: Database,
  store: Store,
  now: number,
  ids: readonly OrganisationId[],
  progress?: Progress,
): Promise<{ status: OrganisationStatus; pointer: Pointer | null }[]> {
  return mapConcurrently(await readOrganisationWork(database, ids), readsAtOnce, async ({ id, ...work }) => {
    const organisationId = parseOrganisationId(id);
    const { pointer, problems, stored } = await loadPointer(store, organisationId);
    const handle = stored.record?.handle ?? null;
    const count = work.withheldLinks;
    const first = count === 0 || handle === null ? [] : await findWithheldLinks(store, organisationId, handle);
    progress?.organisation(organisationId);
    const status = {
      organisationId,
      pointer: pointer && {
        generation: pointer.generation,
        rolledBackTo: pointer.rolledBackTo,
        ageSeconds: (now - Date.parse(pointer.publishedAt)) / 1000,
        versions: Object.keys(pointer.timetables).length,
      },
      withheld: problems?.withheld ?? [],
      warnings: problems?.warnings ?? [],
      links: work.links,
      withheldLinks: { count, first },
      orphanedChanges: work.orphanedChanges,
      pending: work.pending,
      retries: work.retries,
    };
    return { status, pointer };
  });
}

/**
 * What concerns no single organisation: the queue, the publisher, and what awaits approval.
 * @param only the organisation whose webhooks are looked at; all without it
 */
export async function readGeneral(
  database: Database,
  store: Store,
  only?: OrganisationId,
): Promise<Omit<Status, 'organisations'>> {
  const { depth, organisations: waiting, ageSeconds } = await readQueue(database);
  const heartbeat = await readHeartbeat(store);
  const verdict = judgePublisher(heartbeat, { timeout: watcherTimeout, refuseAfter: undefined });
  const silent = verdict.state === 'alive' ? null : verdict.reason;
  return {
    queue: { changes: depth, organisations: waiting, lagSeconds: ageSeconds },
    publisher: heartbeat && { ageSeconds: heartbeat.age / 1000, watching: heartbeat.watching, silent },
    held: await readAwaitingApproval(database),
    webhooks: await readWebhookFigures(database, only),
  };
}
