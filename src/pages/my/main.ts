// The page of one person, opened by a link: /my#<token>. The token leaves the address at once. It is sent to this server only,
// in a header, and stands in no other address but those to subscribe, when the person asks for them.

import { element } from '../ui/element.ts';
import { askPage } from './ask-page.ts';
import { keepPage } from './keep-page.ts';
import type { Seen } from './kept-entry.ts';
import { keptLink } from './kept-link.ts';
import { loadWhatDiffers } from './load-what-differs.ts';
import { myFrame } from './my-frame.ts';
import { chosenDay, type MyPage, myPage } from './my-page.ts';
import { problemPage } from './problem-page.ts';
import { readMy } from './read-my.ts';
import { say } from './say.ts';
import { tokenIn } from './token-in.ts';

/** Milliseconds. */
const [patience, freshness, tick] = [3000, 60_000, 10_000];

const skipHash = '#content';
const place = document.getElementById('app') ?? document.body;
let shown: MyPage | null = null;
let readAt = 0;
let reading = new AbortController();
let isWrong = takeLink();

/** Takes the token out of the address. @returns whether there was something else in its place */
function takeLink(): boolean {
  const { hash, pathname } = location;
  if (hash === '' || hash === skipHash) return false;
  const token = tokenIn(hash);
  history.replaceState(null, '', pathname);
  if (token !== null) keptLink.open(token);
  return token === null;
}

function show(content: HTMLElement, title: string): void {
  const first = place.childElementCount === 0;
  place.replaceChildren(content);
  // The browser announces the first page itself.
  if (!first) content.querySelector<HTMLElement>('h1')?.focus();
  document.title = title;
  forget.hidden = keptLink.token() === null;
}

function showProblem(problem: 'ended' | 'closed' | 'unreachable'): void {
  shown = null;
  show(problemPage(problem, `${problem}Advice`, problem === 'ended' ? null : () => void open()), say(problem));
}

function ask(): void {
  shown = null;
  reading.abort();
  const page = askPage(isWrong, (token) => {
    isWrong = false;
    keptLink.open(token);
    void open();
  });
  show(page, say('myTimetable'));
}

/**
 * Shows what was seen, unless something else is to be shown by then.
 * @param isOld whether that was some time ago, since there is no connection
 * @returns false if there is nothing that can be shown
 */
async function showSeen(token: string, seen: Seen | null, isOld: boolean, isNeeded: () => boolean): Promise<boolean> {
  const loaded = seen && (await loadWhatDiffers(seen.my, keptLink.before(token)?.my ?? null));
  if (!isNeeded()) return true;
  if (seen === null || loaded === null) return false;
  showPage(myPage(token, seen, loaded.differing, isOld, chosenDay(place)));
  if (!isOld) void keepPage(loaded.differing);
  return true;
}

function showPage(page: MyPage): void {
  // What the person has opened stays as it is while the page is drawn anew.
  const wasOpen = new Map(Array.from(place.querySelectorAll('details'), ({ className, open }) => [className, open]));
  const hadFocus = place.contains(document.activeElement);
  const isFirst = shown === null;
  shown = page;
  for (const details of page.root.querySelectorAll('details'))
    details.open = wasOpen.get(details.className) ?? details.open;
  if (isFirst) show(page.root, page.title);
  else {
    place.replaceChildren(page.root);
    document.title = page.title;
    if (hadFocus) page.root.querySelector<HTMLElement>('h1')?.focus();
  }
}

/** Reads what the link shows, and shows it; what was seen last when there is no connection. */
async function open(): Promise<void> {
  const token = keptLink.token();
  if (token === null) return ask();
  reading.abort();
  reading = new AbortController();
  const { signal } = reading;
  readAt = Date.now();
  let isWaiting = true;
  const isSlow = () => isWaiting && !signal.aborted && shown === null;
  const slow = setTimeout(() => isSlow() && void showSeen(token, keptLink.seen(token), true, isSlow), patience);
  const read = await readMy(token, signal);
  isWaiting = false;
  clearTimeout(slow);
  if (signal.aborted) return;
  if (read.outcome === 'ended') {
    keptLink.forget(token);
    showProblem('ended');
  } else if (read.outcome === 'closed') {
    keptLink.hide(token);
    showProblem('closed');
  } else {
    const isOld = read.outcome !== 'shown';
    const seen = isOld ? keptLink.seen(token) : { my: read.my, at: Date.now() };
    if (seen !== null && !isOld) keptLink.see(token, seen);
    if (!(await showSeen(token, seen, isOld, () => !signal.aborted))) showProblem('unreachable');
  }
}

const forget = element('button', {
  ...{ type: 'button', hidden: true },
  click() {
    keptLink.forget();
    isWrong = false;
    ask();
  },
});
const frame = myFrame(
  () => void draw(),
  [forget],
  () => {
    forget.textContent = say('forget');
  },
);

async function draw(): Promise<void> {
  await frame.useLanguage();
  if (isWrong) return ask();
  await open();
}

/** Asks again when the page is seen again after a while: what was withdrawn must not stay. */
const openAgain = () => {
  if (document.visibilityState === 'visible' && shown !== null && Date.now() - readAt > freshness) void open();
};
document.addEventListener('visibilitychange', openAgain);
window.addEventListener('online', () => void open());
window.addEventListener('hashchange', () => {
  // The link past the header jumps to the content.
  if (location.hash === skipHash || location.hash === '') return;
  isWrong = takeLink();
  shown = null;
  void draw();
});
setInterval(() => shown?.advance(Date.now()), tick);
await draw();
