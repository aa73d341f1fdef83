// The operator's page at / of the admin port: one look says whether all is well. Plain HTML without script, made anew
// for each request; what it shows is bounded however many organisations there are, and holds no key and nothing that a
// school has written.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Readiness } from './admin-server.ts';
import { html } from './html.ts';
import { count, findTroubles, isUrgent, watchersAlive } from './judge-state.ts';
import { organisationTable } from './organisation-table.ts';
import type { Overview } from './read-overview.ts';
import { requestSection } from './request-section.ts';
import { sayAge } from './say-age.ts';
import type { RequestSummary } from './summarise-requests.ts';
import { withheldSection } from './withheld-section.ts';

const style = readFileSync(new URL('status-page.css', import.meta.url), 'utf8');

/** Seconds between two refreshes. */
const refreshInterval = 10;

/** Nothing is loaded, and nothing runs; the empty icon keeps browsers from asking for one. */
const policy = `default-src 'none'; img-src data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

export type StatusPage = { headers: Record<string, string>; body: string };

/**
 * @param still whether the reader has asked that the page stay as it is: a refresh moves what somebody reads
 * @param now the clock, in milliseconds since 1970
 */
export function statusPage(
  overview: Overview,
  requests: RequestSummary,
  readiness: Readiness,
  { still, from, now }: { still: boolean; from: string; now: number },
): StatusPage {
  const troubles = findTroubles(overview, readiness, now);
  const known = new Map([...overview.inNeed, ...overview.page].map((each) => [each.organisationId, each]));
  const urgent = [...known.values()].filter((each) => isUrgent(each, overview, now));
  const address = (changes: { still?: boolean; from?: string }) => {
    const query = new URLSearchParams();
    const { still: stays, from: begins } = { still, from, ...changes };
    if (begins !== '') query.set('from', begins);
    if (stays) query.set('still', 'yes');
    return `/${query.size > 0 ? `?${query}` : ''}`;
  };
  const link = (name: string | null, text: string) =>
    name === null ? html`` : html`<a href="${address({ from: name })}">${text}</a>`;
  const { sign, page, start, total, previous, next } = overview;
  const well = troubles.length === 0;
  const body = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${well ? 'All is well' : 'Needs a look'} · Belfry</title>
<link rel="icon" href="data:,">
<style>${{ markup: style }}</style>
</head>
<body>
<header>
<p class="name">Belfry</p>
<h1 class="${well ? 'well' : 'ill'}">${well ? 'All is well' : 'Needs a look'}</h1>
${well ? html`` : html`<ul>${troubles.map((trouble) => html`<li>${trouble}</li>`)}</ul>`}
</header>
<main>
<section aria-labelledby="now">
<h2 id="now">Now</h2>
<dl class="facts">
${fact('Server', readiness.ready ? 'ready' : 'not ready')}
${fact('Publishers', sayPublishers(overview, now))}
${fact('Queue', sign === null ? 'unknown' : sayQueue(sign.queueDepth, sign.queueAgeSeconds))}
${fact('Organisations', total.toLocaleString('en'))}
${fact('Withheld', sign === null ? 'unknown' : count(sign.withheldVersions, 'version'))}
</dl>
</section>
${
  urgent.length === 0
    ? html``
    : html`<section aria-labelledby="need">
<h2 id="need">Organisations to look at</h2>
${organisationTable(urgent, overview, now, 'What fails, waits, is withheld, or is not what the database holds')}
${sign !== null && sign.inNeed > sign.first.length ? html`<p>These are the most urgent of ${sign.inNeed}; <code>npm run status</code> has all.</p>` : html``}
</section>`
}
${withheldSection(urgent)}
${requestSection(requests)}
<section aria-labelledby="all">
<h2 id="all">Organisations</h2>
${
  total === 0
    ? html`<p>Nothing is published yet.</p>`
    : organisationTable(page, overview, now, sayRange(start, page.length, total))
}
<nav aria-label="Pages of organisations">${link(previous, 'Earlier names')} ${link(next, 'Later names')}</nav>
</section>
</main>
<footer>
<p>As of <time datetime="${new Date(now).toISOString()}">${new Date(now).toISOString().slice(11, 19)} UTC</time>.
${
  still
    ? html`It stays as it is. <a href="${address({ still: false })}">Refresh every ${refreshInterval} s</a>`
    : html`Refreshes every ${refreshInterval} s. <a href="${address({ still: true })}">Keep it still</a>`
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

function sayPublishers(overview: Overview, now: number): string {
  const { sign } = overview;
  if (sign === null) return 'never heard of';
  const alive = watchersAlive(overview, now);
  const heard = `heard of ${sayAge(Math.max(0, now - sign.at) / 1000)} ago`;
  if (alive > 0) return `${alive} alive, ${heard}`;
  return sign.watching
    ? `none alive, ${heard}`
    : `none watching, built ${sayAge(Math.max(0, now - sign.at) / 1000)} ago`;
}

const sayQueue = (depth: number, seconds: number) =>
  depth === 0 ? 'empty' : `${count(depth, 'change')}, the first for ${sayAge(seconds)}`;

const sayRange = (start: number, shown: number, total: number) =>
  shown === total
    ? `All ${total} by name`
    : `${start + 1} to ${start + shown} of ${total.toLocaleString('en')}, by name`;
