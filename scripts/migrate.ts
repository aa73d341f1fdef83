// npm run migrate: brings the database schema up to date.

import { migrate } from '../src/database/migrate.ts';
import { openDatabase } from '../src/database/open-database.ts';
import { environment } from './support/environment.ts';
import { createCommand, print, runCommand } from './support/run-command.ts';

const command = createCommand('migrate', 'Bring the database schema up to date')
  .option('--json', 'report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    // A migration may take as long as it takes.
    const open = await openDatabase({ url: environment.databaseUrl, folder: environment.dataFolder, silence: 0 });
    try {
      const migrations = await migrate(open.database);
      print(json, { migrations }, () =>
        migrations.length === 0 ? ['The schema is up to date.'] : migrations.map((name) => `Ran ${name}`),
      );
    } finally {
      await open.close();
    }
  });

await runCommand(command);
