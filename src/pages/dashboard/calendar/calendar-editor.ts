// The year to change: days are chosen in the months, terms and weeks in fields above, and everything is stored at once, as the
// calendar that was read. What is not stored yet stays in the page, also when somebody was quicker.

import { addMonths, firstOfMonth } from '../../../calendar/time/day.ts';
import { element } from '../../ui/element.ts';
import type { Calendar, VersionBells } from '../answers.ts';
import { callControl } from '../call-control.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { replaceKeepingFocus } from '../parts/keep-focus.ts';
import { announce } from '../parts/outcome-line.ts';
import { say } from '../say.ts';
import { type Draft, isChanged, keepDraft, type StoredCalendar } from './calendar-draft.ts';
import { calendarFiles } from './calendar-files.ts';
import { calendarProblems } from './calendar-problems.ts';
import { changeDays, type Days, isForAll } from './change-days.ts';
import { cellOf, chooseDays } from './choose-days.ts';
import { cycleFields } from './cycle-fields.ts';
import { dayDialog } from './day-dialog.ts';
import { beginOfShownYear, monthsFrom } from './shown-year.ts';
import { termsFields } from './terms-fields.ts';
import { drawMonths, legend } from './year-at-a-glance.ts';

type Given = {
  of: Parameters<OrganisationPart>[0];
  /** By whom and of which organisation the draft is kept. */
  owner: string;
  draft: Draft;
  versions: readonly VersionBells[];
  today: number;
  /** The first month that is shown; null for that of the school year. It outlasts the editor. */
  place: { begin: number | null };
  /** Reads what is stored now. */
  read: () => Promise<StoredCalendar>;
  /** Shows what is stored now. */
  refresh: () => Promise<void>;
};

