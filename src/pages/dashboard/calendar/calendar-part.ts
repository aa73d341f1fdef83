// The calendar of an organisation: a year at a glance, to change for those who may. It is sent with the ETag of what was read, so
// that nobody's change is lost.

import { element } from '../../ui/element.ts';
import type { Calendar } from '../answers.ts';
import { callControl, readControl } from '../call-control.ts';
import type { OrganisationPart, PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { replaceKeepingFocus } from '../parts/keep-focus.ts';
import { announce } from '../parts/outcome-line.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import { todayAt } from '../school-day.ts';
import { type Draft, isChanged, keepDraft, keptDraft, type StoredCalendar } from './calendar-draft.ts';
import { replaceCalendar } from './replace-calendar.ts';
import { yearAtAGlance } from './year-at-a-glance.ts';

export const calendarPart: OrganisationPart = async (of) => {
  const path = `${of.path}/calendar`;
  const owner = `${of.desk.me.id} ${of.organisation.id}`;
  const shown = element('div', { class: 'stack' });
  let [stored, isDrawn]: [StoredCalendar, boolean] = [null, false];
  /** The first month that the editor shows, as the reader chose it. */
  const place: { begin: number | null } = { begin: null };
  const deletion = deleteButton(
    of,
    path,
    () => stored,
    () => redraw(),
  );
  const bells = readControl<'listBells'>(`${of.path}/bells`);
  // Loaded by those who may change something, and only here.
  const editor = of.desk.mayChange ? import('./calendar-editor.ts') : null;

  /** @returns what is stored, or how it was refused */
  async function read() {
    // Where there is none it is not asked for: the browser would log the 404 as an error.
    const school = await readControl<'getOrganisation'>(of.path);
    if (school.outcome === 'done' && school.body.timeZone === null) return { stored: null };
    const answer = await readControl<'getCalendar'>(path);
    if (answer.outcome === 'done') return { stored: { calendar: whole(answer.body), etag: answer.etag } };
    return answer.problem.status === 404 ? { stored: null } : { problem: answer.problem };
  }
  async function refresh(): Promise<void> {
    const [answer, versions] = [await read(), await bells];
    if ('problem' in answer) return replaceKeepingFocus(shown, problemBox(answer.problem));
    const isSame = answer.stored?.etag === stored?.etag && isDrawn;
    stored = answer.stored;
    deletion.hidden = stored === null;
    isDrawn = true;
    const kept = keptDraft(owner);
    // Whoever works on it is not interrupted; storing it will tell that somebody was quicker.
    if (kept !== null && isSame) return;
    const today = todayAt(stored?.calendar ?? of.organisation);
    const known = versions.outcome === 'done' ? versions.body.items : [];
    if (editor === null || (stored === null && kept === null)) {
      const none = [element('p', { class: 'empty' }, say('noCalendarHere')), ...(editor === null ? [] : [create()])];
      return replaceKeepingFocus(shown, ...(stored === null ? none : yearAtAGlance(stored.calendar, known, today)));
    }
    const draft = draftOf(kept, stored);
    keepDraft(owner, draft);
    const { calendarEditor } = await editor;
    const reread = async () => {
      const again = await read();
      return 'problem' in again ? stored : again.stored;
    };
    replaceKeepingFocus(
      shown,
      calendarEditor({ of, owner, draft, versions: known, today, place, read: reread, refresh: redraw }),
    );
  }
  const redraw = () => {
    isDrawn = false;
    return refresh();
  };
  const create = () =>
    element(
      'div',
      { class: 'stack' },
      element('p', {}, say('newCalendarMeans')),
      element(
        'p',
        {},
        element(
          'button',
          {
            ...{ type: 'button', id: 'new-calendar', class: 'primary' },
            click() {
              keepDraft(owner, { stored: null, calendar: newCalendar() });
              void redraw();
            },
          },
          say('newCalendar'),
        ),
      ),
    );
  await refresh();
  return {
    root: element(
      'div',
      { class: 'stack' },
      shown,
      of.desk.mayChange &&
        forPrograms(
          replaceCalendar(path, () => stored?.etag ?? null, redraw),
          deletion,
        ),
    ),
    refresh,
  };
};

/** With a list of each kind, so that only what was changed differs. */
const whole = (calendar: Calendar): Calendar => ({
  ...calendar,
  ...{ terms: calendar.terms ?? [], closures: calendar.closures ?? [] },
  ...{ anchors: calendar.anchors ?? [], exceptions: calendar.exceptions ?? [] },
});

const newCalendar = (): Calendar =>
  whole({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    schoolDays: [1, 2, 3, 4, 5],
    counting: 'calendarWeeks',
  });

/** What was changed and not stored, or else what is stored. */
function draftOf(kept: Draft | null, stored: StoredCalendar): Draft {
  if (kept !== null && isChanged(kept))
    return kept.stored?.etag === stored?.etag ? { ...kept, stored } : { ...kept, theirs: stored };
  return { stored, calendar: stored?.calendar ?? newCalendar() };
}

const forPrograms = (...content: HTMLElement[]): HTMLElement =>
  element(
    'details',
    { class: 'fold no-print', id: 'for-programs' },
    element('summary', {}, say('forPrograms')),
    element('div', { class: 'stack' }, ...content),
  );

function deleteButton(
  { organisation }: PartOf,
  path: string,
  stored: () => StoredCalendar,
  refresh: () => Promise<void>,
): HTMLElement {
  const ask = () =>
    confirmDialog({
      heading: say('deleteCalendar'),
      explanation: [say('deleteCalendarMeans')],
      word: organisation.id,
      button: say('delete'),
      action: () => callControl<'deleteCalendar'>(path, { method: 'DELETE', ifMatch: stored()?.etag ?? null }),
      async done() {
        await refresh();
        announce(say('deleted'));
      },
    });
  return element(
    'p',
    {},
    element('button', { type: 'button', id: 'delete-calendar', class: 'danger', click: ask }, say('deleteCalendar')),
  );
}
