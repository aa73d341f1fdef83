import { html } from './html.ts';
import type { OrganisationOverview } from './read-overview.ts';
import { reasonWithoutValues } from './reason-without-values.ts';

/** How many versions the page explains, and how many reasons for each. */
const [versionsShown, reasonsShown] = [50, 5];

/** Why versions are withheld; empty when none is. */
export function withheldSection(organisations: readonly OrganisationOverview[]) {
  const all = organisations.flatMap(({ organisationId, withheld }) =>
    withheld.map((version) => ({ organisationId, ...version })),
  );
  if (all.length === 0) return html``;
  return html`<section aria-labelledby="withheld">
<h2 id="withheld">Withheld, and why</h2>
${all.slice(0, versionsShown).map(
  ({ organisationId, versionId, lastGoodIsServed, problems, more = 0 }) => html`<article>
<h3>${versionId} <span>of ${organisationId}</span></h3>
<p>${lastGoodIsServed ? 'Its last good form is served.' : 'It has no good form, so it is not listed.'}</p>
<ul>${problems.slice(0, reasonsShown).map((problem) => {
    const { path, what, row } = reasonWithoutValues(problem);
    return html`<li><code>${path}</code>: ${what}${row === '' ? '' : ` (${row})`}</li>`;
  })}</ul>
${problems.length + more > reasonsShown ? html`<p>And ${(problems.length + more - reasonsShown).toLocaleString('en')} more.</p>` : html``}
</article>`,
)}
<p>${all.length > versionsShown ? `These are ${versionsShown} of ${all.length}. ` : ''}<code>npm run status</code> has the values too.</p>
</section>`;
}
