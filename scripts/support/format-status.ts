// The report of `npm run status` as lines: totals and the most urgent organisations on one screen, or everything.

import { longWait } from '../../src/admin/find-health-issues.ts';
import { formatAge } from '../../src/admin/format-age.ts';
import { commandLine } from '../../src/command-line.ts';
import { formatCount } from '../../src/format-count.ts';
import type { OrganisationStatus, Status } from '../../src/maintain/read-status.ts';
import { describeHeld } from '../../src/publish/judge-removals.ts';
import { findingLines } from './limit-lines.ts';
import { table } from './run-command.ts';

/** The most organisations in the summary, and the most characters of the reasons for each. */
const [maxUrgent, maxReason] = [10, 100];

/** Totals, and the organisations that need attention, the most urgent first: 24 lines at most. */
export function formatSummary(status: Status): string[] {
  const urgent = findUrgent(status.organisations);
  const rows = urgent
    .slice(0, maxUrgent)
    .map(({ organisationId, reasons }) => [organisationId, clip(reasons.join('; '))]);
  const more = urgent.length - rows.length;
  return [
    ...formatTotals(status),
    '',
    ...(urgent.length === 0
      ? ['No organisation needs attention.']
      : [
          `${formatCount(urgent.length, 'organisation')} ${urgent.length === 1 ? 'needs' : 'need'} attention:`,
          ...table(['ORGANISATION', 'WHY'], rows),
        ]),
    ...(more > 0 ? [`and ${more.toLocaleString('en')} more; \`${commandLine('status --all')}\` lists them`] : []),
    ...(urgent.length > 0
      ? [`\`${commandLine('status --organisation ID')}\` shows the problems of one, with their rows.`]
      : []),
  ];
}

/** Every organisation of the report, with its problems, warnings and failures. */
export function formatEverything(status: Status): string[] {
  const { organisations } = status;
  const headings = ['ORGANISATION', 'GENERATION', 'AGE', 'VERSIONS', 'WITHHELD', 'WARNED', 'PENDING', 'FAILURES'];
  const findings = organisations.flatMap(formatFindings);
  return [
    ...table(headings, organisations.map(formatRow)),
    '',
    ...(findings.length === 0 ? [] : [...findings, '']),
    ...formatTotals(status),
  ];
}

/** Why the command exits with 1; empty when it does not. */
export function findFailures({ organisations, publisher, held }: Status): string[] {
  const withheld = sumOf(organisations, (each) => each.withheld.length);
  const failing = organisations.filter(({ retries }) => retries.length > 0).length;
  return [
    ...(withheld === 0 ? [] : [`${formatCount(withheld, 'version')} withheld`]),
    ...(failing === 0 ? [] : [`publishing fails for ${formatCount(failing, 'organisation')}`]),
    ...(describeHeld(held) === '' ? [] : ['removals wait for approval']),
    ...(publisher === null || publisher.silent !== null
      ? [`no publisher runs: start \`${commandLine('watch')}\``]
      : []),
  ];
}

function formatTotals(status: Status): string[] {
  const { organisations, queue, held } = status;
  const published = organisations.filter(({ pointer }) => pointer !== null);
  const withheld = organisations.filter((each) => each.withheld.length > 0);
  const warned = organisations.filter(({ warnings }) => warnings.length > 0);
  const failing = organisations.filter(({ retries }) => retries.length > 0);
  const versions = sumOf(published, ({ pointer }) => pointer?.versions ?? 0);
  const withheldVersions = sumOf(withheld, (each) => each.withheld.length);
  const warnedVersions = sumOf(warned, ({ warnings }) => warnings.length);
  const facts: [string, string][] = [
    [
      'Organisations',
      `${number(organisations.length)}, ${number(published.length)} published with ${formatCount(versions, 'version')}`,
    ],
    ['Withheld', inOrganisations(withheldVersions, 'version', withheld.length)],
    ['Warnings', inOrganisations(warnedVersions, 'version', warned.length)],
    ['Queue', queue.changes === 0 ? 'empty' : inOrganisations(queue.changes, 'change', queue.organisations)],
    ['Lag', queue.changes === 0 ? 'none' : `${formatAge(queue.lagSeconds)}, the age of the oldest change`],
    ['Failing', failing.length === 0 ? 'none' : formatCount(failing.length, 'organisation')],
    ['Publisher', formatPublisher(status)],
  ];
  if (describeHeld(held) !== '') facts.push(['Held', describeHeld(held)]);
  return facts.map(([name, value]) => `${name.padEnd(14)}${value}`);
}

