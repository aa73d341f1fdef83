// npm run bind: makes the database publish to the store that the environment names, from now on.

import { randomUUID } from 'node:crypto';
import { bindStore } from '../src/publish/store-binding.ts';
import { assertLocationUsable, openStore } from './support/open-store.ts';
import { createCommand, print, runCommand, withDatabase } from './support/run-command.ts';
import { publishedLocation } from './support/settings.ts';

const command = createCommand('bind', 'Let the database publish to this store, and to no other, from now on')
  .usage('-- [--force]')
  .option('--force', 'also where the store belongs to another database, or holds what this one does not have')
  .option('--json', 'report as JSON')
  .action(({ force = false, json }: { force?: boolean; json?: boolean }) =>
    withDatabase(async (open) => {
      const store = await openStore(publishedLocation());
      const assertUsable = () => assertLocationUsable(store, publishedLocation());
      const { storeId, changed } = await bindStore({ open, store, newId: randomUUID, assertUsable }, force);
      print(json, { storeId, changed, database: open.location, store: store.location }, () =>
        changed
          ? [
              `The database ${open.location} publishes to ${store.location} from now on.`,
              'All that it has waits to be published there: `npm run build`, or a watcher that you start again.',
            ]
          : [`The database ${open.location} publishes to ${store.location} already.`],
      );
    }),
  );

await runCommand(command);
