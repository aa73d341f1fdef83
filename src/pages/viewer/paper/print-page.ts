// The page for paper and screens: prints all classes, all teachers or a chosen few as one job, as sheets or as posters, and
// links to the foyer screen that shows them in turn.

import type { ResolvedTimetable } from '../../../client/belfry-client.ts';
import { element, nameOf } from '../../ui/element.ts';
import { type Address, kinds, secondsEach, writeAddress } from '../address.ts';
import { type Entry, entriesOf, findEntry } from '../choose/entries.ts';
import { entryChoice } from '../choose/entry-choice.ts';
import { dates, todayNumber } from '../dates/dates.ts';
import { say } from '../say.ts';
import type { OtherTimetables } from '../together/other-timetables.ts';
import { onPaper, type Paper, papers, sheetsOf } from './print-sheet.ts';

/** Milliseconds of work after which the page says how far it is, and hears whether to go on. */
const stepTime = 50;

/**
 * @param of who is chosen at first
 * @param date in the week of dates that is printed; null for the cycle
 * @param readChanges reads what is different from the plan, if that was not done a moment ago
 * @param others the school's other timetables in use, in which those who are chosen may have lessons too
 */
export function printPage(
  timetable: ResolvedTimetable,
  { of, date }: Pick<Extract<Address, { page: 'print' }>, 'of' | 'date'>,
  others: OtherTimetables,
  readChanges: () => Promise<void> | undefined,
): HTMLElement {
  const { id, groupId, name } = timetable.document;
  const entries = entriesOf(timetable).filter(({ hasContent }) => hasContent);
  const sheets = element('div', { class: 'sheets' });
  const print = element('button', { type: 'button', class: 'primary', click: () => void printChosen() }, say('print'));
  const cancel = element('button', { type: 'button', click: () => stop.abort() }, say('cancel'));
  const bar = element('progress', { 'aria-label': say('printPage') });
  const done = element('span', { role: 'status' });
  const progress = element('p', { class: 'line', hidden: true }, bar, done, cancel);
  let stop = new AbortController();
  const screen = element('a', { class: 'button' }, say('openFoyer'));
  const seconds = element('input', {
    id: 'seconds',
    type: 'number',
    min: String(secondsEach.min),
    max: String(secondsEach.max),
    value: String(secondsEach.default),
    input: show,
  });
  const choice = entryChoice(entries, show, of === null ? undefined : findEntry(entries, of));
  const week = weekChoice(timetable, entries, date, show);
  const paper = element(
    'select',
    { id: 'paper', change: show },
    ...papers.map((each) =>
      element('option', { value: each }, each === 'A4' ? say('pages') : say('poster', { size: each })),
    ),
  );

  function show(): void {
    const { kind, chosen, isAll } = choice.read();
    stop.abort();
    sheets.replaceChildren();
    print.disabled = chosen.length === 0;
    const only = isAll ? [] : chosen.map(({ entityId }) => entityId);
    const href = writeAddress({ page: 'foyer', groupId, kind, only, seconds: Number(seconds.value) });
    screen.setAttribute('href', href);
  }
  const elsewhere = others.timetables.map((other) => ({ other, entries: entriesOf(other) }));
  const printer = () => {
    const size = papers.find((each) => each === paper.value) ?? ('A4' satisfies Paper);
    const day = week === null || week.value === '' ? null : Number(week.value);
    return (entry: Entry): HTMLElement[] => [
      ...sheetsOf(onPaper(timetable, entry, day), size),
      ...elsewhere.flatMap(({ other, entries: all }) => {
        const own = findEntry(all, entry);
        return own?.hasContent ? sheetsOf(onPaper(other, own, day), size) : [];
      }),
    ];
  };
  // Drawn only when they are printed, since there may be hundreds: by the button, which shows how far it is, or by the
  // browser's own menu, which waits for nobody.
  async function printChosen(): Promise<void> {
    stop = new AbortController();
    const { signal } = stop;
    const { chosen } = choice.read();
    const sheetsOf = printer();
    const made: HTMLElement[] = [];
    bar.max = chosen.length;
    print.disabled = true;
    await readChanges();
    let shownAt = performance.now();
    for (const [index, entry] of chosen.entries()) {
      made.push(...sheetsOf(entry));
      if (performance.now() - shownAt < stepTime) continue;
      bar.value = index + 1;
      done.textContent = say('ofAll', { done: index + 1, all: chosen.length });
      progress.hidden = false;
      await new Promise((next) => setTimeout(next));
      if (signal.aborted || !sheets.isConnected) break;
      shownAt = performance.now();
    }
    progress.hidden = true;
    print.disabled = choice.read().chosen.length === 0;
    if (signal.aborted || !sheets.isConnected) return;
    sheets.replaceChildren(...made);
    window.print();
  }
  const draw = () => {
    if (!sheets.isConnected) removeEventListener('beforeprint', draw);
    else if (sheets.childElementCount === 0) sheets.append(...choice.read().chosen.flatMap(printer()));
  };
  addEventListener('beforeprint', draw);
  show();
  const kind = kinds.find((each) => entries.some((entry) => entry.kind === each));
  return element(
    'main',
    { id: 'content', class: 'print-page' },
    element(
      'div',
      { class: 'print-choices no-print' },
      element('a', { href: writeAddress({ page: 'timetable', versionId: id, of: null, week: null }) }, nameOf(name)),
      element('h1', { tabindex: '-1' }, say('printPage')),
      ...(kind === undefined
        ? [element('p', { class: 'empty' }, say('nothingScheduled'))]
        : [
            !others.isWhole && element('p', { class: 'notice', role: 'status' }, say('otherNotRead')),
            choice.root,
            week !== null && element('p', { class: 'line' }, element('label', { for: 'week' }, say('theWeek')), week),
            element('p', { class: 'line' }, element('label', { for: 'paper' }, say('paper')), paper, print),
            progress,
            element('h2', {}, say('foyer')),
            element('p', { class: 'quiet' }, say('foyerAbout')),
            element('p', { class: 'line' }, element('label', { for: 'seconds' }, say('secondsEach')), seconds, screen),
          ]),
    ),
    sheets,
  );
}

/** The cycle, the present week, and that of a date; null where there is no calendar. */
function weekChoice(
  timetable: ResolvedTimetable,
  [entry]: readonly Entry[],
  date: number | null,
  change: () => void,
): HTMLSelectElement | null {
  const { school } = dates();
  if (school === null || entry === undefined) return null;
  const titles = new Map<string, number>();
  for (const day of [todayNumber(), ...(date === null ? [] : [date])])
    titles.set(school.week(timetable, entry.selection, day).title, day);
  return element(
    'select',
    { id: 'week', change },
    element('option', { value: '' }, say('plainWeek')),
    ...[...titles].map(([title, day]) => element('option', { value: String(day), selected: day === date }, title)),
  );
}
