// Withdraws what is different on the days of a range, after a question.

import { daysBetween, isoDay } from '../../../calendar/time/day.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { dateField, dayOfField } from '../calendar/date-field.ts';
import { callControl } from '../call-control.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { say } from '../say.ts';
import { sayDay } from './day-words.ts';

/** Of one call of the API. */
const mostDays = 92;

/** @param path of the organisation. @param shownDay the one that is offered */
export function clearDays(path: string, shownDay: () => number, refresh: () => Promise<void>): HTMLElement {
  const [first, last] = [dateField('clear-first', shownDay()), dateField('clear-last', shownDay())];
  const place = element('div');
  const ask = (event: Event) => {
    event.preventDefault();
    place.replaceChildren();
    const [from, to] = [dayOfField(first), dayOfField(last)];
    if (from === null || to === null || to < from || daysBetween(from, to) >= mostDays) {
      place.append(element('p', { role: 'alert', class: 'warm' }, sayDay('clear-wrong', { most: mostDays })));
      return first.focus();
    }
    confirmDialog<{ outcome: string }>({
      heading: sayDay('clear-heading'),
      explanation: [
        sayDay('clear-question', { first: dayInWords(from), last: dayInWords(to) }),
        ' ',
        sayDay('clear-means'),
      ],
      word: null,
      button: sayDay('clear-do'),
      action: () =>
        callControl<'putDays'>(`${path}/days?from=${isoDay(from)}&to=${isoDay(to)}`, { method: 'PUT', body: {} }),
      done({ body }) {
        announce(sayDay(body.outcome === 'unchanged' ? 'clear-nothing' : 'clear-done'));
        void refresh();
      },
    });
  };
  // The day that is shown is the likeliest. Not at `toggle`, which comes later and would undo what was typed since.
  const offerShownDay = () => {
    for (const field of [first, last]) field.value = isoDay(shownDay());
  };
  return element(
    'details',
    { class: 'fold no-print', id: 'clear-days' },
    element('summary', { click: offerShownDay }, sayDay('clear-heading')),
    element(
      'form',
      { class: 'stack form', submit: ask },
      element('p', {}, sayDay('clear-means')),
      formField(say('dayFrom'), first),
      formField(say('dayTo'), last),
      place,
      element('p', {}, element('button', { class: 'danger' }, sayDay('clear-choose'))),
    ),
  );
}