function formatPublisher({ publisher }: Status): string {
  if (publisher === null)
    return `no heartbeat yet: run \`${commandLine('build')}\` or start \`${commandLine('watch')}\``;
  const age = `last heartbeat ${formatAge(Math.max(0, publisher.ageSeconds))} ago`;
  if (publisher.silent !== null) return `not running, ${age}: start \`${commandLine('watch')}\`, or see its log`;
  return publisher.watching ? `watching, ${age}` : `${age}, by \`build\`: changes wait for the next one`;
}

type Urgent = { organisationId: string; rank: number; age: number; reasons: string[] };

/** Those that need attention, the most urgent first: failing, unreadable, withheld, overdue, rolled back. */
function findUrgent(organisations: readonly OrganisationStatus[]): Urgent[] {
  const urgent = organisations.flatMap((organisation): Urgent[] => {
    const { organisationId, pointer, withheld, pending, retries } = organisation;
    const found: [rank: number, reason: string][] = [];
    const [retry] = retries.toSorted((one, other) => other.failures - one.failures);
    const [version, ...others] = withheld;
    if (retry !== undefined)
      found.push([0, `${retry.kind} failed ${formatCount(retry.failures, 'time')}: ${retry.error}`]);
    if (pointer === null) found.push([1, 'nothing is published that can be read']);
    if (version !== undefined) {
      const [problem] = version.problems;
      const rest = others.length === 0 ? '' : ` and ${formatCount(others.length, 'more version')}`;
      found.push([2, `withheld ${version.versionId}${rest}: ${problem?.path} ${problem?.message}`]);
    }
    if (pending.ageSeconds > longWait)
      found.push([3, `${formatCount(pending.changes, 'change')} waiting for ${formatAge(pending.ageSeconds)}`]);
    if (pointer !== null && pointer.rolledBackTo !== null) found.push([4, `rolled back to ${pointer.rolledBackTo}`]);
    const [first] = found;
    const reasons = found.map(([, reason]) => reason);
    return first === undefined ? [] : [{ organisationId, rank: first[0], age: pending.ageSeconds, reasons }];
  });
  return urgent.sort((one, other) => one.rank - other.rank || other.age - one.age);
}

function formatRow({ organisationId, pointer, withheld, warnings, pending, retries }: OrganisationStatus): string[] {
  const failures = retries.reduce((most, { failures }) => Math.max(most, failures), 0);
  return [
    organisationId,
    pointer === null
      ? '-'
      : `${pointer.generation}${pointer.rolledBackTo === null ? '' : ` (rolled back to ${pointer.rolledBackTo})`}`,
    pointer === null ? '-' : formatAge(pointer.ageSeconds),
    pointer === null ? '-' : String(pointer.versions),
    String(withheld.length),
    String(warnings.length),
    pending.changes === 0 ? '-' : `${pending.changes} for ${formatAge(pending.ageSeconds)}`,
    failures === 0 ? '-' : String(failures),
  ];
}

function formatFindings({ organisationId, withheld, warnings, retries }: OrganisationStatus): string[] {
  return [
    ...retries.map(
      ({ kind, failures, error }) => `${organisationId}: ${kind} failed ${formatCount(failures, 'time')}: ${error}`,
    ),
    ...withheld.flatMap(({ versionId, lastGoodIsServed, problems, more }) => [
      `${organisationId}: version ${versionId} is withheld, ${lastGoodIsServed ? 'its last valid version is still served' : 'there is no valid version to serve'}`,
      ...findingLines(problems, problems.length, more),
    ]),
    ...warnings.flatMap((version) => [
      `${organisationId}: version ${version.versionId} has warnings`,
      ...findingLines(version.warnings, version.warnings.length),
    ]),
  ];
}

const inOrganisations = (total: number, noun: string, organisations: number) =>
  total === 0 ? 'none' : `${formatCount(total, noun)} of ${formatCount(organisations, 'organisation')}`;

const number = (value: number) => value.toLocaleString('en');

const sumOf = <Item>(items: readonly Item[], value: (item: Item) => number) =>
  items.reduce((sum, item) => sum + value(item), 0);

const clip = (text: string) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxReason ? `${line.slice(0, maxReason - 3)}...` : line;
};
