// Publishing as the commands wire it, over the store, the clock and the database of a test. Only this file knows the engine: what
// else tests of faults and of publishing need, they say in SQL, read from the store, or ask a command (`run-command.ts`).

import { createHash, randomBytes, randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Validator } from '../../src/contract/validator.ts';
import * as keys from '../../src/control/keys/create-key.ts';
import * as keyRevocation from '../../src/control/keys/revoke-key.ts';
import * as links from '../../src/control/links/create-links.ts';
import * as linkRevocation from '../../src/control/links/revoke-link.ts';
import type { PublishingEditor } from '../../src/control/operator.ts';
import { accessStateOf } from '../../src/control/organisations/access-state.ts';
import { changeOrganisation } from '../../src/control/organisations/change-organisation.ts';
import * as deletion from '../../src/control/organisations/delete-organisation.ts';
import * as rollback from '../../src/control/publication/roll-back.ts';
import type { Database, OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { Tables } from '../../src/database/tables.ts';
import { reasonOf } from '../../src/errors.ts';
import * as binding from '../../src/publish/database/bind-store.ts';
import { buildFromDatabase, type DatabaseBuildReport } from '../../src/publish/database/build-from-database.ts';
import * as fences from '../../src/publish/database/compare-fences.ts';
import { createDatabasePublisher } from '../../src/publish/database/database-port.ts';
import { type DatabaseWatchEvents, watchDatabase } from '../../src/publish/database/watch-database.ts';
import { describeAwaitingApproval } from '../../src/publish/judge-removals.ts';
import * as cleaning from '../../src/publish/upkeep/clean-up.ts';

export { cleanUpInTurn } from '../../src/publish/upkeep/clean-up-in-turn.ts';

import type { Retention } from '../../src/snapshot/remove-garbage.ts';
import type { Reserve } from '../../src/store/reserving-store.ts';
import type { Store } from '../../src/store/store.ts';

/** What publishes: as in the commands, but for what a test replaces. */
export type Publisher = {
  store: Store;
  validate: Validator;
  /** Milliseconds since 1970. */
  now: () => number;
  retention?: Retention;
  /** What the links of one organisation may take. */
  linkBytes?: number;
  reserve?: Reserve;
  /** As `build --remove`. */
  removesInBulk?: boolean;
};

/** Which versions of an organisation to build; `repair` as `build --full`. */
export type Scope = { versions: 'all' | ReadonlySet<string>; repair: boolean };

/** As `build`, `build --full`, and `build --organisation ID` or `--timetable ID`. */
export type Plan = 'due' | 'everything' | ReadonlyMap<string, Scope>;

/** As `build --json` prints it, with errors in place of their texts. */
export type BuildReport = DatabaseBuildReport;

/** The publisher that the commands make of the same. */
export const publisherOf = (publisher: Publisher, open: Pick<OpenDatabase, 'database'> & { hasOneSession?: boolean }) =>
  createDatabasePublisher(publisher, { hasOneSession: false, ...open });

/** Somebody who runs a command. */
export const operatorOf = (publisher: Publisher, database: Database): PublishingEditor => ({
  open: { database },
  publisher: publisherOf(publisher, { database }),
  actor: { by: 'tester', via: 'command', from: 'test', adminId: null },
});

/** `belfry build`. @throws what ends it; failures of organisations are in the report */
export function build(publisher: Publisher, database: Database, plan: Plan): Promise<BuildReport> {
  const requests =
    typeof plan === 'string'
      ? plan
      : new Map(Array.from(plan, ([id, scope]) => [org(id), { what: 'versions', ...scope } as const]));
  return buildFromDatabase(publisherOf(publisher, { database }), requests);
}

/**
 * `belfry watch`, in one process, until the signal aborts.
 * @param say told each event: `published <organisation> <generation>`, `access <organisation>`, `withheld <organisations> <versions>`,
 *   `held <what>`, `found <what>`, `notified`, `polling: <why>`, `failed <what>: <why>`
 * @param listenUrl for LISTEN, where the database is behind a pooler
 */
export function watch(
  publisher: Publisher,
  open: OpenDatabase,
  signal: AbortSignal,
  say: (event: string) => void,
  listenUrl?: string,
): Promise<void> {
  const events: DatabaseWatchEvents = {
    published: ({ organisationId, generation }) => say(`published ${organisationId} ${generation}`),
    access: (organisationId) => say(`access ${organisationId}`),
    held: (organisationIds) => say(`held ${describeAwaitingApproval(organisationIds)}`),
    withheldAtStart: (organisations, versions) => say(`withheld ${organisations} ${versions}`),
    findings(findings) {
      for (const { found } of findings) say(`found ${found}`);
    },
    failed: (what, error) => say(`failed ${what}: ${reasonOf(error)}`),
    listening: (state) => say(state.by === 'polling' ? `polling: ${state.why}` : 'notified'),
  };
  const options = listenUrl === undefined ? {} : { listenUrl };
  return watchDatabase(publisherOf(publisher, open), open, signal, events, options);
}

/** A publisher whose clock is not past the moment yet: what has expired was created before. */
const publisherBefore = (publisher: Publisher, moment: string | null): Publisher =>
  moment === null ? publisher : { ...publisher, now: () => Math.min(publisher.now(), Date.parse(moment) - 1) };

/** `belfry keys create`. @param expiresAt ISO 8601 */
export function createKey(
  database: Database,
  publisher: Publisher,
  organisationId: string,
  expiresAt: string | null = null,
): Promise<{ id: string; key: string }> {
  const source = { randomBytes, sha256: (text: string) => createHash('sha256').update(text).digest('hex') };
  const key = { organisationId: org(organisationId), name: 'Test', expiresAt };
  return keys.createKey(operatorOf(publisherBefore(publisher, expiresAt), database), source, key);
}

/** `belfry keys revoke`. */
export const revokeKey = (database: Database, publisher: Publisher, id: string): Promise<void> =>
  keyRevocation.revokeKey(operatorOf(publisher, database), id);

/** `belfry links create`. */
export async function createLink(
  database: Database,
  publisher: Publisher,
  organisationId: string,
  [kind, entityId]: readonly [kind: 'class' | 'teacher' | 'room' | 'student', entityId: string],
  expiresAt: string | null = null,
): Promise<{ id: string; token: string; sha256: string }> {
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const link = {
    organisationId: org(organisationId),
    entities: [{ kind, entityId, name: entityId }],
    name: 'Test',
    expiresAt,
  };
  const operator = operatorOf(publisherBefore(publisher, expiresAt), database);
  const [created] = await links.createLinks(operator, { randomBytes, sha256 }, link);
  if (created === undefined) throw new Error('no link was created');
  return { id: created.linkId, token: created.token, sha256: sha256(created.token) };
}

/** `belfry links revoke`. */
export const revokeLink = (database: Database, publisher: Publisher, id: string): Promise<void> =>
  linkRevocation.revokeLink(operatorOf(publisher, database), id);

/** Columns of an organisation. */
export type AccessChange = Partial<
  Pick<Selectable<Tables['organisation']>, 'access' | 'locked_because' | 'api_enabled'>
>;

/** `belfry organisations set`. */
export async function setAccess(
  database: Database,
  publisher: Publisher,
  id: string,
  { access, locked_because = null, api_enabled: api }: AccessChange,
): Promise<void> {
  await changeOrganisation(operatorOf(publisher, database), org(id), {
    ...(access === undefined ? {} : { access: accessStateOf({ access, locked_because }) }),
    ...(api === undefined ? {} : { api }),
  });
}

/** `belfry organisations delete`. */
export const deleteOrganisation = (publisher: Publisher, database: Database, id: string): Promise<'removed' | 'held'> =>
  deletion.deleteOrganisation(operatorOf(publisher, database), org(id));

/** The clean-up of a watcher. @returns the paths that it removed */
export const cleanUp = (publisher: Publisher, database: Database, id: string): Promise<string[]> =>
  cleaning.cleanUp(publisherOf(publisher, { database }), org(id));

/** `belfry rollback`. @param to the newest earlier generation by default */
export const rollBack = (
  publisher: Publisher,
  database: Database,
  id: string,
  to?: number,
): Promise<{ generation: number; rolledBackTo: number }> =>
  rollback.rollBack(publisherOf(publisher, { database }), org(id), to);

/** What binds a database to a store. */
export function bindingOf(open: Pick<OpenDatabase, 'database' | 'location'>, store: Store) {
  const tools = { open, store, newId: randomUUID };
  return {
    /** What each command does that publishes. @returns the id of the store */
    ensure: () => binding.ensureStoreBound(tools),
    /** What each command does that only reads. */
    check: () => binding.assertStoreMatches(tools),
    /** `belfry bind`. */
    bind: (force: boolean) => binding.bindStore(tools, force),
  };
}

/** What `check --against-database` compares first; a watcher and `build` enqueue what they find. */
export const compareStore = fences.compareFences;
