// The search of a page of reference: calls, fields and topics by their names. All of them stand in the page, so nothing is asked of a
// server; without this script the page has its contents, and on a phone they are not folded.

import { element } from './element.ts';

/** What may be found. @property words in lower case; @property about where it stands */
type Target = { title: string; about: string; words: string; id: string };

/** How many of them are listed. */
const mostListed = 30;

/** Every heading that can be linked to, and every field, which leads to the nearest heading before it. */
function targetsOf(page: ParentNode): Target[] {
  const targets: Target[] = [];
  let heading = { id: '', title: '' };
  for (const found of page.querySelectorAll<HTMLElement>('h2[id], h3[id], p.path code, dl.fields dt code')) {
    const title = found.textContent?.trim() ?? '';
    const isHeading = found.id !== '';
    if (isHeading) heading = { id: found.id, title };
    if (heading.id === '') continue;
    const about = isHeading ? '' : heading.title;
    targets.push({ title, about, words: `${title} ${about}`.toLowerCase(), id: heading.id });
  }
  return targets;
}

/** Those in which every word of the query stands: names that begin with it first, those that only stand below such a name last. */
function find(targets: readonly Target[], query: string): Target[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  const found = targets.filter((target) => words.every((word) => target.words.includes(word)));
  const rank = ({ title }: Target) => {
    const name = title.toLowerCase();
    if (name.startsWith(words[0] ?? '')) return 0;
    return words.every((word) => name.includes(word)) ? 1 : 2;
  };
  const seen = new Set<string>();
  return found
    .sort((one, other) => rank(one) - rank(other))
    .filter(({ title, id }) => !seen.has(`${id} ${title}`) && seen.add(`${id} ${title}`));
}

function startSearch(): void {
  const [search, input, list, count] = ['find', 'find-words', 'found', 'found-count'].map((id) =>
    document.getElementById(id),
  );
  const page = document.querySelector('article');
  if (!search || !(input instanceof HTMLInputElement) || !list || !count || !page) return;
  search.hidden = false;
  let targets: Target[] | undefined;
  const show = () => {
    targets ??= targetsOf(page);
    const found = input.value.trim() === '' ? [] : find(targets, input.value);
    list.replaceChildren(
      ...found
        .slice(0, mostListed)
        .map(({ title, about, id }) =>
          element(
            'li',
            {},
            element('a', { href: `#${id}` }, title),
            about !== '' && element('span', { class: 'quiet' }, ` ${about}`),
          ),
        ),
    );
    count.textContent = input.value.trim() === '' ? '' : `${found.length} found`;
  };
  input.addEventListener('input', show);
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && document.activeElement === input) {
      input.value = '';
      show();
    }
    const isTyping = event.target instanceof HTMLElement && event.target.matches('input, textarea, select');
    if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
    event.preventDefault();
    input.focus();
  });
}

/** Where there is no room for the contents beside the text, they are folded before it. */
function foldContents(): void {
  const contents = document.getElementById('contents');
  if (contents instanceof HTMLDetailsElement) contents.open = matchMedia('(width >= 64rem)').matches;
}

startSearch();
foldContents();
