// The dashboard in the browser: signs in, shows the view of the address, and reads it again when something has happened.

import { element } from '../ui/element.ts';
import { readAddress } from './address.ts';
import { auditView } from './audit/audit-view.ts';
import { type Problem, readControl, signedOut } from './call-control.ts';
import { type Desk, deskOf, type View } from './desk.ts';
import { pageFrame } from './frame.ts';
import { type LiveEvents, liveEvents } from './live/live-events.ts';
import { readServedAt } from './live/read-served-at.ts';
import { organisationView } from './organisations/organisation-view.ts';
import { organisationsView } from './organisations/organisations-view.ts';
import { mayLeave } from './parts/hold-page.ts';
import { announce, announceKept } from './parts/outcome-line.ts';
import { problemBox } from './parts/problem-box.ts';
import { say } from './say.ts';
import { signIn, signInPage, signOut } from './session/sign-in-page.ts';
import { takeCode } from './session/take-code.ts';

const skipHash = '#content';
const place = document.getElementById('app') ?? document.body;
let desk: Desk | null = null;
let shown: View | null = null;
let events: LiveEvents | null = null;
/** Counts what was asked for, so that an older view does not replace a newer one. */
let asked = 0;

function show(root: HTMLElement, title: string): void {
  const isFirst = place.childElementCount === 0;
  for (const dialog of document.querySelectorAll('dialog')) dialog.remove();
  place.replaceChildren(root);
  document.title = `${title} · Belfry`;
  // The browser announces the first page itself.
  if (!isFirst) root.querySelector<HTMLElement>('h1')?.focus();
}

function askToSignIn(problem: Problem | null): void {
  asked += 1;
  events?.close();
  [events, desk, shown] = [null, null, null];
  frame.showWho(null);
  announce('');
  show(
    signInPage(problem, () => void start()),
    say('signIn'),
  );
}

/** Asks who is signed in, and shows the view of the address. */
async function start(): Promise<void> {
  const [answer, servedAt] = await Promise.all([readControl<'getMe'>('/me'), readServedAt()]);
  if (answer.outcome === 'refused') return askToSignIn(answer.problem.status === 401 ? null : answer.problem);
  desk = deskOf(answer.body, servedAt);
  frame.showWho(desk.me);
  events?.close();
  events = liveEvents(
    (organisationId) => shown?.heed(organisationId),
    (isLive) => frame.showLive(isLive),
  );
  await showAddress();
}

async function showAddress(): Promise<void> {
  if (desk === null) return;
  const own = ++asked;
  place.setAttribute('aria-busy', 'true');
  const opened = await openView(desk);
  if (own !== asked) return;
  place.removeAttribute('aria-busy');
  if ('problem' in opened) {
    shown = null;
    show(problemPage(opened.problem), say('dashboard'));
    return;
  }
  shown = opened;
  show(opened.root, opened.title);
  announceKept();
}

function openView(desk: Desk): Promise<View | { problem: Problem }> {
  const address = readAddress(location.hash);
  if (address.view === 'audit') return auditView();
  if (address.view === 'organisation') return organisationView(desk, address);
  // A token of one organisation has no use for a list.
  const { organisationId } = desk.me;
  if (organisationId === null) return organisationsView(desk);
  return organisationView(desk, { organisationId, tab: 'timetables', versionId: null, day: null });
}

const problemPage = (problem: Problem): HTMLElement =>
  element(
    'main',
    { id: 'content', class: 'narrow stack' },
    element('h1', { tabindex: '-1' }, say('dashboard')),
    problemBox(problem),
    element('p', {}, element('a', { href: '#/' }, say('back'))),
  );

const frame = pageFrame(
  () => void redraw(),
  () => void leave(),
);

async function redraw(): Promise<void> {
  await frame.useLanguage();
  if (desk === null) askToSignIn(null);
  else await showAddress();
}

async function leave(): Promise<void> {
  if (!mayLeave()) return;
  const answer = await signOut();
  // Whoever is still signed in must see it.
  if (answer.outcome === 'refused' && answer.problem.status !== 401)
    return show(problemPage(answer.problem), say('signOut'));
  askToSignIn(null);
}

document.addEventListener(signedOut, () => desk !== null && askToSignIn(null));
// A file that misses its place must not replace the page.
for (const kind of ['dragover', 'drop']) window.addEventListener(kind, (event) => event.preventDefault());
window.addEventListener('hashchange', ({ oldURL }) => {
  if (location.hash === skipHash) return;
  if (!mayLeave()) return history.replaceState(null, '', oldURL);
  const code = takeCode();
  void (code === null ? showAddress() : signInWith(code));
});

async function signInWith(code: string): Promise<void> {
  const answer = await signIn({ code });
  if (answer.outcome === 'refused') askToSignIn(answer.problem);
  else await start();
}

const code = takeCode();
await frame.useLanguage();
await (code === null ? start() : signInWith(code));
