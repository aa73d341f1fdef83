// npm run check: reads all of the published form back and says what is wrong with it.

import { createValidator } from '../src/contract/validator.ts';
import { checkPublished } from '../src/publish/check-published.ts';
import { environment } from './support/environment.ts';
import { openStore } from './support/open-store.ts';
import { createCommand, exitCodes, print, runCommand } from './support/run-command.ts';

const command = createCommand('check', 'Read all of the published form back and say what is wrong with it')
  .usage('-- [--json]')
  .option('--json', 'report as JSON')
  .action(async ({ json }: { json?: boolean }) => {
    const store = await openStore(environment.published);
    const report = await checkPublished(store, createValidator());
    const { organisations, keys, files, orphans, problems } = report;
    print(json, report, () => [
      ...problems.map(({ path, problem }) => `${path}  ${problem}`),
      `${organisations} organisations, ${keys} keys and ${files} files in ${store.location}: ` +
        (problems.length === 0 ? 'all whole.' : `${problems.length} problems. \`npm run build -- --full\` mends them.`),
      ...(orphans.length === 0 ? [] : [`${orphans.length} files are named by no pointer; a later build removes them.`]),
    ]);
    if (problems.length > 0) process.exitCode = exitCodes.failed;
  });

await runCommand(command);
