// The viewer: draws a page from the URL and the key. It calls only the API of its own server, through the client.

import { findInUse } from '../calendar/find-in-use.ts';
import type { TimetableClient, TimetableList } from '../client/belfry-client.ts';
import { createClient } from '../client/create-client.ts';
import { memoryCache } from '../client/response-cache.ts';
import { readAddress, writeAddress } from './address.ts';
import { today } from './dates.ts';
import { element } from './element.ts';
import { keptChoices } from './kept-choices.ts';
import { keptKey } from './kept-key.ts';
import { keyPage } from './key-page.ts';
import { loadRarePage } from './load-rare-page.ts';
import { openPage, pageKey } from './open-page.ts';
import { readDates } from './read-dates.ts';
import { say } from './say.ts';
import type { OpenPage } from './shown-page.ts';
import { useLanguage } from './use-language.ts';
import { type LastSeen, versionsPage } from './versions-page.ts';
import { viewerFrame } from './viewer-frame.ts';
import { unknownKey, type Words, wordsFor } from './words-for.ts';

const place = document.getElementById('app') ?? document.body;
let client: TimetableClient | null = null;
let open: { key: string; readAt: number; page: OpenPage } | null = null;
/** What the reader saw last, for links back: the date of the list, and the entity in a timetable. */
let lastDate: string | null = null;
let lastSeen: LastSeen | null = null;
/** Aborts the request that a newer URL made obsolete. */
let reading = new AbortController();
/** Milliseconds after which an open page's timetable, and the calendar, are fetched again before they are shown. */
const freshness = 60_000;

function show(content: HTMLElement, title: string): void {
  if (content.parentElement !== place) {
    const first = place.childElementCount === 0;
    place.replaceChildren(content);
    // A new page starts at its top. The browser announces the first one itself.
    if (!first) content.querySelector<HTMLElement>('h1')?.focus();
    scrollTo(0, 0);
  }
  document.title = title === '' ? 'Belfry' : `${title} · Belfry`;
  frame.showForget(client !== null);
}

function askForKey(problem: Words | null): void {
  client = null;
  open = null;
  lastSeen = null;
  show(keyPage(problem, useKey), '');
  document.getElementById('key')?.focus();
}

function useKey(key: string, onDevice = false): void {
  // A text that cannot be sent in a header is not a key.
  if (!/^[\x21-\x7e]+$/.test(key)) {
    askForKey(unknownKey());
    return;
  }
  keptKey.keep(key, onDevice);
  client = createClient({ baseUrl: location.origin, key, cache: memoryCache(20), retries: 1 });
  void showAddress();
}

function showError(error: unknown): void {
  const words = wordsFor(error);
  if (words.remedy === 'key') {
    keptKey.forget();
    askForKey(words);
    return;
  }
  open = null;
  const again = element(
    'button',
    { type: 'button', class: 'primary', click: () => void showAddress() },
    say('tryAgain'),
  );
  const list = element('a', { href: '#/' }, say('allTimetables'));
  const content = element(
    'main',
    { id: 'content', class: 'key-page' },
    element('div', { class: 'notice', role: 'alert' }, element('h1', {}, words.title), element('p', {}, words.advice)),
    words.remedy === 'again' ? again : list,
  );
  show(content, words.title);
}

/** Shows the page of the address. */
async function showAddress(): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  if (client === null) return askForKey(null);
  const address = readAddress(location.hash);
  const waiting = setTimeout(() => place.setAttribute('aria-busy', 'true'), 150);
  try {
    const dated = readDates(client, { signal }, freshness);
    if (address.page === 'versions') {
      const [list] = await Promise.all([client.list({ signal }), dated]);
      const own = location.hash === '' ? ownAddress(list) : null;
      if (own !== null) return location.replace(own);
      open = null;
      lastDate = address.date;
      const goTo = (date: string) => location.assign(writeAddress({ page: 'versions', date }));
      show(versionsPage(list, address.date ?? today(), goTo, lastSeen), say('timetables'));
      if (address.date !== null) document.getElementById('on')?.focus();
    } else if (address.page === 'print' || address.page === 'calendar' || address.page === 'foyer') {
      const [{ openSheet }] = await Promise.all([loadRarePage(), dated]);
      const { root, title } = await openSheet(address, client, signal, showError);
      signal.throwIfAborted();
      show(root, title);
    } else {
      const key = pageKey(address);
      if (open?.key !== key || Date.now() - open.readAt > freshness) {
        const listHref = () => writeAddress({ page: 'versions', date: lastDate });
        // The changes depend on the date before they are read.
        if (address.page === 'changes') await dated;
        const [page] = await Promise.all([openPage(address, client, signal, listHref), dated]);
        signal.throwIfAborted();
        open = { key, readAt: Date.now(), page };
      }
      await dated;
      const { page } = open;
      if (address.page === 'timetable' && address.of !== null) lastSeen = { groupId: page.groupId, of: address.of };
      const title = page.show(address);
      show(page.root, title);
      page.reveal();
    }
  } catch (error) {
    if (!signal.aborted) showError(error);
  } finally {
    clearTimeout(waiting);
    if (!signal.aborted) place.removeAttribute('aria-busy');
  }
}

/** The URL of the pinned timetable today; null where none is pinned, or none is in use. */
function ownAddress({ timetables }: TimetableList): string | null {
  const mine = keptChoices.mine();
  const { version } = findInUse(timetables, today()).find(({ groupId }) => groupId === mine?.groupId) ?? {};
  return mine === null || !version
    ? null
    : writeAddress({ page: 'timetable', versionId: version.id, of: mine, week: null });
}

const frame = viewerFrame(
  () => void redrawInLanguage(),
  () => {
    keptKey.forget();
    reading.abort();
    askForKey(null);
  },
);

/** Redraws everything in the chosen language. */
async function redrawInLanguage(): Promise<void> {
  frame.write(await useLanguage());
  open = null;
  await showAddress();
}

const kept = keptKey.read();
frame.write(await useLanguage());
window.addEventListener('hashchange', () => void showAddress());
if (kept === null) askForKey(null);
else useKey(kept);
