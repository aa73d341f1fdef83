// belfry forget: removes earlier generations, or those that contain an entity, and verifies that they are gone.

import { setTimeout as sleep } from 'node:timers/promises';
import { InvalidArgumentError } from 'commander';
import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { CheckFailedError } from '../src/errors.ts';
import { forget } from '../src/maintain/forget.ts';
import type { ForgetReport, Notice } from '../src/maintain/forget-report.ts';
import type { Found } from '../src/maintain/search-stored.ts';
import { createCommand, print, withPublisher } from './support/run-command.ts';

type Options = { organisation: OrganisationId; entity?: string; json?: boolean };

export const command = createCommand(
  'forget',
  'Remove the earlier generations of an organisation, or those that contain an entity, and verify that they are gone',
  ['forget --organisation riverside', 'forget --organisation riverside --entity student-7'],
)
  .usage('--organisation ID [--entity ENTITY_ID]')
  .requiredOption('--organisation <id>', 'the organisation', parseOrganisationId)
  .option(
    '--entity <entity-id>',
    'the entityId of a teacher, subject, class, room, student or course that is no longer published (default: all generations)',
    readEntityId,
  )
  .option('--json', 'report as JSON')
  .action(({ organisation, entity: given, json }: Options) =>
    withPublisher(async ({ database, publisher }) => {
      const entity = given ?? null;
      const report = await forget(publisher, database, organisation, entity, (milliseconds) => {
        console.error(
          `Waiting ${Math.ceil(milliseconds / 1000)} s for readers of the generation that was just replaced.`,
        );
        return sleep(milliseconds);
      });
      print(json, { organisation, entity, ...report }, () => describe(report, organisation, entity));
      if (report.outcome === 'refused') throw new CheckFailedError('nothing was forgotten');
      if (report.outcome !== 'forgotten') throw new CheckFailedError('not everything is gone; run the command again');
    }),
  );

function readEntityId(text: string): string {
  if (/^[A-Za-z0-9_-]{1,64}$/.test(text)) return text;
  throw new InvalidArgumentError('It has 1 to 64 letters, digits, "_" and "-".');
}

function describe(report: ForgetReport, organisation: string, entity: string | null): string[] {
  if (report.outcome === 'refused')
    return [
      `Nothing was forgotten: ${report.reason}${report.found.length === 0 ? '' : ':'}`,
      ...formatFound(report.found),
      `Next: ${report.next}.`,
    ];
  const { generations, kept, removed, searched, remains, notices } = report;
  const nothing = entity === null ? 'nothing but the current generation' : `nothing of ${entity}`;
  const gone = generations.length === 0 ? 'no generation' : `generations ${generations.join(', ')}`;
  return [
    removed.length === 0
      ? `There was nothing to remove of organisation ${organisation}.`
      : `Removed ${removed.length} files of organisation ${organisation}, with ${gone}.`,
    ...(kept.length === 0 ? [] : [`Kept generations ${kept.join(', ')}.`]),
    ...notices.flatMap(formatNotice),
    `Read back ${searched.files} files, ${searched.bytes} bytes: ${remains.length === 0 ? `${nothing} is left.` : 'this is left; run the command again.'}`,
    ...formatFound(remains),
  ];
}

const explanations: Record<Notice['what'], string> = {
  entityId: 'The same characters occur in the remaining files with another meaning',
  name: 'The name is still in the remaining files; it may belong to another entity',
  externalId: 'The externalId is still in the remaining files; it may belong to another entity',
  database: 'The database still has rows of it that are not published; remove them there',
};

const formatNotice = ({ what, count, first }: Notice): string[] => [
  `${explanations[what]}: ${count} ${count === 1 ? 'place' : 'places'}.`,
  ...formatFound(first),
];

const formatFound = (found: readonly Found[]): string[] => {
  const lines = found.slice(0, 20).map(({ path, at }) => `  ${path}${at === null ? '' : `  ${at}`}`);
  return found.length > lines.length ? [...lines, `  and ${found.length - lines.length} more`] : lines;
};
