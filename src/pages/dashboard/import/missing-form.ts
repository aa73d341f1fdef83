// Asks what a file leaves open, and only that: bell times, which day of the week is its first, which of its terms, and whether its
// students are taken over.

import { weekdayNames } from '../../ui/calendar-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import type { ConversionReport, Question } from '../answers.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { say } from '../say.ts';
import { bellsQuestion } from './bells-question.ts';

type MissingForm = {
  /** The form, null where nothing is open, or no answer would help. @param isNeeded whether nothing can be stored without it */
  ask(report: ConversionReport, isNeeded: boolean): HTMLElement | null;
  /** Whether all that is asked has an answer; the browser says which has not. */
  isAnswered(): boolean;
  /** As parameters of the import. */
  answers(): Record<string, string>;
  clear(): void;
};

/** A question with its field, which keeps its answer while the same is asked again. */
type Asked = { key: string; root: HTMLElement; parameters: () => Record<string, string> };

/** What keeps a file from being read and can be answered. */
const answerable = ['school.no-bells', 'school.bells-do-not-fit', 'school.option-unusable', 'asc.period-without-times'];

export function missingForm(onAnswer: () => void): MissingForm {
  let asked: Asked[] = [];
  let form: HTMLFormElement | null = null;
  return {
    ask({ rules, questions = [] }, isNeeded) {
      const stops = rules.some(({ rule, severity }) => severity === 'error' && !answerable.includes(rule));
      const before = new Map(asked.map((each) => [each.key, each]));
      asked = stops ? [] : questions.map((question) => before.get(keyOf(question)) ?? askFor(question));
      const submit = (event: Event) => {
        event.preventDefault();
        onAnswer();
      };
      form =
        asked.length === 0
          ? null
          : element(
              'form',
              { class: 'stack form', submit },
              ...asked.map(({ root }) => root),
              element('p', {}, element('button', { class: isNeeded ? 'primary' : null }, say('goOn'))),
            );
      return form;
    },
    isAnswered: () => form?.isConnected !== true || form.reportValidity(),
    answers: () => Object.assign({}, ...asked.map(({ parameters }) => parameters())),
    clear() {
      asked = [];
      form = null;
    },
  };
}

/** The same for a question whose answer may be kept. */
function keyOf(question: Question): string {
  if (question.about === 'bells') return JSON.stringify([question.about, question.periods]);
  return JSON.stringify([question.about, 'names' in question ? question.names : null]);
}

function askFor(question: Question): Asked {
  const key = keyOf(question);
  switch (question.about) {
    case 'bells': {
      const { root, answer } = bellsQuestion(question.periods);
      return { key, root, parameters: () => ({ bells: answer() }) };
    }
    case 'firstDay': {
      const options = weekdayNames().map(({ long }, index) =>
        element('option', { value: String(index + 1), selected: index + 1 === question.chosen }, long),
      );
      const day = element('select', { id: 'first-weekday' }, ...options);
      return { key, root: formField(say('firstWeekday'), day), parameters: () => ({ firstDay: day.value }) };
    }
    case 'term':
    case 'week': {
      const { about, names, chosen } = question;
      const select = element(
        'select',
        { id: `which-${about}` },
        about === 'week' && element('option', { value: '', selected: chosen === null }, say('allTerms')),
        ...names.map((name, index) =>
          element('option', { value: String(index + 1), selected: index + 1 === chosen }, nameOf(name)),
        ),
      );
      return {
        ...{ key, root: formField(say('whichTerm'), select) },
        parameters: (): Record<string, string> => (select.value === '' ? {} : { [about]: select.value }),
      };
    }
    case 'students': {
      const box = element('input', { id: 'with-students', type: 'checkbox', checked: question.chosen });
      return {
        ...{ key, root: checkField(say('withStudents', { count: question.count }), box) },
        parameters: (): Record<string, string> => (box.checked ? { students: 'true' } : {}),
      };
    }
  }
}
