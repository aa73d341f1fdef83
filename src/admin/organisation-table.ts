import { queueUnknownSince, waitingFor } from './find-health-issues.ts';
import { formatAge } from './format-age.ts';
import { type Html, html } from './html.ts';
import type { OrganisationOverview, Overview } from './read-overview.ts';

const headings = ['Organisation', 'Generation', 'Published', 'Versions', 'Pending', 'Withheld'];

/**
 * The published generation and the queued changes of each organisation. The phone layout splits a row over two lines,
 * which makes some browsers drop the table semantics; the explicit roles keep them.
 * @param now the clock, in milliseconds since 1970
 */
export function organisationTable(
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
  const { organisationId, shown, withheld, need } = row;
  const waiting = waitingFor(row, overview);
  const failures = need?.failures ?? 0;
  const pending = [
    ...(waiting === null ? [] : [`${need?.changes} for ${formatAge(waiting)}`]),
    ...(failures === 0 ? [] : [`failed ${failures === 1 ? 'once' : `${failures} times`}`]),
  ];
  const generation = typeof shown === 'object' && shown !== null ? formatGeneration(shown) : (shown ?? 'none');
  const published = typeof shown === 'object' && shown !== null ? formatMoment(shown.publishedAt, now) : '–';
  const versions = typeof shown === 'object' && shown !== null ? shown.versions : '–';
  return html`<tr role="row"><th scope="row" role="rowheader">${organisationId}</th>${cell(generation)}${cell(published)}<td role="cell" class="versions">${versions}</td>${cell(pending.join(', ') || (queueUnknownSince(overview, now) === null ? '–' : 'unknown'))}${cell(withheld.length || '–')}</tr>
`;
}

const formatGeneration = ({ generation, rolledBackTo }: { generation: number; rolledBackTo: number | null }) =>
  rolledBackTo === null ? generation : `${generation} (shows ${rolledBackTo})`;

const formatMoment = (moment: number, now: number) =>
  html`<time datetime="${new Date(moment).toISOString()}">${formatAge(Math.max(0, now - moment) / 1000)} ago</time>`;
