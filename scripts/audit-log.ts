// belfry audit-log: shows who changed what, for operators without a dashboard.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { commandLine } from '../src/command-line.ts';
import { type ListedEntry, listAudit } from '../src/control/audit/list-audit.ts';
import { UsageError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { withDatabase } from './command/with-database.ts';
import { readCount, readText } from './options/option-values.ts';
import { print, table } from './reports/print-report.ts';

type Options = { organisation?: OrganisationId; limit?: number; after?: string; json?: boolean };

const mostShown = 1000;

export const command = createCommand('audit-log', 'Show who changed what, when, and from where', [
  'audit-log',
  'audit-log --organisation riverside --limit 100',
])
  .option('--organisation <id>', 'what was changed of this one', parseOrganisationId)
  .option('--limit <count>', `how many entries (default: 50, at most ${mostShown})`, readCount)
  .option('--after <cursor>', 'those before the last one shown', readText)
  .option('--json', 'report as JSON')
  .action(({ organisation = undefined, limit = 50, after = undefined, json }: Options) =>
    withDatabase(async ({ database }) => {
      if (limit > mostShown) throw new UsageError(`--limit is at most ${mostShown}; --after shows what follows`);
      const { items, next } = await listAudit(database, organisation ?? null, { limit, after: after ?? null });
      const rest = organisation === undefined ? '' : ` --organisation ${organisation}`;
      print(json, { entries: items.map(({ isVouched: _, ...entry }) => entry), next }, () => [
        ...table(['WHEN', 'WHAT', 'OF', 'SUBJECT', 'BY', 'FROM', 'CHANGE'], items.map(lineOf)),
        ...(next === null ? [] : ['', `More: \`${commandLine(`audit-log${rest} --after ${next}`)}\``]),
      ]);
    }),
  );

function lineOf(entry: ListedEntry): string[] {
  const { at, resource, action, organisationId, subject, by, databaseUser, from, via } = entry;
  return [
    ...[at.toISOString().slice(0, 19).replace('T', ' '), `${resource} ${action}`, organisationId ?? '', subject ?? ''],
    ...[by === null ? databaseUser : `${by} (${via}, ${databaseUser})`, from ?? '', describeChange(entry)],
  ];
}

/** What differs, in one line that a terminal can show. */
function describeChange({ old, new: became }: ListedEntry): string {
  const text = [old, became].map((state) => (state === null ? '' : JSON.stringify(state))).join(' -> ');
  const told = old === null ? text.slice(4) : became === null ? text.slice(0, -4) : text;
  return told.length <= 200 ? told : `${told.slice(0, 200)}...`;
}
