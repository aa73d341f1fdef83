// What is wrong with a version: grouped by what was found, with a count and the first few. Where exactly, in the document and in
// the database, stands behind a disclosure, with the sentence of the check.

import { type Child, element } from '../../ui/element.ts';
import type { Finding } from '../answers.ts';
import { detailsOf } from '../parts/details-of.ts';
import { say } from '../say.ts';
import { loadSentences, type Sentence } from './finding-sentence.ts';

/** Findings of each code whose sentences are shown. */
const mostSaid = 3;

/** @param more how many more there are than were sent */
export function findingsOf(
  id: string,
  heading: string,
  explanation: Child[],
  findings: readonly Finding[],
  more: number,
): HTMLElement {
  const list = element('ul', { class: 'findings' });
  let isLoaded = false;
  const show = async () => {
    if (isLoaded) return;
    isLoaded = true;
    const sentence = await loadSentences();
    list.replaceChildren(...groupsOf(findings).map((group) => groupItem(group, sentence)));
  };
  return element(
    'details',
    { id, class: 'fold wide', toggle: () => void show() },
    element('summary', { id: `${id}-summary` }, heading),
    explanation.length > 0 && element('p', {}, ...explanation),
    list,
    more > 0 && element('p', {}, say('andMore', { count: more })),
  );
}

/** Each code once, in the order of discovery; what has none stands alone. */
function groupsOf(findings: readonly Finding[]): Finding[][] {
  const groups = new Map<string | Finding, Finding[]>();
  for (const finding of findings) {
    const key = finding.code ?? finding;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [finding]);
    else group.push(finding);
  }
  return [...groups.values()];
}

/** A warning that stands for others of its kind says how many. */
const countOf = (group: readonly Finding[]): number =>
  group.reduce((sum, { values }) => sum + 1 + (Number(values?.['more']) || 0), 0);

function groupItem(group: readonly Finding[], sentence: Sentence): HTMLElement {
  const count = countOf(group);
  const said = group.slice(0, mostSaid).map((finding) => element('p', {}, ...sentence(finding)));
  return element(
    'li',
    {},
    ...said,
    count > said.length && element('p', { class: 'quiet' }, say('andMore', { count: count - said.length })),
    detailsOf(group.map(({ path, row, message }) => ({ places: [path, row], message }))),
  );
}
