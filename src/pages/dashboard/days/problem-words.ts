// A problem of day changes in a sentence of the page's language, with the lessons that may have been meant, and where it is.

import { dayInWords, timeInWords } from '../../ui/date-words.ts';
import { element, joined, nameOf } from '../../ui/element.ts';
import type { DayProblem } from '../answers.ts';
import { loadSentences } from '../findings/finding-sentence.ts';
import { apiWords, detailsOf } from '../parts/details-of.ts';
import { sayCode, sayDay } from './day-words.ts';

/** Values that are dates, as YYYYMMDD. */
const dates: ReadonlySet<string> = new Set(['date', 'first', 'last']);

export function problemWords({ path, message, code, values, candidates = [] }: DayProblem): HTMLElement[] {
  return [
    element('p', {}, ...sentenceOf({ message, ...(code !== undefined && { code }), ...(values && { values }) })),
    ...(candidates.length === 0
      ? []
      : [
          element('p', { class: 'quiet' }, sayDay('file-maybe')),
          element(
            'ul',
            { class: 'candidates' },
            ...candidates.map((candidate) => element('li', {}, ...candidateOf(candidate))),
          ),
        ]),
    detailsOf([{ places: [path], message }]),
  ];
}

function sentenceOf(problem: Pick<DayProblem, 'message' | 'code' | 'values'>): (Node | string)[] {
  const { code = '', values = {}, message } = problem;
  const shown = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? nameOf(value) : dates.has(name) ? element('span', {}, dayInWords(value)) : value,
    ]),
  );
  const said = sayCode(code, shown) ?? sayCode(`why-${code}`, shown);
  if (said !== null) {
    const { count, most } = values;
    const isCounted = code === 'days.too-large' && typeof count === 'number' && typeof most === 'number';
    return isCounted ? [...said, ' ', sayDay('file-numbers', { count, most })] : said;
  }
  // What a schema finds has words of its own, which are loaded when it is there.
  const place = element('span', {}, apiWords(message));
  void loadSentences().then((sentence) => place.replaceChildren(...sentence(problem)));
  return [place];
}

function candidateOf({ startTime, subjects, classes, teachers, rooms }: NonNullable<DayProblem['candidates']>[number]) {
  const names = [...subjects, ...classes, ...teachers, ...rooms].map((name) => nameOf(name));
  return joined([element('span', {}, timeInWords(startTime)), ...names], ' · ');
}
