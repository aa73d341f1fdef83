// belfry bind: binds the database to the store in the environment.

import { randomUUID } from 'node:crypto';
import { commandLine } from '../src/command-line.ts';
import { actAs } from '../src/control/operator.ts';
import type { Database } from '../src/database/connect/open-database.ts';
import { assertMappingComplete } from '../src/database/views/check-mapping.ts';
import { recordRelations } from '../src/database/views/source-relations.ts';
import { bindStore } from '../src/publish/database/bind-store.ts';
import { createCommand } from './command/create-command.ts';
import { assertLocationUsable, openStore } from './command/open-store.ts';
import { editorOf } from './command/operator-of.ts';
import { withDatabase } from './command/with-database.ts';
import { publishedLocation } from './options/settings.ts';
import { print } from './reports/print-report.ts';

export const command = createCommand('bind', 'Bind the database to this store, and to no other', [
  'bind',
  'bind --force',
  'bind --relations',
])
  .usage('[--force] [--relations]')
  .option('--force', 'even if the store belongs to another database, or has content that this one lacks')
  .option('--relations', 'also publish from the tables and views that this role reads now, whatever it was before')
  .option('--json', 'report as JSON')
  .action(({ force = false, relations = false, json }: { force?: boolean; relations?: boolean; json?: boolean }) =>
    withDatabase(async (open) => {
      const store = openStore(publishedLocation());
      const assertUsable = () => assertLocationUsable(store, publishedLocation());
      const asActor = (transaction: Database) => actAs(transaction, editorOf(open).actor);
      const tools = { open, store, newId: randomUUID, assertUsable, asActor };
      const { storeId, changed } = await bindStore(tools, force);
      if (relations) await assertMappingComplete(open.database);
      const read = relations ? await recordRelations(open.database) : [];
      print(json, { storeId, changed, relations: read, database: open.location, store: store.location }, () => [
        ...(changed
          ? [
              `The database ${open.location} publishes to ${store.location} from now on.`,
              `Everything is queued for publishing there: run \`${commandLine('build')}\`, or restart the watcher.`,
            ]
          : [`The database ${open.location} publishes to ${store.location} already.`]),
        ...(relations
          ? [
              read.length === 0
                ? 'It is published from the same relations as before.'
                : `It is published from ${read.join(', ')} from now on.`,
            ]
          : []),
      ]);
    }),
  );
