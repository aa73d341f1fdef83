// npm run copy: moves a published form between a folder and a bucket, and proves the copy.

import { createValidator } from '../src/contract/validator.ts';
import { checkPublished } from '../src/publish/check-published.ts';
import { copyPublished } from '../src/publish/copy-published.ts';
import { openStore } from './support/open-store.ts';
import { createCommand, exitCodes, print, runCommand } from './support/run-command.ts';

const command = createCommand('copy', 'Copy the published form to another folder or bucket, and prove the copy')
  .usage('-- --from PLACE --to PLACE')
  .requiredOption('--from <place>', 'a folder, or s3://bucket/prefix')
  .requiredOption('--to <place>', 'a folder, or s3://bucket/prefix')
  .option('--json', 'report as JSON')
  .action(async ({ from, to, json }: { from: string; to: string; json?: boolean }) => {
    const target = await openStore(to);
    let lastLine = Date.now();
    const outcome = await copyPublished(await openStore(from), target, (done, total) => {
      if (Date.now() - lastLine < 2_000) return;
      lastLine = Date.now();
      console.error(`Copied ${done} of ${total} files`);
    });
    const { problems } = await checkPublished(target, createValidator());
    print(json, { ...outcome, problems }, () => [
      ...problems.map(({ path, problem }) => `${path}  ${problem}`),
      `${outcome.files} files in ${from}, ${outcome.copied} of them copied to ${target.location}: ` +
        (problems.length === 0 ? 'all whole there.' : `${problems.length} problems there.`),
    ]);
    if (problems.length > 0) process.exitCode = exitCodes.failed;
  });

await runCommand(command);