export function calendarEditor({ of, owner, draft: given, versions, today, place, read, refresh }: Given): HTMLElement {
  let draft = given;
  const shownFrom = () => place.begin ?? beginOfShownYear(draft.calendar, today);
  const settings = element('div', { class: 'stack' });
  const year = element('div', { class: 'stack' });
  const problems = element('div');
  const bar = element('div', { class: 'save-bar' });

  function change(calendar: Calendar, isOther: boolean): void {
    draft = { ...draft, calendar };
    keepDraft(owner, draft);
    if (isOther) drawSettings();
    drawYear();
    drawBar();
  }
  const settingsOf = () => [
    termsFields(
      () => draft.calendar.terms ?? [],
      today,
      (terms, isOther) => change({ ...draft.calendar, terms }, isOther),
    ),
    fold(
      'school-week',
      say('weeksAndDays'),
      cycleFields(() => draft.calendar, versions, today, change),
    ),
  ];
  const drawSettings = () => replaceKeepingFocus(settings, ...settingsOf());

  function open(days: Days, isAlone: boolean): void {
    const { calendar } = draft;
    const own = calendar.exceptions?.some((each) => each.date === days.first && isForAll(each)) ?? false;
    const closure =
      isAlone && !own
        ? calendar.closures?.find((each) => isForAll(each) && each.firstDay <= days.first && days.first <= each.lastDay)
        : undefined;
    const whole = closure === undefined ? days : { first: closure.firstDay, last: closure.lastDay };
    dayDialog({
      ...{ calendar, versions, days: whole, closure: closure ?? null },
      apply(range, choice) {
        change(changeDays(calendar, range, choice, closure ?? null), false);
        announce(say('changedNotSaved'));
      },
      // The months were drawn anew, and with them the day that was chosen.
      closed: () => cellOf(year, days.first)?.focus(),
    });
  }

  function drawYear(): void {
    const months = drawMonths(draft.calendar, versions, monthsFrom(shownFrom()), today);
    months.classList.add('year-to-change');
    chooseDays(months, today, open);
    const turn = (by: number) => {
      place.begin = addMonths(shownFrom(), by);
      drawYear();
    };
    replaceKeepingFocus(
      year,
      element('p', { class: 'quiet', id: 'how-to-choose' }, say('howToChoose')),
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', id: 'year-earlier', click: () => turn(-12) }, say('yearEarlier')),
        element('button', { type: 'button', id: 'year-later', click: () => turn(12) }, say('yearLater')),
        element(
          'button',
          { type: 'button', id: 'choose-by-date', click: () => open({ first: today, last: today }, false) },
          say('chooseByDate'),
        ),
      ),
      legend(),
      months,
    );
  }

  function drawBar(): void {
    const { theirs } = draft;
    const isUnsaved = isChanged(draft);
    replaceKeepingFocus(
      bar,
      ...(theirs === undefined ? [] : [overtaken(theirs)]),
      element(
        'p',
        { class: 'buttons' },
        element(
          'button',
          { type: 'button', id: 'save-calendar', class: 'primary', click: () => void save() },
          say('saveCalendar'),
        ),
        isUnsaved &&
          element('button', { type: 'button', id: 'drop-draft', click: () => void drop() }, say('dropChanges')),
        element('span', { class: isUnsaved ? 'warm' : 'quiet' }, say(isUnsaved ? 'notSavedYet' : 'allSaved')),
      ),
    );
  }
  const overtaken = (theirs: StoredCalendar) =>
    element(
      'div',
      { class: 'notice', role: 'alert', tabindex: '-1', id: 'overtaken' },
      element('p', {}, element('strong', {}, say('somebodySaved'))),
      element(
        'p',
        { class: 'buttons' },
        element('button', { type: 'button', id: 'drop-mine', click: () => void drop() }, say('showTheirs')),
        element(
          'button',
          { type: 'button', id: 'save-mine', class: 'danger', click: () => void save(theirs) },
          say('saveMine'),
        ),
      ),
    );

  async function drop(): Promise<void> {
    keepDraft(owner, null);
    await refresh();
    document.querySelector<HTMLElement>('#content h2')?.focus();
  }

  let isSaving = false;
  /** @param over what is replaced: what was read, or what somebody else stored since */
  async function save(over: StoredCalendar = draft.stored): Promise<void> {
    if (isSaving) return;
    isSaving = true;
    announce(say('working'));
    problems.replaceChildren();
    const sent = draft.calendar;
    const answer = await callControl<'putCalendar'>(`${of.path}/calendar`, {
      ...{ method: 'PUT', body: sent, ifMatch: over?.etag ?? null, isNew: over === null },
    });
    isSaving = false;
    announce('');
    if (answer.outcome === 'done') {
      // What was changed while it was stored is not stored yet.
      if (draft.calendar === sent) keepDraft(owner, null);
      else keepDraft(owner, { stored: { calendar: answer.body, etag: answer.etag }, calendar: draft.calendar });
      await refresh();
      announce(say('calendarStored'));
      return document.getElementById('save-calendar')?.focus();
    }
    if (answer.problem.status === 412) {
      const theirs = await read();
      draft = { ...draft, theirs };
      keepDraft(owner, draft);
      drawBar();
      return document.getElementById('overtaken')?.focus();
    }
    const box = calendarProblems(answer.problem, draft.calendar, show);
    problems.replaceChildren(box);
    box.focus();
  }
  function show(day: number): void {
    if (cellOf(year, day) === null) {
      place.begin = firstOfMonth(day);
      drawYear();
    }
    cellOf(year, day)?.focus();
  }

  drawSettings();
  drawYear();
  drawBar();
  return element(
    'div',
    { class: 'stack' },
    settings,
    year,
    problems,
    bar,
    fold(
      'calendar-files',
      say('filesOfHolidays'),
      calendarFiles({
        organisation: of.organisation,
        calendar: () => draft.calendar,
        from: shownFrom(),
        take(calendar, taken) {
          change(calendar, false);
          announce(say('holidaysTaken', { count: taken }));
        },
      }),
    ),
  );
}

const fold = (id: string, words: string, content: readonly HTMLElement[]): HTMLElement =>
  element(
    'details',
    { class: 'fold', id },
    element('summary', {}, words),
    element('div', { class: 'stack' }, ...content),
  );
