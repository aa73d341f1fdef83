// The status page at / of the admin port, which shows at a glance whether all is well. Plain HTML without scripts,
// rendered for each request. Its size is bounded, and it contains no key and no data of a school.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { commandLine } from '../command-line.ts';
import { formatCount } from '../format-count.ts';
import { byUrgency, reasonsForAttention } from '../snapshot/attention.ts';
import { formatAge } from './format-age.ts';
import { type Html, html } from './html.ts';
import { attentionState, describeUnknownQueue, judgeHealth, waitingFor, watchersAlive } from './judge-health.ts';
import type { Readiness } from './judge-readiness.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';
import { reasonWithoutValues } from './reason-without-values.ts';
import { type RequestSummary, requestSection } from './request-section.ts';

const style = readFileSync(new URL('status-page.css', import.meta.url), 'utf8');

/** Seconds between two refreshes. */
const refreshInterval = 10;

/** Allows no resource and no script; the empty icon keeps browsers from requesting one. */
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export type StatusPage = { headers: Record<string, string>; body: string };

/**
 * @param still whether to leave out the automatic refresh, which disturbs reading
 * @param now the clock, in milliseconds since 1970
 */
export function statusPage(
  overview: Overview,
  requests: RequestSummary,
  readiness: Readiness,
  { still, from, now }: { still: boolean; from: string; now: number },
): StatusPage {
  const findings = judgeHealth(overview, readiness, now);
  const known = new Map([...overview.named, ...overview.page].map((each) => [each.organisationId, each]));
  const urgent = [...known.values()]
    .map((organisation) => ({ organisation, state: attentionState(organisation, overview) }))
    .filter(({ state }) => reasonsForAttention(state).length > 0)
    .sort((one, other) => byUrgency(one.state, other.state))
    .map(({ organisation }) => organisation);
  const address = (changes: { still?: boolean; from?: string }) => {
    const query = new URLSearchParams();
    const { still: stays, from: begins } = { still, from, ...changes };
    if (begins !== '') query.set('from', begins);
    if (stays) query.set('still', 'yes');
    return `/${query.size > 0 ? `?${query}` : ''}`;
  };
  const link = (name: string | null, text: string) =>
    name === null ? html`` : html`<a href="${address({ from: name })}">${text}</a>`;
  const { heartbeat, page, start, total, previous, next } = overview;
  const well = findings.length === 0;
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${well ? 'All is well' : 'Needs attention'} · Belfry</title>
<link rel="icon" href="data:,">
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<p class="name">Belfry</p>
<h1 class="${well ? 'well' : 'ill'}">${well ? 'All is well' : 'Needs attention'}</h1>
${well ? html`` : html`<ul>${findings.map((finding) => html`<li>${finding}</li>`)}</ul>`}
</header>
<main>
<section aria-labelledby="now">
<h2 id="now">Now</h2>
<dl class="facts">
${fact('Server', readiness.ready ? 'ready' : 'not ready')}
${fact('Publishers', formatPublishers(overview))}
${fact('Queue', formatQueue(overview, now))}
${fact('Lag', formatLag(overview, now))}
${fact('Organisations', total.toLocaleString('en'))}
${fact('Withheld', heartbeat === null ? 'unknown' : formatCount(heartbeat.withheldVersions, 'version'))}
</dl>
</section>
${
  urgent.length === 0
    ? html``
    : html`<section aria-labelledby="attention">
<h2 id="attention">Organisations that need attention</h2>
${organisationTable(urgent, overview, now, 'Failing, unreadable, withheld, overdue or rolled back')}
${heartbeat !== null && heartbeat.attention.count > heartbeat.attention.first.length ? html`<p>These are the most urgent of ${heartbeat.attention.count}; <code>${commandLine('status --all')}</code> has all.</p>` : html``}
</section>`
}
${withheldSection(urgent)}
${requestSection(requests)}
<section aria-labelledby="all">
<h2 id="all">Organisations</h2>
${
  total === 0
    ? html`<p>Nothing is published yet.</p>`
    : organisationTable(page, overview, now, formatRange(start, page.length, total))
}
<nav aria-label="Pages of organisations">${link(previous, 'Earlier names')} ${link(next, 'Later names')}</nav>
</section>
</main>
<footer>
<p>As of <time datetime="${new Date(now).toISOString()}">${new Date(now).toISOString().slice(11, 19)} UTC</time>.
${
  still
    ? html`Automatic refresh is off. <a href="${address({ still: false })}">Refresh every ${refreshInterval} s</a>`
    : html`Refreshes every ${refreshInterval} s. <a href="${address({ still: true })}">Stop refreshing</a>`
}</p>
<p>For machines: <a href="/metrics">/metrics</a>, <a href="/healthz">/healthz</a>, <a href="/readyz">/readyz</a></p>
</footer>
</body>
</html>
`.markup;
  const headers = {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': policy,
    'X-Content-Type-Options': 'nosniff',
    'Referrer-Policy': 'no-referrer',
    ...(still ? {} : { Refresh: String(refreshInterval) }),
  };
  return { headers, body };
}

const fact = (name: string, value: string) => html`<div><dt>${name}</dt><dd>${value}</dd></div>\n`;

function formatPublishers(overview: Overview): string {
  const { heartbeat } = overview;
  if (heartbeat === null) return 'no heartbeat yet';
  const alive = watchersAlive(overview);
  const age = `${formatAge(Math.max(0, heartbeat.age) / 1000)} ago`;
  if (alive > 0) return `${alive} alive, last heartbeat ${age}`;
  return heartbeat.watching ? `none alive, last heartbeat ${age}` : `none watching, last build ${age}`;
}

function formatQueue(overview: Overview, now: number): string {
  const { heartbeat } = overview;
  if (heartbeat === null) return 'unknown';
  const unknown = describeUnknownQueue(overview, now);
  if (unknown !== null) return unknown;
  const { queueDepth, waitingOrganisations = 0, watching } = heartbeat;
  const depth = queueDepth === 0 ? 'empty' : formatCount(queueDepth, 'change');
  const waiting = waitingOrganisations === 0 ? '' : ` of ${formatCount(waitingOrganisations, 'organisation')}`;
  return `${depth}${waiting}${watching ? '' : ' at the last build'}`;
}

/** The age of the oldest queued change. */
function formatLag(overview: Overview, now: number): string {
  const { heartbeat } = overview;
  if (heartbeat === null || describeUnknownQueue(overview, now) !== null) return 'unknown';
  return heartbeat.queueDepth === 0 ? 'none' : formatAge(heartbeat.queueAgeSeconds);
}

const formatRange = (start: number, shown: number, total: number) =>
  shown === total
    ? `All ${total} by name`
    : `${start + 1} to ${start + shown} of ${total.toLocaleString('en')}, by name`;

const headings = ['Organisation', 'Generation', 'Published', 'Versions', 'Pending', 'Withheld'];

/**
 * The published generation and the queued changes of each organisation. The phone layout splits a row over two lines,
 * which makes some browsers drop the table semantics; the explicit roles keep them.
 * @param now the clock, in milliseconds since 1970
 */
function organisationTable(
  rows: readonly OrganisationOverview[],
  overview: Overview,
  now: number,
  caption: string,
): Html {
  const heading = (name: string) =>
    html`<th scope="col" role="columnheader" class="${name.toLowerCase()}">${name}</th>`;
  return html`<table class="organisations" role="table">
<caption>${caption}</caption>
<thead role="rowgroup"><tr role="row">${headings.map(heading)}</tr></thead>
<tbody role="rowgroup">
${rows.map((row) => organisationRow(row, overview, now))}</tbody>
</table>`;
}

const cell = (value: string | number | Html) => html`<td role="cell">${value}</td>`;

function organisationRow(row: OrganisationOverview, overview: Overview, now: number): Html {
  const { organisationId, shown, withheld, attention } = row;
  const waiting = waitingFor(row, overview);
  const failures = attention?.failures ?? 0;
  const pending = [
    ...(waiting === null ? [] : [`${attention?.changes} for ${formatAge(waiting)}`]),
    ...(failures === 0 ? [] : [`failed ${failures === 1 ? 'once' : `${failures} times`}`]),
  ];
  const generation = typeof shown === 'object' && shown !== null ? formatGeneration(shown) : (shown ?? 'none');
  const published = typeof shown === 'object' && shown !== null ? formatMoment(shown.publishedAt, now) : '–';
  const versions = typeof shown === 'object' && shown !== null ? shown.versions : '–';
  return html`<tr role="row"><th scope="row" role="rowheader">${organisationId}</th>${cell(generation)}${cell(published)}<td role="cell" class="versions">${versions}</td>${cell(pending.join(', ') || (describeUnknownQueue(overview, now) === null ? '–' : 'unknown'))}${cell(withheld.length || '–')}</tr>
`;
}

const formatGeneration = ({ generation, rolledBackTo }: { generation: number; rolledBackTo: number | null }) =>
  rolledBackTo === null ? generation : `${generation} (rolled back to ${rolledBackTo})`;

const formatMoment = (moment: number, now: number) =>
  html`<time datetime="${new Date(moment).toISOString()}">${formatAge(Math.max(0, now - moment) / 1000)} ago</time>`;

/** How many versions the page explains, and how many reasons for each. */
const [versionsShown, reasonsShown] = [50, 5];

/** Why versions are withheld; empty when none is. */
function withheldSection(organisations: readonly OrganisationOverview[]) {
  const all = organisations.flatMap(({ organisationId, withheld }) =>
    withheld.map((version) => ({ organisationId, ...version })),
  );
  if (all.length === 0) return html``;
  return html`<section aria-labelledby="withheld">
<h2 id="withheld">Withheld, and why</h2>
${all.slice(0, versionsShown).map(
  ({ organisationId, versionId, lastGoodIsServed, problems, more = 0 }) => html`<article>
<h3>${versionId} <span>of ${organisationId}</span></h3>
<p>${lastGoodIsServed ? 'Its last valid form is served.' : 'It has never had a valid form, so it is not listed.'}</p>
<ul>${problems.slice(0, reasonsShown).map((problem) => {
    const { path, what, row } = reasonWithoutValues(problem);
    return html`<li><code>${path}</code>: ${what}${row === '' ? '' : ` (${row})`}</li>`;
  })}</ul>
${problems.length + more > reasonsShown ? html`<p>And ${(problems.length + more - reasonsShown).toLocaleString('en')} more.</p>` : html``}
</article>`,
)}
<p>${all.length > versionsShown ? `These are ${versionsShown} of ${all.length}. ` : ''}<code>${commandLine('status --organisation ID')}</code> has the values too.</p>
</section>`;
}
