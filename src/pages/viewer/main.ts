// The viewer: draws a page from the URL and the key. It calls only the API of its own server, through the client.

import { findInUse } from '../../calendar/lessons/find-in-use.ts';
import type { TimetableList } from '../../client/belfry-client.ts';
import { createReader } from '../../client/create-reader.ts';
import { memoryCache } from '../../client/response-cache.ts';
import { timetableCalls } from '../../client/timetable-calls.ts';
import { element } from '../ui/element.ts';
import { keptChoices } from '../ui/kept-choices.ts';
import { readAddress, writeAddress } from './address.ts';
import { today } from './dates/dates.ts';
import { inLanguageOfPage } from './dates/day-language.ts';
import { readDates } from './dates/read-dates.ts';
import { staleSince } from './dates/stale-since.ts';
import { keptKey } from './key/kept-key.ts';
import { keyPage } from './key/key-page.ts';
import type { Words } from './key/refusal-words.ts';
import { wordsFor, wordsForUnknownKey } from './key/words-for.ts';
import { type ViewerClient, withLastAnswers } from './last-answers.ts';
import { loadLazyPage } from './load-lazy-page.ts';
import { openPage, pageKey } from './open-page.ts';
import { say } from './say.ts';
import type { OpenPage } from './shown-page.ts';
import { useLanguage } from './use-language.ts';
import { type LastSeen, versionsPage } from './versions-page.ts';
import { viewerFrame } from './viewer-frame.ts';

const place = document.getElementById('app') ?? document.body;
/** `steady` answers again with what it read last while the server cannot be reached; the screen says so in its own way. */
let clients: { live: ViewerClient; steady: ViewerClient } | null = null;
let open: { key: string; readAt: number; page: OpenPage } | null = null;
/** The oldest of the answers that are shown because the server cannot be reached: when it was read. */
let staleFrom: number | null = null;
/** Says that something is still read, or that what is shown is not of now. */
const statusLine = element('div', { class: 'notice', role: 'status', hidden: true });
place.before(statusLine);
/** What the reader saw last, for links back: the date of the list, and the entity in a timetable. */
let lastDate: string | null = null;
let lastSeen: LastSeen | null = null;
/** Aborts the request that a newer URL made obsolete. */
let reading = new AbortController();
/** Milliseconds after which an open page's timetable, and the calendar, are fetched again before they are shown. */
const freshness = 60_000;

function show(content: HTMLElement, title: string): void {
  if (content.parentElement !== place) {
    const first = place.querySelector('h1') === null;
    place.replaceChildren(content);
    // A new page starts at its top. The browser announces the first one itself.
    if (!first) content.querySelector<HTMLElement>('h1')?.focus();
    scrollTo(0, 0);
  }
  document.title = title === '' ? 'Belfry' : `${title} · Belfry`;
  frame.showForget(clients !== null);
  statusLine.hidden = staleFrom === null;
  if (staleFrom !== null) statusLine.replaceChildren(staleSince(staleFrom), ' ', againButton());
}

function againButton(): HTMLElement {
  const again = () => {
    open = null;
    void showAddress();
  };
  return element('button', { type: 'button', class: 'primary', click: again }, say('tryAgain'));
}

function askForKey(problem: Words | null): void {
  clients = null;
  open = null;
  lastSeen = null;
  staleFrom = null;
  show(keyPage(problem, useKey), '');
  document.getElementById('key')?.focus();
}

async function useKey(key: string, onDevice = false): Promise<void> {
  // A text that cannot be sent in a header is not a key.
  if (!/^[\x21-\x7e]+$/.test(key)) return askForKey(await wordsForUnknownKey());
  keptKey.keep(key, onDevice);
  const read = createReader({ baseUrl: location.origin, key, cache: memoryCache(20), retries: 1 });
  const live = { ...timetableCalls(read), read };
  const steady = withLastAnswers(live, (readAt) => {
    staleFrom = Math.min(readAt, staleFrom ?? readAt);
  });
  const inWords = (client: ViewerClient) => ({
    ...client,
    get: (...call: Parameters<ViewerClient['get']>) => client.get(...call).then(inLanguageOfPage),
  });
  clients = { live: inWords(live), steady: inWords(steady) };
  await showAddress();
}

async function showError(error: unknown, signal: AbortSignal): Promise<void> {
  const words = await wordsFor(error);
  if (signal.aborted) return;
  staleFrom = null;
  if (words.remedy === 'key') {
    keptKey.forget();
    askForKey(words);
    return;
  }
  open = null;
  const list = element('a', { href: '#/' }, say('allTimetables'));
  const content = element(
    'main',
    { id: 'content', class: 'key-page' },
    element('div', { class: 'notice', role: 'alert' }, element('h1', {}, words.title), element('p', {}, words.advice)),
    words.remedy === 'again' ? againButton() : list,
  );
  show(content, words.title);
}

/** Shows the page of the address. */
async function showAddress(): Promise<void> {
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  if (clients === null) return askForKey(null);
  const { live, steady: client } = clients;
  const address = readAddress(location.hash);
  const key = pageKey(address);
  if (open?.key !== key || Date.now() - open.readAt > freshness) {
    open = null;
    staleFrom = null;
  }
  const waiting = setTimeout(() => {
    place.setAttribute('aria-busy', 'true');
    statusLine.hidden = false;
    statusLine.textContent = say('loading');
  }, 150);
  try {
    const dated = readDates(client, { signal }, freshness);
    if (address.page === 'versions') {
      const [list] = await Promise.all([client.list({ signal }), dated]);
      const own = location.hash === '' ? ownAddress(list) : null;
      if (own !== null) return location.replace(own);
      lastDate = address.date;
      const goTo = (date: string) => location.assign(writeAddress({ page: 'versions', date }));
      show(versionsPage(list, address.date ?? today(), goTo, lastSeen), say('timetables'));
      if (address.date !== null) document.getElementById('on')?.focus();
    } else if (address.page === 'print' || address.page === 'calendar' || address.page === 'foyer') {
      const [{ openSheet }] = await Promise.all([loadLazyPage(), dated]);
      const isScreen = address.page === 'foyer';
      const { root, title } = await openSheet(
        address,
        isScreen ? live : client,
        signal,
        (error) => void showError(error, signal),
      );
      signal.throwIfAborted();
      show(root, title);
    } else {
      if (open === null) {
        const listHref = () => writeAddress({ page: 'versions', date: lastDate });
        // The changes depend on the date before they are read.
        if (address.page === 'changes') await dated;
        const [page] = await Promise.all([openPage(address, client, signal, listHref), dated]);
        signal.throwIfAborted();
        open = { key, readAt: Date.now(), page };
      }
      await dated;
      signal.throwIfAborted();
      const { page } = open;
      if (address.page === 'timetable' && address.of !== null) lastSeen = { groupId: page.groupId, of: address.of };
      const title = await page.show(address, signal);
      show(page.root, title);
      page.reveal();
    }
  } catch (error) {
    if (!signal.aborted) await showError(error, signal);
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
// Not awaited: what it loads depends on this file.
else void useKey(kept);
