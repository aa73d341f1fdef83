// The page for paper and screens: prints all classes, all teachers or a chosen few as one job, as sheets or as posters, and
// links to the foyer screen that shows them in turn.

import type { ResolvedTimetable } from '../client/belfry-client.ts';
import { kinds, secondsEach, writeAddress } from './address.ts';
import { element, nameOf } from './element.ts';
import { entriesOf } from './entries.ts';
import { entryChoice } from './entry-choice.ts';
import { type Paper, papers, sheetPrinter } from './print-sheet.ts';
import { say } from './say.ts';

export function printPage(timetable: ResolvedTimetable): HTMLElement {
  const { id, groupId, name } = timetable.document;
  const entries = entriesOf(timetable).filter(({ hasContent }) => hasContent);
  const sheets = element('div', { class: 'sheets' });
  const print = element('button', { type: 'button', class: 'primary', click: () => window.print() }, say('print'));
  const screen = element('a', { class: 'button' }, say('openFoyer'));
  const seconds = element('input', {
    id: 'seconds',
    type: 'number',
    min: String(secondsEach.min),
    max: String(secondsEach.max),
    value: String(secondsEach.default),
    input: show,
  });
  const choice = entryChoice(entries, show);
  const paper = element(
    'select',
    { id: 'paper', change: show },
    ...papers.map((each) =>
      element('option', { value: each }, each === 'A4' ? say('pages') : say('poster', { size: each })),
    ),
  );

  function show(): void {
    const { kind, chosen, isAll } = choice.read();
    sheets.replaceChildren();
    print.disabled = chosen.length === 0;
    const only = isAll ? [] : chosen.map(({ entityId }) => entityId);
    const href = writeAddress({ page: 'foyer', groupId, kind, only, seconds: Number(seconds.value) });
    screen.setAttribute('href', href);
  }
  // Drawn only when the browser prints, by the button or by its own menu, since there may be a hundred grids.
  const draw = () => {
    if (!sheets.isConnected) removeEventListener('beforeprint', draw);
    else if (sheets.childElementCount === 0) {
      const chosenPaper: Paper = papers.find((each) => each === paper.value) ?? 'A4';
      sheets.append(...choice.read().chosen.flatMap(sheetPrinter(timetable, chosenPaper)));
    }
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
            choice.root,
            element('p', { class: 'line' }, element('label', { for: 'paper' }, say('paper')), paper, print),
            element('h2', {}, say('foyer')),
            element('p', { class: 'quiet' }, say('foyerAbout')),
            element('p', { class: 'line' }, element('label', { for: 'seconds' }, say('secondsEach')), seconds, screen),
          ]),
    ),
    sheets,
  );
}
