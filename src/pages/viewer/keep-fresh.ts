// An open grid follows what is published: its timetable, the list, the calendar and what is different on its days are asked for
// again when the reader comes back to it, and every few minutes. As long as nothing is new, each is a 304, and nothing is drawn.

import type { TimetableVersionSummary } from '../../client/belfry-client.ts';
import type { Read } from '../../client/create-reader.ts';
import { RefusedError } from '../../client/errors.ts';
import { timetableCalls } from '../../client/timetable-calls.ts';
import { dates } from './dates/dates.ts';
import { inLanguageOfPage } from './dates/day-language.ts';
import type { ShownGrid } from './grid/grid-page.ts';

/** Milliseconds after which it is asked for again: by itself, and when the reader comes back, which main.ts reads anew then. */
const [byItself, onReturn] = [180_000, 61_000];
/** Milliseconds between two looks at the clock. */
const tick = 20_000;

type Shown = { grid: ShownGrid; read: Read; versions: readonly TimetableVersionSummary[] };
let shown: Shown | null = null;
let askedAt = 0;

const timetableOf = ({ grid }: Shown) => grid.paper[0]?.timetable;

export function keepFresh(grid: ShownGrid, read: Read, versions: readonly TimetableVersionSummary[]): void {
  const next = { grid, read, versions };
  // From class to class it is the timetable that was read before.
  if (shown === null || timetableOf(shown) !== timetableOf(next)) askedAt = Date.now();
  shown = next;
}

async function look(age: number): Promise<void> {
  if (shown === null || document.hidden || Date.now() - askedAt < age || isAtWork(shown.grid.root)) return;
  askedAt = Date.now();
  const { grid } = shown;
  const hasNews = await isOutdated(shown).catch((error: unknown) => {
    // Whoever is refused sees nothing more. A server that cannot be reached leaves what is shown.
    return error instanceof RefusedError && error.status < 500;
  });
  if (hasNews && grid === shown.grid && !isAtWork(grid.root)) drawAnew();
}

/** Somebody types, or reads a dialog; or it is another page. */
const isAtWork = (root: HTMLElement): boolean =>
  !root.isConnected ||
  document.querySelector('dialog[open]') !== null ||
  document.activeElement instanceof HTMLInputElement;

async function isOutdated({ grid, read, versions }: Shown): Promise<boolean> {
  const [own] = grid.paper;
  if (own === undefined) return false;
  const { timetable, entry } = own;
  const { school } = dates();
  const calls = timetableCalls(read);
  const [document, list, calendar, areDaysNew = false] = await Promise.all([
    calls.get(timetable.document.id).then(inLanguageOfPage),
    calls.list(),
    calls.calendar(),
    school?.readFor(read, timetable, entry.selection, grid.date),
  ]);
  return (
    areDaysNew ||
    differs(document, timetable.document) ||
    differs(calendar, school?.calendar ?? null) ||
    // Without the list, the grid was shown all the same.
    (versions.length > 0 && differs(list.timetables, versions))
  );
}

const differs = (one: unknown, other: unknown): boolean => JSON.stringify(one) !== JSON.stringify(other);

/** Shows the address again, and leaves the reader where they are. */
function drawAnew(): void {
  const app = document.getElementById('app');
  if (app === null) return;
  const focusable = () => [...app.querySelectorAll<HTMLElement>('a, button, input, select, summary')];
  const { activeElement } = document;
  const focused = activeElement instanceof HTMLElement ? focusable().indexOf(activeElement) : -1;
  const [x, y] = [scrollX, scrollY];
  const observer = new MutationObserver(() => {
    observer.disconnect();
    scrollTo(x, y);
    if (focused !== -1) focusable()[focused]?.focus({ preventScroll: true });
    else if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
  });
  observer.observe(app, { childList: true });
  dispatchEvent(new Event('hashchange'));
}

for (const target of [window, document])
  for (const name of ['focus', 'visibilitychange']) target.addEventListener(name, () => void look(onReturn));
setInterval(() => void look(byItself), tick);
