// The calendar of an organisation: a year at a glance, and a file that replaces it. It is sent with the ETag of what was read, so
// that nobody's change is lost.

import { element } from '../../ui/element.ts';
import type { Calendar } from '../answers.ts';
import { callControl } from '../call-control.ts';
import type { OrganisationPart, PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { replaceKeepingFocus } from '../parts/keep-focus.ts';
import { announce } from '../parts/outcome-line.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import { replaceCalendar } from './replace-calendar.ts';
import { yearAtAGlance } from './year-at-a-glance.ts';

export const calendarPart: OrganisationPart = async (of) => {
  const path = `${of.path}/calendar`;
  const [actions, shown] = [element('div', { class: 'stack no-print' }), element('div', { class: 'stack' })];
  let etag: string | null = null;
  async function refresh(): Promise<void> {
    const answer = await callControl<Calendar>(path);
    if (answer.outcome === 'done') {
      etag = answer.etag;
      replaceKeepingFocus(shown, ...yearAtAGlance(answer.body));
    } else {
      etag = null;
      const isNone = answer.problem.status === 404;
      replaceKeepingFocus(
        shown,
        isNone ? element('p', { class: 'empty' }, say('noCalendarHere')) : problemBox(answer.problem),
      );
    }
    deletion.hidden = etag === null;
  }
  const deletion = deleteButton(of, path, () => etag, refresh);
  if (of.desk.mayChange)
    actions.append(
      replaceCalendar(path, () => etag, refresh),
      deletion,
    );
  await refresh();
  return { root: element('div', { class: 'stack' }, actions, shown), refresh };
};

function deleteButton(
  { organisation }: PartOf,
  path: string,
  etag: () => string | null,
  refresh: () => Promise<void>,
): HTMLElement {
  const ask = () =>
    confirmDialog({
      heading: say('deleteCalendar'),
      explanation: [say('deleteCalendarMeans')],
      word: organisation.id,
      button: say('delete'),
      action: () => callControl<null>(path, { method: 'DELETE', ifMatch: etag() }),
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
