// npm start: all in one, for a first look and for a small school. Migrates, loads the demo school into an empty
// database, builds, watches, serves, and prints how to see a timetable.

import { randomBytes } from 'node:crypto';
import { createOrganisation } from '../src/database/create-organisation.ts';
import { importTimetable } from '../src/database/import-timetable.ts';
import { migrate } from '../src/database/migrate.ts';
import type { Database } from '../src/database/open-database.ts';
import { demoSchool } from '../src/demo/demo-school.ts';
import { build } from '../src/publish/build.ts';
import { createKey, revokeKey } from '../src/publish/change-access.ts';
import type { Publisher } from '../src/publish/publish-organisation.ts';
import { sha256 } from '../src/snapshot/encode-response.ts';
import { showProgress } from './support/progress.ts';
import { createCommand, runCommand, withPublisher } from './support/run-command.ts';
import { runServer, untilStopped } from './support/run-server.ts';
import { runWatch } from './support/run-watch.ts';
import { addServerOptions, serverOptions } from './support/server-options.ts';

const demoKeyName = 'Demo key of npm start';

const command = addServerOptions(createCommand('start', 'Migrate, build, watch and serve in one process'))
  .usage('-- [options]')
  .action((options) =>
    withPublisher(async (tools) => {
      const { database, publisher } = tools;
      const stop = new AbortController();
      untilStopped().then(() => stop.abort());
      await migrate(database);
      await loadDemoSchool(publisher, database);
      const progress = showProgress();
      await build(publisher, database, 'pending', progress).finally(() => progress.stop());
      const server = await runServer(serverOptions(options));
      console.log(`Belfry serves on ${server.url}, operators on ${server.adminUrl}.`);
      const key = await renewDemoKey(publisher, database);
      if (key !== null) {
        console.log(`\nA fresh key of the demo school, good until the next start:\n\n  ${key}\n`);
        console.log(`Try it:\n\n  curl -H 'Authorization: Bearer ${key}' ${server.url}/api/v1/timetables\n`);
      }
      console.log('Ctrl-C ends it.');
      await runWatch(tools, stop.signal);
      await server.close();
    }),
  );

/** Loads the demo school where there is no other, and goes on where a start was cut off in the middle of it. */
async function loadDemoSchool(publisher: Publisher, database: Database): Promise<void> {
  const { organisation, documents } = demoSchool();
  const others = await database
    .selectFrom('organisation')
    .select('id')
    .where('id', '!=', organisation.id)
    .limit(1)
    .execute();
  const last = documents.at(-1)?.document.id ?? '';
  const loaded = await database.selectFrom('timetable_version').select('id').where('id', '=', last).execute();
  if (others.length + loaded.length > 0) return;
  await createOrganisation(database, organisation.id, organisation.name);
  for (const { document, autosave: isAutosave } of documents) {
    const outcome = await importTimetable(database, publisher.validate, organisation.id, document, { isAutosave });
    if (outcome.outcome === 'refused')
      throw new Error(`the demo school is broken: ${JSON.stringify(outcome.problems)}`);
  }
}

/** A new key of the demo school in place of the last start's; null where the database has no demo school. */
async function renewDemoKey(publisher: Publisher, database: Database): Promise<string | null> {
  const organisationId = demoSchool().organisation.id;
  const organisation = await database
    .selectFrom('organisation')
    .where('id', '=', organisationId)
    .select('id')
    .executeTakeFirst();
  if (organisation === undefined) return null;
  const earlier = await database
    .selectFrom('api_key')
    .select('id')
    .where('organisation_id', '=', organisationId)
    .where('name', '=', demoKeyName)
    .where('revoked_at', 'is', null)
    .execute();
  for (const { id } of earlier) await revokeKey(database, publisher, id, publisher.now());
  const source = { randomBytes, sha256: (text: string) => sha256(new TextEncoder().encode(text)) };
  return (await createKey(database, publisher, source, { organisationId, name: demoKeyName, expiresAt: null })).key;
}

await runCommand(command);
