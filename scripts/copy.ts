// belfry copy: copies a published output between folders and buckets, and verifies the copy.

import { randomUUID } from 'node:crypto';
import { resolve } from 'node:path';
import { commandLine } from '../src/command-line.ts';
import { createValidator } from '../src/contract/validator.ts';
import { CheckFailedError, UsageError } from '../src/errors.ts';
import { formatCount } from '../src/format-count.ts';
import { paths } from '../src/snapshot/paths.ts';
import { checkPublished } from '../src/verify/check-published.ts';
import { copyPublished } from '../src/verify/copy-published.ts';
import { copyStoreRecord } from '../src/verify/copy-store-record.ts';
import { createCommand } from './command/create-command.ts';
import { assertLocationUsable, isBucket, openStore } from './command/open-store.ts';
import { readLocation } from './options/option-values.ts';
import { settings } from './options/settings.ts';
import { print } from './reports/print-report.ts';

export const command = createCommand(
  'copy',
  'Copy the published output to another folder or bucket, and verify the copy',
  ['copy --from out --to s3://timetables/live'],
)
  .usage('--from STORE --to STORE')
  .requiredOption('--from <store>', 'a folder, or s3://bucket/prefix', readLocation('--from'))
  .requiredOption('--to <store>', 'a folder, or s3://bucket/prefix', readLocation('--to'))
  .option('--json', 'report as JSON')
  .action(async ({ from, to, json }: { from: string; to: string; json?: boolean }) => {
    assertSeparate(from, to);
    const source = openStore(from);
    const target = openStore(to);
    const isNew =
      (await target.read(paths.storeRecord)) === null && (await source.listNames(paths.organisations)).length > 0;
    if (isNew) await assertLocationUsable(target, to);
    const record = await copyStoreRecord(source, target, randomUUID);
    let lastLine = performance.now();
    const outcome = await copyPublished(source, target, (done, total) => {
      if (performance.now() - lastLine < 2_000) return;
      lastLine = performance.now();
      console.error(`Copied ${done} of ${total} files`);
    });
    if (outcome.files === 0)
      throw new UsageError(`nothing is published in ${source.location}; name the store with --from`);
    const { problems } = await checkPublished(target, createValidator(), undefined, {
      now: null,
      tzdata: process.versions['tz'] ?? '',
    });
    print(json, { ...outcome, problems }, () => [
      ...problems.map(({ path, problem }) => `${path}  ${problem}`),
      `${outcome.files} files in ${from}, ${outcome.copied} of them copied to ${target.location}: ` +
        (problems.length === 0 ? 'everything is intact there.' : `${formatCount(problems.length, 'problem')} there.`),
      ...(record === null
        ? []
        : [
            // Which store that is, only the database knows: --from may be a copy itself.
            `The database ${record.database} publishes to the store that it is bound to, as before. To bind it to the copy:`,
            `  ${variablesOf(to)} ${commandLine('bind')}`,
          ]),
    ]);
    if (problems.length > 0)
      throw new CheckFailedError(`the copy in ${target.location} has ${formatCount(problems.length, 'problem')}`);
  });

/** The variables that name a store, as a shell reads them. A bucket counts before a folder, so for a folder it must be unset. */
function variablesOf(location: string): string {
  const quoted = /^[\w./:@%+=-]+$/.test(location) ? location : `'${location.replaceAll("'", "'\\''")}'`;
  if (isBucket(location)) return `BELFRY_BUCKET=${quoted}`;
  return `${settings.bucket.value === undefined ? '' : 'BELFRY_BUCKET= '}BELFRY_OUT=${quoted}`;
}

/** The files of a store within another would look like files of the outer one. @throws UsageError */
function assertSeparate(from: string, to: string): void {
  const [source, target] = [from, to].map(
    (location) => `${(isBucket(location) ? location : resolve(location)).replace(/\/+$/, '')}/`,
  );
  if (source === undefined || target === undefined || !(source.startsWith(target) || target.startsWith(source))) return;
  throw new UsageError(
    source === target
      ? `--from and --to both name ${from}; copy to another folder or bucket`
      : `one of ${from} and ${to} contains the other; copy to a separate folder or bucket`,
  );
}
