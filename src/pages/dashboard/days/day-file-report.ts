// The report of a file of changes: what becomes of it, for which days, what it changes in numbers, what was left out, and each problem
// with its line.

import { dayInWords } from '../../ui/date-words.ts';
import { element } from '../../ui/element.ts';
import { count } from '../../ui/texts.ts';
import type { DayFileAnswer, DayFileProblem } from '../answers.ts';
import { say } from '../say.ts';
import { sayCode, sayDay } from './day-words.ts';
import { problemWords } from './problem-words.ts';

/** Problems that are listed. */
const mostShown = 100;

export function dayFileReport({ outcome, dryRun, report, problems = [], warnings = [], differences }: DayFileAnswer) {
  const words =
    outcome === 'refused'
      ? sayDay('file-refused')
      : outcome === 'unchanged'
        ? sayDay('file-same')
        : sayDay(dryRun ? 'file-can-store' : 'file-stored');
  const { from, to } = report;
  const changes = differences ?? { added: 0, changed: 0, removed: 0, same: 0 };
  const told = [
    ...(changes.added > 0 ? [sayDay('file-added', { count: changes.added })] : []),
    ...(changes.changed > 0 ? [sayDay('file-changed', { count: changes.changed })] : []),
    ...(changes.removed > 0 ? [sayDay('file-removed', { count: changes.removed })] : []),
    ...(changes.same > 0 ? [sayDay('file-unchanged', { count: changes.same })] : []),
  ];
  // What is wrong with the file is among the problems already; a private word is found twice, in the file and in what it gives.
  const found = report.findings
    .filter(({ severity }) => severity !== 'error')
    .map(({ line, message, rule, values }): DayFileProblem => ({ line, path: null, message, code: rule, values }));
  const others = warnings.filter(({ code }) => code !== 'private-word');
  return [
    element('p', { class: outcome === 'refused' ? 'notice' : 'result' }, element('strong', {}, words)),
    from !== null &&
      to !== null &&
      element(
        'dl',
        {},
        element('dt', {}, sayDay('file-days')),
        element(
          'dd',
          {},
          from === to ? dayInWords(from) : say('between', { first: dayInWords(from), last: dayInWords(to) }),
        ),
        told.length > 0 && element('dt', {}, sayDay('file-would')),
        told.length > 0 && element('dd', {}, told.join(' · ')),
      ),
    ...listOf(say('problemCount', { count: problems.length }), problems),
    ...listOf(say('warningCount', { count: found.length + others.length }), [...found, ...others]),
    report.losses.length > 0 &&
      element(
        'div',
        {},
        element('h5', {}, sayDay('file-left-out')),
        element(
          'ul',
          { class: 'findings' },
          ...report.losses.map(({ code, count: rows }) =>
            element('li', {}, ...(sayCode(`loss-${code}`) ?? [code]), `: ${count(rows)}`),
          ),
        ),
      ),
  ].filter((part) => part !== false);
}

function listOf(title: string, problems: readonly DayFileProblem[]): HTMLElement[] {
  if (problems.length === 0) return [];
  const items = problems
    .slice(0, mostShown)
    .map(({ line, path, ...problem }) =>
      element(
        'li',
        {},
        line !== null && element('p', {}, element('strong', {}, sayDay('file-line', { line }))),
        ...problemWords({ ...problem, path: path ?? '' }),
      ),
    );
  return [
    element(
      'div',
      {},
      element('h5', {}, title),
      element('ul', { class: 'findings' }, ...items),
      problems.length > mostShown && element('p', {}, say('andMore', { count: problems.length - mostShown })),
    ),
  ];
}
