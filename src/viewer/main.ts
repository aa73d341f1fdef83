// The viewer: from the address and the key to a page. It talks to the API of the server it came from, through the
// client, and to nobody else.

import {
  createClient,
  memoryCache,
  type ResolvedTimetable,
  resolveTimetable,
  type TimetableClient,
} from '../client/belfry-client.ts';
import { readAddress, writeAddress } from './address.ts';
import { today } from './calendar.ts';
import { element } from './element.ts';
import { keptKey } from './kept-key.ts';
import { keyPage } from './key-page.ts';
import { type TimetablePage, timetablePage } from './timetable-page.ts';
import { versionsPage } from './versions-page.ts';
import { unknownKey, type Words, wordsFor } from './words-for.ts';

const place = document.getElementById('app') ?? document.body;
const forget = document.getElementById('forget');
let client: TimetableClient | null = null;
let open: { versionId: string; readAt: number; timetable: ResolvedTimetable; page: TimetablePage } | null = null;
/** Ends the reading that a newer address made pointless. */
let reading = new AbortController();
/** Milliseconds after which an open timetable is asked for again before it is shown. */
const freshness = 60_000;

function show(content: HTMLElement, title: string): void {
  if (content.parentElement !== place) {
    const first = place.childElementCount === 0;
    place.replaceChildren(content);
    // Readers of a new page begin at its top; the first one is announced by the browser itself.
    if (!first) content.querySelector<HTMLElement>('h1')?.focus();
    scrollTo(0, 0);
  }
  document.title = title === '' ? 'Belfry' : `${title} · Belfry`;
  if (forget !== null) forget.hidden = client === null;
}

function askForKey(problem: Words | null): void {
  client = null;
  open = null;
  show(keyPage(problem, useKey), '');
  document.getElementById('key')?.focus();
}

function useKey(key: string): void {
  // What no header can carry is no key; it need not be sent to find out.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    askForKey(unknownKey);
    return;
  }
  keptKey.keep(key);
  client = createClient({ baseUrl: location.origin, key, cache: memoryCache(20), retries: 1 });
  void follow();
}

function explain(error: unknown): void {
  const words = wordsFor(error);
  if (words.remedy === 'key') {
    keptKey.forget();
    askForKey(words);
    return;
  }
  open = null;
  const again = element('button', { type: 'button', class: 'primary', click: () => void follow() }, 'Try again');
  const list = element('a', { href: '#/' }, 'All timetables');
  const content = element(
    'main',
    { id: 'content', class: 'key-page' },
    element('div', { class: 'notice', role: 'alert' }, element('h1', {}, words.title), element('p', {}, words.advice)),
    words.remedy === 'again' ? again : list,
  );
  show(content, words.title);
}

/** Shows what the address asks for. */
async function follow(): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  if (client === null) return askForKey(null);
  const address = readAddress(location.hash);
  const waiting = setTimeout(() => place.setAttribute('aria-busy', 'true'), 150);
  try {
    if (address.page === 'versions') {
      const list = await client.list({ signal });
      open = null;
      const goTo = (date: string) => location.assign(writeAddress({ page: 'versions', date }));
      show(versionsPage(list, address.date ?? today(), goTo), 'Timetables');
      if (address.date !== null) document.getElementById('on')?.focus();
    } else {
      if (open?.versionId !== address.versionId || Date.now() - open.readAt > freshness) {
        const timetable = resolveTimetable(await client.get(address.versionId, { signal }));
        open = { versionId: address.versionId, readAt: Date.now(), timetable, page: timetablePage(timetable) };
      }
      const title = open.page.show(address.of, address.week);
      show(open.page.root, title ?? open.timetable.document.name);
    }
  } catch (error) {
    if (!signal.aborted) explain(error);
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) place.removeAttribute('aria-busy');
  }
}

forget?.addEventListener('click', () => {
  keptKey.forget();
  reading.abort();
  askForKey(null);
});
document.getElementById('skip')?.addEventListener('click', (event) => {
  // The address belongs to the view, so the jump is made by hand.
  event.preventDefault();
  document.querySelector<HTMLElement>('.week .cell[tabindex="0"], #content h1, #content input')?.focus();
});
window.addEventListener('hashchange', () => void follow());
const kept = keptKey.read();
if (kept === null) askForKey(null);
else useKey(kept);
