// belfry start: everything with one command, for trying out Belfry and for a small school. The server and the watcher share a process;
// the dashboard is a thread of it, and documents are published by a process of their own.
// Migrates, loads the demo school into an empty database, serves, watches, and prints how to see a timetable.

import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseOrganisationId } from '../src/access/ids.ts';
import { backOff } from '../src/back-off.ts';
import { createKey } from '../src/control/keys/create-key.ts';
import { revokeKey } from '../src/control/keys/revoke-key.ts';
import { selectHandle } from '../src/database/organisation.ts';
import { assertMappingComplete } from '../src/database/views/check-mapping.ts';
import { assertSource } from '../src/database/views/source-relations.ts';
import { demoSchool } from '../src/demo/demo-school.ts';
import { DatabaseUnreachableError, exitCodes, NotPublishedError, reasonOf, StoreError } from '../src/errors.ts';
import { siteFiles, writeSite } from '../src/pages/build/write-site.ts';
import type { DatabasePublisher } from '../src/publish/database/database-port.ts';
import { publishDerived, publishDocuments, waitWhileBusy } from '../src/publish/engine/publish-organisation.ts';
import type { Request } from '../src/publish/port.ts';
import { loadPublished } from '../src/snapshot/load-published.ts';
import { sha256OfText } from '../src/snapshot/sha256.ts';
import { createCommand } from './command/create-command.ts';
import { operatorOf } from './command/operator-of.ts';
import { untilStopped } from './command/run-command.ts';
import { type OpenPublisher, withPublisher } from './command/with-database.ts';
import { addServerOptions, type ParsedServerOptions, serverOptions } from './options/server-options.ts';
import type { LocalDashboard, runLocalDashboard } from './running/dashboard/run-local-dashboard.ts';
import { loadDemoSchool } from './running/load-demo-school.ts';
import { runServer } from './running/run-server.ts';
import { runWatch } from './running/run-watch.ts';

const demoSchoolId = parseOrganisationId(demoSchool().organisation.id);
const demoKeyName = 'Demo key of npm start';

export const command = addServerOptions(
  createCommand('start', 'Migrate, build, watch and serve with one command', ['start', 'start --cache 64']),
).action(start);

/** Runs until it is stopped. */
export function start(options: ParsedServerOptions): Promise<void> {
  // Builds the site while the database opens. `writeSite` reports a failure.
  siteFiles().catch(() => {});
  return withPublisher(
    async (tools) => {
      const { database } = tools;
      await assertMappingComplete(database);
      await assertSource(database, 'all');
      const stop = new AbortController();
      untilStopped().then(() => {
        stop.abort();
        setTimeout(exitUnfinished, shutdownTimeout).unref();
      });
      await loadDemoSchool(tools);
      if (stop.signal.aborted) return;
      const server = await runServer(serverOptions(options));
      console.log(`Belfry serves on ${server.url}, admin on ${server.adminUrl}.`);
      // Readers are being served now, so an unreachable database is retried; any other failure ends the process.
      const watching = runWatch(tools, stop.signal, { admin: false });
      const dashboard = openDashboard(tools, {
        behindTlsProxy: options.behindTlsProxy ?? false,
        adminUrl: server.adminUrl,
        servedAt: server.url,
      });
      dashboard.catch(() => {}); // `greet` reports it, once it gets there
      try {
        await Promise.all([watching, greet(tools, fromHere(server.url), dashboard, stop.signal)]);
      } finally {
        stop.abort();
        await Promise.allSettled([watching, dashboard.then(({ close }) => close())]);
        await server.close();
      }
    },
    { creates: true, migrates: true },
  );
}

/** Loads the dashboard only now, so that serving need not wait for its modules. */
const openDashboard = async (...given: Parameters<typeof runLocalDashboard>): Promise<LocalDashboard> =>
  (await import('./running/dashboard/run-local-dashboard.ts')).runLocalDashboard(...given);

/** Milliseconds to finish work after a signal. The next start repeats unfinished work. */
const shutdownTimeout = 30_000;

function exitUnfinished(): void {
  console.error(`error: work did not finish within ${shutdownTimeout / 1000} s; the next start repeats it`);
  process.exit(exitCodes.failed);
}

/** Prints how to see a timetable, once the database and the store can take a new demo key. */
async function greet(
  tools: OpenPublisher,
  url: string,
  dashboard: Promise<LocalDashboard>,
  signal: AbortSignal,
): Promise<void> {
  const { publisher } = tools;
  for (let attempt = 1; !signal.aborted; attempt++) {
    try {
      await writeSite(publisher.store);
      const hasDemoSchool = await publishDemoSchool(publisher);
      const invitation = await (await dashboard).invite();
      const key = hasDemoSchool ? await renewDemoKey(tools) : null;
      if (key !== null) {
        console.log(`\nA fresh key of the demo school, good until the next start:\n\n  ${key}\n`);
        console.log(
          `Open ${url} and paste it, or try it here:\n\n  curl -H 'Authorization: Bearer ${key}' ${url}/api/v1/timetables\n`,
        );
      }
      console.log(`${fromHere(invitation)}\n`);
      console.log('Ctrl-C ends it.');
      return;
    } catch (error) {
      if (!isRetryable(error)) throw error;
      console.error(`error: no demo key yet: ${reasonOf(error)}; retrying`);
      await sleep(backOff(attempt, { first: 500, longest: 10_000 }), undefined, { signal }).catch(() => {});
    }
  }
}

/** An address as a browser on this machine takes it; a container listens on all of its addresses. */
const fromHere = (text: string) => text.replace('//0.0.0.0:', '//127.0.0.1:');

/** Whether the failure is transient. */
const isRetryable = (error: unknown) =>
  [DatabaseUnreachableError, StoreError, NotPublishedError].some((kind) => error instanceof kind);

/** Publishes only the demo school. @returns false when the database has none */
async function publishDemoSchool(publisher: DatabasePublisher): Promise<boolean> {
  if ((await selectHandle(publisher.port.database, demoSchoolId)) === null) return false;
  const isPublished = (await loadPublished(publisher.store, demoSchoolId)).pointer !== null;
  const request: Request = isPublished ? { what: 'due' } : { what: 'versions', versions: 'all', repair: false };
  await waitWhileBusy(demoSchoolId, () => publishDocuments(publisher, demoSchoolId, request));
  // So that the first caller finds the weeks; until they are there, they are answered 404. What keeps them from being made, such as
  // a calendar that was edited wrongly, keeps no key back: the watcher tries again, and reports it.
  await waitWhileBusy(demoSchoolId, () => publishDerived(publisher, demoSchoolId)).catch(() => {});
  return true;
}

/** Replaces the demo key of the last start by a new one. */
async function renewDemoKey(tools: OpenPublisher): Promise<string> {
  const organisationId = demoSchoolId;
  const operator = operatorOf(tools);
  const earlier = await tools.database
    .selectFrom('api_key')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', demoKeyName)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of earlier) await revokeKey(operator, id);
  const source = { randomBytes, sha256: sha256OfText };
  return (await createKey(operator, source, { organisationId, name: demoKeyName, expiresAt: null })).key;
}
