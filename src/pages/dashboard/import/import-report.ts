// The report of an import: what would become of it, what was read and made, what was left out, and what was found, by rule.

import { element, nameOf } from '../../ui/element.ts';
import { listed } from '../../ui/phrase.ts';
import { count } from '../../ui/texts.ts';
import type { ConversionReport, ImportOutcome, LessonChanges } from '../answers.ts';
import { findingsOf } from '../findings/findings-of.ts';
import { loadImportWords, type SayFound } from '../findings/load-import-words.ts';
import { apiWords, detailsOf } from '../parts/details-of.ts';
import { type PlainKey, phrase, say } from '../say.ts';

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
const programs = { asc: 'aSc Timetables', untis: 'Untis', fet: 'FET', belfry: 'Belfry' } satisfies Record<
  NonNullable<ConversionReport['format']>,
  string
>;

/** Names listed for each rule. */
const mostNames = 10;

/** Whether there is something to store. */
export const mayStore = ({ outcome }: ImportOutcome): boolean => outcome === 'imported' || outcome === 'published';

/**
 * @param name of the timetable, as it will be
 * @param isAsked whether the person can say what keeps the file from being read
 */
export function importReport(
  imported: ImportOutcome,
  isDryRun: boolean,
  name: string,
  isAsked: boolean,
): HTMLElement[] {
  const { outcome, report, timetable, changes, problems, teachers, known, placed, placedBefore } = imported;
  const found = element('div', { class: 'stack' });
  void showFound(found, report);
  return [
    element(
      'p',
      { class: mayStore(imported) || outcome === 'unchanged' ? 'result' : 'notice' },
      element('strong', {}, say(isAsked ? 'somethingMissing' : outcomes[outcome][isDryRun ? 0 : 1])),
      timetable !== undefined && ' ',
      timetable !== undefined && nameOf(name),
      outcome === 'different' && ` ${say('knownTeachers', { known: known ?? 0, count: teachers ?? 0 })}`,
      outcome === 'nearly empty' && ` ${say('placedBefore', { placed: placed ?? 0, before: placedBefore ?? 0 })}`,
    ),
    ...(report.format === 'belfry' && outcome !== 'not converted' ? [element('p', {}, say('asItIs'))] : []),
    found,
    ...(changes ? [changeList(changes)] : []),
    ...(problems === undefined || problems.length === 0
      ? []
      : [findingsOf('import-problems', say('problemCount', { count: problems.length }), [], problems, 0)]),
  ];
}

/** In the words of the language, which are loaded now. */
async function showFound(place: HTMLElement, report: ConversionReport): Promise<void> {
  const sayFound = await loadImportWords();
  const withoutField = report.losses.filter(({ why }) => why === undefined);
  const others = report.losses.filter(({ why }) => why !== undefined);
  place.replaceChildren(
    countTable(report, sayFound),
    ...losses('leftOut', withoutField, sayFound),
    ...losses('leftOutToo', others, sayFound),
    ...report.rules.map((rule) => ruleFindings(rule, report, sayFound)),
  );
}

function countTable({ format, read, made }: ConversionReport, sayFound: SayFound): HTMLElement {
  const counts = (of: Record<string, number>): string =>
    Object.entries(of)
      .map(([what, number]) => `${sayFound(`count.${what}`) ?? what}: ${count(number)}`)
      .join(' · ');
  const hasRead = Object.keys(read).length > 0;
  return element(
    'dl',
    {},
    format !== null && element('dt', {}, say('program')),
    format !== null && element('dd', {}, nameOf(programs[format])),
    hasRead && element('dt', {}, say('fileHas')),
    hasRead && element('dd', {}, counts(read)),
    made !== null && element('dt', {}, say('timetableHas')),
    made !== null && element('dd', {}, counts(made)),
  );
}

function changeList(changes: LessonChanges): HTMLElement {
  const items = lessonKinds.flatMap(([kind, key]) => {
    const lessons = changes[kind]?.count ?? 0;
    return lessons === 0 ? [] : [element('li', {}, say(key, { count: lessons }))];
  });
  return element(
    'div',
    {},
    element('h4', {}, say('againstBefore')),
    items.length === 0 ? element('p', {}, say('noLessonChanges')) : element('ul', { class: 'findings' }, ...items),
  );
}

function losses(title: 'leftOut' | 'leftOutToo', of: ConversionReport['losses'], sayFound: SayFound): HTMLElement[] {
  if (of.length === 0) return [];
  const items = of.map(({ code, values, what, count: number, why }) => {
    const said = sayFound(`loss.${code}`, values);
    return said === null
      ? element('li', {}, apiWords([`${number} ${what}`, why].filter((part) => part !== undefined).join(': ')))
      : element('li', {}, `${said}: ${count(number)}`);
  });
  return [element('div', {}, element('h4', {}, say(title)), element('ul', { class: 'findings' }, ...items))];
}

/** What a rule found: a sentence, whom it is about as far as they have names, and the places behind a disclosure. */
function ruleFindings(
  { rule, severity, count: times }: ConversionReport['rules'][number],
  report: ConversionReport,
  sayFound: SayFound,
): HTMLElement {
  const own = report.findings.filter((finding) => finding.rule === rule);
  const names = [...new Set(own.flatMap(({ values }) => values?.name ?? []))];
  const said = sayFound(rule);
  return element(
    'section',
    { id: `rule-${rule}` },
    element(
      'p',
      {},
      element('span', { class: severity === 'info' ? 'badge' : 'badge draft' }, say(severities[severity])),
      ' ',
      ...(said === null ? phrase('foundTimes', { rule: element('code', { dir: 'ltr' }, rule), count: times }) : [said]),
      said !== null && times > 1 && element('span', { class: 'quiet' }, ` (${count(times)})`),
    ),
    names.length > 0 &&
      element(
        'p',
        { class: 'quiet' },
        ...listed(names.slice(0, mostNames).map((name) => nameOf(name))),
        names.length > mostNames && ` ${say('andMore', { count: names.length - mostNames })}`,
      ),
    detailsOf(
      own.map(({ place: { file, line, row, element: part }, message }) => ({
        places: [[file, line ?? row].filter((each) => each !== undefined && each !== '').join(':'), part],
        message,
      })),
    ),
  );
}
