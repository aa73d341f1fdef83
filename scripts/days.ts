// belfry days: what is different on a day, from the file of a planning program or from a folder of its exports, into the
// database or to a distant dashboard.

import { basename } from 'node:path';
import type { Command } from 'commander';
import { parseOrganisationId } from '../src/access/ids.ts';
import { isoDay } from '../src/calendar/time/day.ts';
import { createValidator } from '../src/contract/validator.ts';
import { checkDayFile, withLines } from '../src/control/days/check-day-file.ts';
import { reasonOf, UsageError, WithheldError } from '../src/errors.ts';
import { dayLimits } from '../src/formats/days/day-limits.ts';
import { createCommand } from './command/create-command.ts';
import { untilStopped } from './command/run-command.ts';
import { readBounded, readBoundedInput } from './input/read-bounded.ts';
import { addReceiver, type ReceiverOptions, withReceiver } from './options/day-receiver.ts';
import { readDay, readDuration } from './options/option-values.ts';
import { organisationOption } from './options/organisation-option.ts';
import { describeDayFile, problemLines } from './reports/describe-day-file.ts';
import { print } from './reports/print-report.ts';
import { createDayFollower } from './running/days/create-day-follower.ts';
import { followDays } from './running/days/follow-days.ts';

type Options = ReceiverOptions & { json?: boolean };

export const command = createCommand('days', 'Substitutions, cancellations, moves, exams and notes of a day', [
  'days import --organisation riverside GPU014.TXT',
  'days import --organisation riverside --dry-run substitutions.csv',
  'days watch --organisation riverside untis-export',
  'days watch --organisation riverside untis-export --url https://dashboard.example --token - < token.txt',
  'days show --organisation riverside --date 2026-11-23',
  'days clear --organisation riverside --from 2026-11-23 --to 2026-11-27',
]).usage('<import|watch|show|clear> ...');

const of = (name: string, description: string): Command => addReceiver(command.command(name).description(description));

of('import', 'store a file in place of what is different on its days; nothing is stored if anything is wrong')
  .addOption(organisationOption('whose days'))
  .argument('<file>', 'GPU014.TXT of Untis, a CSV or JSON; or - for standard input')
  .option('--dry-run', 'say what would become of it, and store nothing')
  .option('--json', 'report as JSON')
  .action((path: string, options: Options & { dryRun?: boolean }) =>
    withReceiver(options, async (receiver, organisation) => {
      const { json, dryRun: isDryRun = false } = options;
      if (path === '-' && options.token === '-') throw new UsageError('standard input has the token, so name a file');
      const bytes = await readFile(path);
      const name = path === '-' ? 'standard input' : basename(path);
      const checked = await checkDayFile({ name, bytes }, receiver.readPlan, createValidator());
      const { report } = checked;
      const sent = 'problems' in checked ? null : await receiver.send(checked.changes, { isDryRun });
      const problems =
        'problems' in checked
          ? checked.problems
          : sent?.outcome === 'refused'
            ? withLines(sent.problems, checked.lines)
            : [];
      const outcome = sent?.outcome ?? 'refused';
      print(json, { organisation, file: name, outcome, dryRun: isDryRun, ...report, problems }, () => [
        ...describeDayFile(report).map((line, index) => (index === 0 ? `${name}: ${line}` : line)),
        ...(problems.length === 0 ? [] : [`${name}: not imported`, ...problemLines(problems)]),
        ...(outcome === 'stored' ? [isDryRun ? 'It would be stored.' : 'Stored. It is published within seconds.'] : []),
        ...(outcome === 'unchanged' ? ['Nothing is different from what is stored.'] : []),
      ]);
      if (sent?.outcome === 'failed') throw new WithheldError(sent.reason);
      if (outcome === 'refused') throw new WithheldError('nothing was imported');
    }),
  );

of('watch', 'follow a folder of exports: each file is read when it changed, until this is stopped')
  .addOption(organisationOption('whose days'))
  .argument('<folder>', 'where the planning program writes its exports')
  .option('--every <time>', 'the time between two looks', readDuration, 2)
  .action((folder: string, options: Options & { every: number }) =>
    withReceiver(options, async (sender) => {
      const stop = new AbortController();
      untilStopped().then(() => stop.abort());
      const validate = createValidator();
      const look = createDayFollower({
        ...{ folder, sender, now: Date.now },
        read: (file) => checkDayFile(file, sender.readPlan, validate),
        say: (line) => console.log(line),
      });
      console.log(`Following ${folder}. Ctrl-C ends it.`);
      await followDays(look, Math.max(options.every, 1) * 1000, stop.signal);
    }),
  );

of('show', 'show what is different on a date, as JSON')
  .addOption(organisationOption('whose days'))
  .requiredOption('--date <day>', 'the date, such as 2026-11-23', readDay)
  .option('--json', 'report as JSON')
  .action(({ date, json, ...options }: Options & { date: number }) =>
    withReceiver(options, async (receiver) => {
      const changes = await receiver.show(date);
      print(json, changes, () => JSON.stringify(changes, null, 2).split('\n'));
    }),
  );

of('clear', 'withdraw what is different on the days of a range')
  .requiredOption('--organisation <id>', 'whose days', parseOrganisationId)
  .requiredOption('--from <day>', 'the first day', readDay)
  .requiredOption('--to <day>', 'the last day', readDay)
  .option('--json', 'report as JSON')
  .action(({ from, to, json, ...options }: Options & { from: number; to: number }) =>
    withReceiver(options, async (receiver, organisation) => {
      if (to < from) throw new UsageError(`--to ${isoDay(to)} is before --from ${isoDay(from)}`);
      const sent = await receiver.send({ from, to, changes: [], notes: [], absent: [] });
      if (sent.outcome === 'failed') throw new WithheldError(sent.reason);
      if (sent.outcome === 'refused') throw new UsageError(sent.problems.map(({ message }) => message).join('; '));
      print(json, { organisation, from, to, outcome: sent.outcome }, () => [
        sent.outcome === 'unchanged' ? 'There was nothing to withdraw.' : 'Withdrawn.',
      ]);
    }),
  );

async function readFile(path: string): Promise<Buffer> {
  let bytes: Buffer | null;
  try {
    bytes = await (path === '-' ? readBoundedInput(dayLimits.bytes) : readBounded(path, dayLimits.bytes));
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${reasonOf(error)}`);
  }
  if (bytes === null) throw new UsageError(`${path} is larger than the maximum of ${dayLimits.bytes / 1024 / 1024} MB`);
  return bytes;
}
