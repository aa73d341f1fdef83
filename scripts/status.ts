// npm run status: what is published, what waits, what is withheld, and who looks after it.

import { type OrganisationId, parseOrganisationId } from '../src/access/ids.ts';
import { formatAge } from '../src/admin/format-age.ts';
import { readStatus, type Status } from '../src/maintain/read-status.ts';
import { describeHeld } from '../src/publish/judge-removals.ts';
import { createCommand, print, runCommand, table, withStore } from './support/run-command.ts';

const command = createCommand('status', 'Show what is published, what waits, what is withheld')
  .usage('-- [--organisation ID] [--json]')
  .option('--organisation <id>', 'this organisation alone', parseOrganisationId)
  .option('--json', 'report as JSON')
  .action(({ organisation, json }: { organisation?: OrganisationId; json?: boolean }) =>
    withStore(async ({ database }, store) => {
      const status = await readStatus(database, store, Date.now(), organisation);
      print(json, status, () => describe(status));
    }),
  );

function describe({ organisations, publisher, held }: Status): string[] {
  const life =
    publisher === null
      ? 'No publisher has given a heartbeat yet.'
      : `Last heartbeat of a publisher: ${formatAge(publisher.ageSeconds)} ago${publisher.watching ? '' : ', from a build'}${publisher.silent === null ? '' : '; it watches no more, so start `npm run watch`'}.`;
  const rows = organisations.map((organisation) => {
    const { pointer, pending, retries } = organisation;
    return [
      organisation.organisationId,
      pointer === null
        ? '-'
        : `${pointer.generation}${pointer.rolledBackTo === null ? '' : ` (is ${pointer.rolledBackTo})`}`,
      pointer === null ? '-' : formatAge(pointer.ageSeconds),
      pointer === null ? '-' : String(pointer.versions),
      String(organisation.withheld.length),
      String(organisation.warnings.length),
      pending.changes === 0 ? '-' : `${pending.changes} for ${formatAge(pending.ageSeconds)}`,
      retries.length === 0 ? '-' : String(retries.reduce((most, { failures }) => Math.max(most, failures), 0)),
    ];
  });
  const findings = organisations.flatMap(({ organisationId, withheld, warnings, retries }) => [
    ...retries.map(({ kind, failures, error }) => `${organisationId}: ${kind} failed ${failures} times: ${error}`),
    ...withheld.flatMap(({ versionId, lastGoodIsServed, problems }) => [
      `${organisationId}: version ${versionId} is withheld, ${lastGoodIsServed ? 'its last good form is served' : 'it was never good'}`,
      ...problems.map(({ path, message, row }) => `  ${path}  ${message}  [${row ?? 'no row'}]`),
    ]),
    ...warnings.flatMap((version) => [
      `${organisationId}: version ${version.versionId} has warnings`,
      ...version.warnings.map(({ path, message, row }) => `  ${path}  ${message}  [${row ?? 'no row'}]`),
    ]),
  ]);
  const headings = ['ORGANISATION', 'GENERATION', 'AGE', 'VERSIONS', 'WITHHELD', 'WARNED', 'PENDING', 'FAILURES'];
  if (describeHeld(held) !== '') findings.push(`Held: ${describeHeld(held)}`);
  return [...table(headings, rows), ...(findings.length === 0 ? [] : ['', ...findings]), '', life];
}

await runCommand(command);
