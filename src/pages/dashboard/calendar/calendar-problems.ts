// Says in words where the API found something wrong with a calendar: the term, the holiday or the day, instead of a path.

import { dayInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import type { Calendar } from '../answers.ts';
import type { Problem } from '../call-control.ts';
import { loadSentences } from '../findings/finding-sentence.ts';
import { apiWords } from '../parts/details-of.ts';
import { problemBox } from '../parts/problem-box.ts';
import { phrase, say } from '../say.ts';

type Place = { words: Child[]; day: number | null };

/** Listed at most. */
const mostShown = 20;

/** @param show leads to a day */
export function calendarProblems(problem: Problem, calendar: Calendar, show: (day: number) => void): HTMLElement {
  if (problem.status !== 422 || problem.errors.length === 0) return problemBox(problem);
  const sentences = loadSentences();
  const shown = problem.errors.slice(0, mostShown).map((error) => {
    const { words, day } = placeOf(error.path, calendar);
    const what = element('p', { class: 'quiet' });
    void sentences.then(
      (sentence) => what.replaceChildren(...sentence(error)),
      () => what.replaceChildren(apiWords(error.message)),
    );
    return element(
      'li',
      {},
      element('p', {}, ...words),
      what,
      day !== null && element('button', { type: 'button', click: () => show(day) }, say('showDay')),
    );
  });
  const rest = problem.errors.length - shown.length;
  return element(
    'div',
    { class: 'notice problem', role: 'alert', tabindex: '-1' },
    element('p', {}, element('strong', {}, say('calendarRefused'))),
    element('ul', { class: 'findings' }, ...shown),
    rest > 0 && element('p', {}, say('andMore', { count: rest })),
  );
}

function placeOf(path: string, { terms = [], closures = [], anchors = [], exceptions = [] }: Calendar): Place {
  const [, list, number] = /^\$\.(terms|closures|anchors|exceptions)\[(\d+)\]/.exec(path) ?? [];
  const index = Number(number);
  const range = list === 'terms' ? terms[index] : list === 'closures' ? closures[index] : undefined;
  if (range !== undefined) return { words: phrase('problemSpan', { name: nameOf(range.name) }), day: range.firstDay };
  const day = (list === 'anchors' ? anchors[index] : list === 'exceptions' ? exceptions[index] : undefined)?.date;
  if (day !== undefined)
    return { words: [say(list === 'anchors' ? 'problemWeek' : 'problemDay', { day: dayInWords(day) })], day };
  return { words: [say(path.startsWith('$.timeZone') ? 'problemZone' : 'problemElsewhere')], day: null };
}
