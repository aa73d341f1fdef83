// The report of `npm run status` as lines: totals and the most urgent organisations on one screen, or everything.

import { commandLine } from '../../src/command-line.ts';
import type { CalendarFindings } from '../../src/control/calendars/find-calendar-findings.ts';
import { reasonsOfStatus } from '../../src/control/publication/judge-status.ts';
import type { OrganisationStatus } from '../../src/control/publication/read-status.ts';
import type { Summary } from '../../src/control/publication/read-summary.ts';
import { formatCount } from '../../src/format-count.ts';
import { formatAge } from '../../src/health/format-age.ts';
import { describeAwaitingApproval } from '../../src/publish/judge-removals.ts';
import type { AttentionReason } from '../../src/snapshot/attention.ts';
import { findingLines, table } from './print-report.ts';

/** The most organisations in the summary, and the most characters of the reasons for each. */
const [maxUrgent, maxReason] = [10, 100];

/** Totals, and the organisations that need attention, the most urgent first: 24 lines at most. */
export function formatSummary(summary: Summary): string[] {
  const { attention } = summary.totals;
  const rows = summary.urgent
    .slice(0, maxUrgent)
    .map((organisation) => [organisation.organisationId, clip(reasonsOf(organisation).join('; '))]);
  const more = attention - rows.length;
  return [
    ...formatTotals(summary),
    '',
    ...(attention === 0
      ? ['No organisation needs attention.']
      : [
          `${formatCount(attention, 'organisation')} ${attention === 1 ? 'needs' : 'need'} attention:`,
          ...table(['ORGANISATION', 'WHY'], rows),
        ]),
    ...(more > 0 ? [`and ${more.toLocaleString('en')} more; \`${commandLine('status --all')}\` lists them`] : []),
    ...(attention > 0
      ? [`\`${commandLine('status --organisation ID')}\` shows the problems of one, with their rows.`]
      : []),
  ];
}

/** An organisation in a report, with what is wrong with its calendar or looks wrong; null when it has none. */
export type ReportedOrganisation = OrganisationStatus & { calendar?: CalendarFindings | null };

/** A line for each organisation, then their problems, warnings and failures. @param most the problems shown of each version */
export function formatOrganisations(
  organisations: readonly ReportedOrganisation[],
  most = Number.POSITIVE_INFINITY,
): string[] {
  const headings = ['ORGANISATION', 'GENERATION', 'AGE', 'VERSIONS', 'WITHHELD', 'WARNED', 'PENDING', 'FAILURES'];
  const rows = organisations.map(formatRow);
  if (organisations.some(({ links }) => links > 0)) {
    headings.push('LINKS');
    for (const [index, row] of rows.entries()) row.push(String(organisations[index]?.links ?? 0));
  }
  const findings = organisations.flatMap((organisation) => formatFindings(organisation, most));
  return [...table(headings, rows), '', ...(findings.length === 0 ? [] : [...findings, ''])];
}

/** Why the command exits with 1; empty when it does not. */
export function findFailures({ totals, publisher, held }: Omit<Summary, 'urgent'>): string[] {
  const { withheldVersions, withheldLinks, failing, attention } = totals;
  return [
    ...(withheldVersions === 0 ? [] : [`${formatCount(withheldVersions, 'version')} withheld`]),
    ...(withheldLinks === 0 ? [] : [`${formatCount(withheldLinks, 'link')} withheld`]),
    ...(failing === 0 ? [] : [`publishing fails for ${formatCount(failing, 'organisation')}`]),
    // Whoever needs it for another reason, such as a change that waits for long.
    ...(attention === 0 || withheldVersions + withheldLinks + failing > 0
      ? []
      : [`${formatCount(attention, 'organisation')} ${attention === 1 ? 'needs' : 'need'} attention`]),
    ...(describeAwaitingApproval(held.organisations) === '' ? [] : ['removals await approval']),
    ...(publisher === null || publisher.silent !== null
      ? [`no publisher runs: start \`${commandLine('watch')}\``]
      : []),
  ];
}

export function formatTotals(summary: Omit<Summary, 'urgent'>): string[] {
  const { totals, queue, held, webhooks } = summary;
  const facts: [string, string][] = [
    ['Organisations', `${number(totals.organisations)}, ${number(totals.published)} published`],
    ['Withheld', inOrganisations(totals.withheldVersions, 'version', totals.withheld)],
    ['Queue', queue.changes === 0 ? 'empty' : inOrganisations(queue.changes, 'change', queue.organisations)],
    ['Lag', queue.changes === 0 ? 'none' : `${formatAge(queue.lagSeconds)}, the age of the oldest change`],
    ['Failing', totals.failing === 0 ? 'none' : formatCount(totals.failing, 'organisation')],
    ['Publisher', formatPublisher(summary)],
  ];
  if (totals.withheldLinks > 0) facts.push(['Links', `${number(totals.withheldLinks)} withheld`]);
  if (totals.orphanedChanges > 0)
    facts.push(['Days', `${formatCount(totals.orphanedChanges, 'change')} not applied: the lessons are gone`]);
  const { count, first } = webhooks.failing;
  const [hook] = first;
  if (hook !== undefined)
    facts.push([
      'Webhooks',
      `${formatCount(count, 'receiver')} not there, such as that of ${hook.webhookId} of ${hook.organisationId}`,
    ]);
  if (describeAwaitingApproval(held.organisations) !== '')
    facts.push(['Removals', describeAwaitingApproval(held.organisations)]);
  return facts.map(([name, value]) => `${name.padEnd(14)}${value}`);
}

