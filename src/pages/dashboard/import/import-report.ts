// The report of an import: what would become of it, what was read and made, what was left out, and what was found, by rule.

import { type Child, element, nameOf } from '../../ui/element.ts';
import type { ConversionReport, ImportOutcome, LessonChanges } from '../answers.ts';
import { apiWords, pathOf } from '../parts/problem-box.ts';
import { type PlainKey, phrase, say } from '../say.ts';
import { findingsOf } from '../timetables/findings-of.ts';

const outcomes = {
  imported: ['wouldImport', 'imported'],
  published: ['wouldPublish', 'nowPublished'],
  unchanged: ['isUnchanged', 'isUnchanged'],
  different: ['otherSchool', 'otherSchool'],
  'nearly empty': ['nearlyEmpty', 'nearlyEmpty'],
  refused: ['isRefused', 'isRefused'],
  'not converted': ['notConverted', 'notConverted'],
} as const satisfies Record<ImportOutcome['outcome'], readonly [PlainKey, PlainKey]>;

const severities = { error: 'error', warning: 'warning', info: 'info' } as const satisfies Record<string, PlainKey>;
const lessonKinds = [
  ['added', 'lessonsAdded'],
  ['gone', 'lessonsGone'],
  ['moved', 'lessonsMoved'],
  ['otherTeacher', 'lessonsOtherTeacher'],
  ['otherRoom', 'lessonsOtherRoom'],
  ['otherwise', 'lessonsOtherwise'],
] as const;
const programs = { asc: 'aSc Timetables', untis: 'Untis', fet: 'FET' } as const;

/** Places listed for each rule. */
const mostPlaces = 20;

/** Whether there is something to store. */
export const mayStore = ({ outcome }: ImportOutcome): boolean => outcome === 'imported' || outcome === 'published';

export function importReport(imported: ImportOutcome, isDryRun: boolean): HTMLElement[] {
  const { outcome, report, timetable, changes, problems, teachers, known, placed, placedBefore } = imported;
  return [
    element(
      'p',
      { class: mayStore(imported) || outcome === 'unchanged' ? 'result' : 'notice' },
      element('strong', {}, say(outcomes[outcome][isDryRun ? 0 : 1])),
      timetable !== undefined && ' ',
      timetable !== undefined && nameOf(timetable.name),
      outcome === 'different' && ` ${say('knownTeachers', { known: known ?? 0, count: teachers ?? 0 })}`,
      outcome === 'nearly empty' && ` ${say('placedBefore', { placed: placed ?? 0, before: placedBefore ?? 0 })}`,
    ),
    countTable(report),
    ...(changes ? [changeList(changes)] : []),
    ...losses(
      'leftOut',
      report.losses.filter(({ why }) => why === undefined),
    ),
    ...losses(
      'leftOutToo',
      report.losses.filter(({ why }) => why !== undefined),
    ),
    ...(problems === undefined || problems.length === 0
      ? []
      : [findingsOf('import-problems', say('problemCount', { count: problems.length }), [], problems, 0)]),
    ...report.rules.map((rule) => ruleFindings(rule, report)),
  ];
}

function countTable({ format, read, made }: ConversionReport): HTMLElement {
  const counts = (of: Record<string, number>): Child[] => [
    apiWords(
      Object.entries(of)
        .map(([what, count]) => `${count} ${what}`)
        .join(', '),
    ),
  ];
  return element(
    'dl',
    {},
    format !== null && element('dt', {}, say('program')),
    format !== null && element('dd', {}, nameOf(programs[format])),
    element('dt', {}, say('fileHas')),
    element('dd', {}, ...counts(read)),
    made !== null && element('dt', {}, say('timetableHas')),
    made !== null && element('dd', {}, ...counts(made)),
  );
}

function changeList(changes: LessonChanges): HTMLElement {
  const items = lessonKinds.flatMap(([kind, key]) => {
    const count = changes[kind]?.count ?? 0;
    return count === 0 ? [] : [element('li', {}, say(key, { count }))];
  });
  return element(
    'div',
    {},
    element('h4', {}, say('againstBefore')),
    items.length === 0 ? element('p', {}, say('noLessonChanges')) : element('ul', { class: 'findings' }, ...items),
  );
}

function losses(title: 'leftOut' | 'leftOutToo', of: ConversionReport['losses']): HTMLElement[] {
  if (of.length === 0) return [];
  const items = of.map(({ what, count, why }) =>
    element('li', {}, apiWords([`${count} ${what}`, why].filter((part) => part !== undefined).join(': '))),
  );
  return [element('div', {}, element('h4', {}, say(title)), element('ul', { class: 'findings' }, ...items))];
}

function ruleFindings(
  { rule, severity, count }: ConversionReport['rules'][number],
  report: ConversionReport,
): HTMLElement {
  const own = report.findings.filter((finding) => finding.rule === rule).slice(0, mostPlaces);
  return element(
    'details',
    { id: `rule-${rule}`, class: 'fold wide' },
    element(
      'summary',
      {},
      element('span', { class: severity === 'info' ? 'badge' : 'badge draft' }, say(severities[severity])),
      ' ',
      ...phrase('foundTimes', { rule: element('code', { dir: 'ltr' }, rule), count }),
    ),
    element(
      'ul',
      { class: 'findings' },
      ...own.map(({ place: { file, line, row, element: part }, message }) =>
        element(
          'li',
          {},
          pathOf(
            [[file, line ?? row].filter((each) => each !== undefined && each !== '').join(':'), part]
              .filter(Boolean)
              .join(' '),
          ),
          ' ',
          apiWords(message),
        ),
      ),
    ),
    count > own.length && element('p', {}, say('andMore', { count: count - own.length })),
  );
}
