// Asks what is different on some days: no school, other times, the lessons of another day, or nothing any more.

import { daysBetween } from '../../../calendar/time/day.ts';
import { element } from '../../ui/element.ts';
import type { Calendar, VersionBells } from '../answers.ts';
import { openDialog } from '../open-dialog.ts';
import { formField } from '../parts/form-field.ts';
import { type PlainKey, say } from '../say.ts';
import { bellsFields } from './bells-fields.ts';
import { type DayChoice, type Days, isForAll, mostDaysAtOnce } from './change-days.ts';
import { dateField, dayOfField } from './date-field.ts';
import { runsFields } from './runs-fields.ts';

type Closure = NonNullable<Calendar['closures']>[number];
type Kind = DayChoice['kind'];

const kinds: readonly (readonly [Kind, PlainKey])[] = [
  ['closed', 'choiceClosed'],
  ['bells', 'choiceBells'],
  ['runs', 'choiceRuns'],
  ['usual', 'choiceUsual'],
];

export type DayDialog = {
  calendar: Calendar;
  versions: readonly VersionBells[];
  days: Days;
  /** The holiday that a single day which was pressed belongs to. It is shown as a whole. */
  closure: Closure | null;
  apply: (days: Days, choice: DayChoice) => void;
  /** When the dialog is closed, in either way. */
  closed: () => void;
};

export function dayDialog({ calendar, versions, days, closure, apply, closed }: DayDialog): void {
  const known = (calendar.exceptions ?? []).find((each) => each.date === days.first && isForAll(each));
  const dialog = openDialog(say('whatIsDifferent'), (close) => {
    const first = dateField('day-first', days.first);
    const last = dateField('day-last', days.last, () => follow());
    const name = element('input', {
      ...{ id: 'day-name', type: 'text', dir: 'auto', maxlength: '200', autocomplete: 'off' },
      value: known?.name ?? closure?.name ?? '',
    });
    const bells = bellsFields(versions, days.first, known?.periods ?? null);
    const runs = runsFields(calendar, versions, days.first, known?.like ?? null);
    const radios = kinds.map(([kind, words]) => {
      const radio = element('input', {
        ...{ id: `day-${kind}`, type: 'radio', name: 'day-kind', value: kind, change: () => follow() },
        checked: kind === (known?.kind ?? 'closed'),
      });
      return {
        kind,
        radio,
        row: element('p', { class: 'check' }, radio, element('label', { for: radio.id }, say(words))),
      };
    });
    const chosen = (): Kind => radios.find(({ radio }) => radio.checked)?.kind ?? 'closed';
    const nameField = formField(say('choiceName'), name, say('choiceNameHint'));
    const severalNote = element('p', { class: 'quiet' }, say('onlySchoolDays'));
    const follow = () => {
      const kind = chosen();
      nameField.hidden = kind === 'usual';
      name.required = kind !== 'usual';
      bells.root.hidden = kind !== 'bells';
      runs.root.hidden = kind !== 'runs';
      severalNote.hidden = first.value === last.value || (kind !== 'bells' && kind !== 'runs');
    };
    const place = element('div');
    const complain = (words: string, field: HTMLElement) => {
      place.replaceChildren(element('p', { role: 'alert', class: 'warm' }, words));
      field.focus();
    };
    const choiceOf = (kind: Kind, named: string): DayChoice | { problem: string; field: HTMLElement } => {
      if (kind === 'usual') return { kind };
      if (named === '') return { problem: say('nameMissing'), field: name };
      if (kind === 'closed') return { kind, name: named };
      if (kind === 'runs') return { kind, name: named, like: runs.like() };
      const periods = bells.periods();
      return periods === null ? { problem: say('timesMissing'), field: bells.root } : { kind, name: named, periods };
    };
    const submit = (event: Event) => {
      event.preventDefault();
      const [from, to] = [dayOfField(first), dayOfField(last)];
      if (from === null || to === null || to < from || daysBetween(from, to) >= mostDaysAtOnce)
        return complain(say('daysWrong'), last);
      const choice = choiceOf(chosen(), name.value.trim());
      if ('problem' in choice) return complain(choice.problem, choice.field);
      close();
      apply({ first: from, last: to }, choice);
    };
    const scoped = countScoped(calendar, days);
    const form = element(
      'form',
      { class: 'stack', novalidate: true, submit },
      element(
        'div',
        { class: 'stack dialog-fields' },
        element('div', { class: 'span-fields' }, formField(say('dayFrom'), first), formField(say('dayTo'), last)),
        element(
          'fieldset',
          { class: 'choices' },
          element('legend', {}, say('onTheseDays')),
          ...radios.map(({ row }) => row),
        ),
        nameField,
        severalNote,
        bells.root,
        runs.root,
        scoped > 0 && element('p', { class: 'quiet' }, say('scopedStay', { count: scoped })),
        place,
      ),
      element(
        'p',
        { class: 'buttons' },
        element('button', { class: 'primary' }, say('apply')),
        element('button', { type: 'button', click: close }, say('cancel')),
      ),
    );
    follow();
    return [form];
  });
  dialog.addEventListener('close', closed);
}

/** What holds for some classes on these days, which the dialog does not change. */
const countScoped = ({ closures = [], exceptions = [] }: Calendar, { first, last }: Days): number =>
  closures.filter((each) => !isForAll(each) && each.firstDay <= last && each.lastDay >= first).length +
  exceptions.filter((each) => !isForAll(each) && first <= each.date && each.date <= last).length;