function formatPublisher({ publisher }: Pick<Summary, 'publisher'>): string {
  if (publisher === null)
    return `no heartbeat yet: run \`${commandLine('build')}\` or start \`${commandLine('watch')}\``;
  const age = `last heartbeat ${formatAge(Math.max(0, publisher.ageSeconds))} ago`;
  if (publisher.silent !== null) return `not running, ${age}: start \`${commandLine('watch')}\`, or see its log`;
  return publisher.watching ? `watching, ${age}` : `${age}, by \`build\`: changes wait for the next one`;
}

/** Why an organisation needs attention, the most urgent reason first. */
function reasonsOf(status: OrganisationStatus): string[] {
  const { pointer, withheld, withheldLinks, pending, retries } = status;
  const [retry] = retries.toSorted((one, other) => other.failures - one.failures);
  const [version, ...others] = withheld;
  const [problem] = version?.problems ?? [];
  const rest = others.length === 0 ? '' : ` and ${formatCount(others.length, 'more version')}`;
  const words: Record<AttentionReason, string> = {
    failing: `${retry?.kind} failed ${formatCount(retry?.failures ?? 0, 'time')}: ${retry?.error}`,
    unreadable: 'nothing is published that can be read',
    withheld:
      version === undefined
        ? `withheld ${formatCount(withheldLinks.count, 'link')}: ${tooMuchShown}`
        : `withheld ${version.versionId}${rest}: ${problem?.path} ${problem?.message}`,
    overdue: `${formatCount(pending.changes, 'change')} waiting for ${formatAge(pending.ageSeconds)}`,
    rolledBack: `rolled back to ${pointer?.rolledBackTo}`,
  };
  return reasonsOfStatus(status).map((reason) => words[reason]);
}

/** The versions with warnings, and the calendar where it has any. */
function formatWarned({ warnings, calendar }: ReportedOrganisation): string {
  const hasCalendarWarnings = calendar != null && calendar.warnings.length > 0;
  if (!hasCalendarWarnings) return String(warnings.length);
  return warnings.length === 0 ? 'calendar' : `${warnings.length}, calendar`;
}

function formatRow(organisation: ReportedOrganisation): string[] {
  const { organisationId, pointer, withheld, pending, retries } = organisation;
  const failures = retries.reduce((most, { failures }) => Math.max(most, failures), 0);
  return [
    organisationId,
    pointer === null
      ? '-'
      : `${pointer.generation}${pointer.rolledBackTo === null ? '' : ` (rolled back to ${pointer.rolledBackTo})`}`,
    pointer === null ? '-' : formatAge(pointer.ageSeconds),
    pointer === null ? '-' : String(pointer.versions),
    String(withheld.length),
    formatWarned(organisation),
    pending.changes === 0 ? '-' : `${pending.changes} for ${formatAge(pending.ageSeconds)}`,
    failures === 0 ? '-' : String(failures),
  ];
}

/** Why links are withheld. */
const tooMuchShown = 'what all links of the organisation show would take more than BELFRY_LINKS_MB';

/** How many of them are named. */
const maxLinks = 20;

function formatWithheldLinks({ organisationId, withheldLinks }: OrganisationStatus, most: number): string[] {
  const { count, first } = withheldLinks;
  if (count === 0) return [];
  const named = first.slice(0, Math.min(most, maxLinks));
  return [
    `${organisationId}: ${formatCount(count, 'link')} withheld, the newest, since ${tooMuchShown}. Revoke links that nobody needs, or raise ` +
      `it and run \`${commandLine(`build --organisation ${organisationId} --full`)}\``,
    ...named.map(({ linkId, kind, entityId }) => `  ${linkId} of ${kind} ${entityId}`),
    ...(count > named.length ? [`  and ${formatCount(count - named.length, 'more link')}`] : []),
  ];
}

function formatFindings(organisation: ReportedOrganisation, most: number): string[] {
  const { organisationId, withheld, warnings, retries, calendar } = organisation;
  const { problems = [], warnings: doubts = [] } = calendar ?? {};
  return [
    ...retries.map(
      ({ kind, failures, error }) => `${organisationId}: ${kind} failed ${formatCount(failures, 'time')}: ${error}`,
    ),
    ...withheld.flatMap(({ versionId, lastGoodIsServed, problems, more }) => [
      `${organisationId}: version ${versionId} is withheld, ${lastGoodIsServed ? 'its last valid version is still served' : 'there is no valid version to serve'}`,
      ...findingLines(problems, Math.min(most, problems.length), more),
    ]),
    ...warnings.flatMap((version) => [
      `${organisationId}: version ${version.versionId} has warnings`,
      ...findingLines(version.warnings, Math.min(most, version.warnings.length)),
    ]),
    ...formatWithheldLinks(organisation, most),
    ...(problems.length === 0 ? [] : [`${organisationId}: the calendar is wrong, and its last good one is served`]),
    ...findingLines(problems, Math.min(most, 100)),
    ...(doubts.length === 0 ? [] : [`${organisationId}: the calendar has warnings`]),
    ...findingLines(doubts, Math.min(most, 100)),
  ];
}

const inOrganisations = (total: number, noun: string, organisations: number) =>
  total === 0 ? 'none' : `${formatCount(total, noun)} of ${formatCount(organisations, 'organisation')}`;

const number = (value: number) => value.toLocaleString('en');

const clip = (text: string) => {
  const line = text.replace(/\s+/g, ' ');
  return line.length > maxReason ? `${line.slice(0, maxReason - 3)}...` : line;
};
