// belfry migrate: brings the database schema up to date.

import { openDatabase } from '../src/database/connect/open-database.ts';
import { migrate } from '../src/database/migrations/migrate.ts';
import { createCommand } from './command/create-command.ts';
import { settings } from './options/settings.ts';
import { print } from './reports/print-report.ts';

export const command = createCommand('migrate', 'Bring the database schema up to date', ['migrate'])
  .option('--json', 'report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    // A migration has no timeout.
    const open = await openDatabase({
      url: settings.databaseUrl.value,
      folder: settings.dataFolder.value,
      idleTimeout: 0,
    });
    try {
      const migrations = await migrate(open.database, {
        onLocked: (name, holders) => console.error(`${name} waits for locks and will be retried: ${holders}`),
      });
      print(json, { migrations }, () =>
        migrations.length === 0 ? ['The schema is up to date.'] : migrations.map((name) => `Ran ${name}`),
      );
    } finally {
      await open.close();
    }
  });
