// Reads the days of the week, the weeks of the cycle and the term to convert.

import { limits } from '../reading/limits.ts';
import type { ReadOptions } from '../reading/school-reader.ts';
import { type Findings, quote } from '../report/finding.ts';
import { mostNames } from '../report/question.ts';
import { findDaysOfWeek } from '../school/find-days-of-week.ts';
import type { SchoolDay, SchoolWeek } from '../school/school.ts';
import { type AscElement, type AscFile, placeOf, textOf } from './asc-file.ts';
import { type Bits, parseBits, singleOf } from './bits.ts';

export type Calendar = {
  days: SchoolDay[];
  weeks: SchoolWeek[];
  /** Index of the term to convert. */
  term: number;
  /** Where there are several. */
  termName?: string;
  /** The day of a card in older files, which refer to days by number. */
  dayByNumber: ReadonlyMap<string, number>;
};

type Name = { label: string; shortLabel: string };

/** @returns null where an option names something that does not exist, with the reason in `findings` */
export function readCalendar(file: AscFile, options: ReadOptions, findings: Findings): Calendar | null {
  const { daysdef, day: dayElements, weeksdef, lesson, card } = file.elements;
  const place = { file: file.name };
  const dayByNumber = new Map<string, number>();
  for (const element of dayElements.toSorted(byNumber)) {
    const number = textOf(element, 'day');
    if (number !== '' && !dayByNumber.has(number)) dayByNumber.set(number, dayByNumber.size);
  }
  const dayNames = new Map<number, Name>();
  nameAll(file, 'daysdef', 'days', dayNames, findings);
  if (daysdef.length === 0)
    for (const element of dayElements) {
      const index = dayByNumber.get(textOf(element, 'day'));
      if (index !== undefined && !dayNames.has(index)) dayNames.set(index, nameOf(element));
    }
  // A definition of "all days" does not say how many are used. Days that have a name or a card count.
  const lastNamed = [...dayNames.keys()].reduce((most, index) => Math.max(most, index), -1);
  const dayCount = Math.max(lastNamed + 1, highest(bitsOf(card, 'days')));
  const weekNames = new Map<number, Name>();
  nameAll(file, 'weeksdef', 'weeks', weekNames, findings);
  const weekCount = Math.max(1, ...[weeksdef, lesson, card].map((elements) => widest(bitsOf(elements, 'weeks'))));
  if (dayCount > limits.days || weekCount > limits.weeks) {
    const message = `the file has ${dayCount} days and ${weekCount} weeks, and ${limits.days} and ${limits.weeks} are the maximum`;
    findings.add('school.too-large', place, message);
    return null;
  }
  const days = Array.from({ length: dayCount }, (_, index) => {
    const name = dayNames.get(index);
    if (name === undefined) findings.add('asc.day-without-name', place, `day ${index + 1} has no name`);
    return name ?? { label: `Day ${index + 1}`, shortLabel: String(index + 1) };
  });
  const weeks = Array.from({ length: weekCount }, (_, index) => {
    const name = weekNames.get(index);
    if (name === undefined && weekCount > 1)
      findings.add('asc.week-without-name', place, `week ${index + 1} of ${weekCount} has no name`);
    return name ?? { label: `Week ${index + 1}`, shortLabel: String(index + 1) };
  });
  const term = chooseTerm(file, options, findings);
  if (term === null) return null;
  const daysOfWeek = findDaysOfWeek(days, options.firstDay, findings, place);
  return {
    days: days.map((day, index) => ({ ...day, dayOfWeek: daysOfWeek[index] ?? 1 })),
    weeks,
    ...term,
    dayByNumber,
  };
}

/** The days that an element names: as bits, or in older files by the number of one. */
export function daysOf(element: AscElement, { dayByNumber }: Calendar): Bits | null {
  const bits = parseBits(textOf(element, 'days'));
  if (bits !== null) return bits;
  const day = dayByNumber.get(textOf(element, 'day'));
  return day === undefined ? null : { width: day + 1, set: [day], open: false };
}

const byNumber = (one: AscElement, other: AscElement) => Number(textOf(one, 'day')) - Number(textOf(other, 'day'));

const nameOf = (element: AscElement): Name => {
  const [label, shortLabel] = [textOf(element, 'name', 'short'), textOf(element, 'short', 'name')];
  return { label, shortLabel };
};

/** The names of single days or weeks. */
function nameAll(
  file: AscFile,
  kind: 'daysdef' | 'weeksdef',
  attribute: string,
  names: Map<number, Name>,
  findings: Findings,
): void {
  for (const element of file.elements[kind]) {
    const index = singleOf(parseBits(textOf(element, attribute)));
    const name = nameOf(element);
    if (index === null || name.label === '') continue;
    const known = names.get(index);
    if (known === undefined) names.set(index, name);
    else if (known.label !== name.label) {
      const message = `${quote(name.label)} is also called ${quote(known.label)}, which is used`;
      findings.add('asc.names-differ', placeOf(file, kind, element), message);
    }
  }
}

const bitsOf = (elements: readonly AscElement[], attribute: string): Bits[] => {
  const texts = new Set(elements.map((element) => textOf(element, attribute)));
  return [...texts].flatMap((text) => parseBits(text) ?? []);
};
const widest = (all: readonly Bits[]): number => all.reduce((most, { width }) => Math.max(most, width), 0);
const highest = (all: readonly Bits[]): number =>
  all.reduce((most, { set }) => Math.max(most, (set.at(-1) ?? -1) + 1), 0);

function chooseTerm(
  file: AscFile,
  { term }: ReadOptions,
  findings: Findings,
): Pick<Calendar, 'term' | 'termName'> | null {
  const { termsdef, card } = file.elements;
  const count = Math.max(1, widest(bitsOf(termsdef, 'terms')), widest(bitsOf(card, 'terms')));
  const names = new Map<number, string>();
  for (const element of termsdef) {
    const index = singleOf(parseBits(textOf(element, 'terms')));
    if (index !== null && !names.has(index)) names.set(index, textOf(element, 'name', 'short'));
  }
  const place = { file: file.name };
  const labels = Array.from(
    { length: Math.min(count, mostNames) },
    (_, index) => `${index + 1} (${names.get(index) ?? ''})`,
  );
  const chosen = term ?? 1;
  if (chosen > count) {
    findings.add(
      'school.option-unusable',
      place,
      `the file has no term ${chosen}; it has the terms ${labels.join(', ')}`,
    );
    return null;
  }
  const message = `term ${chosen} is converted; the file has the terms ${labels.join(', ')}`;
  if (count > 1) {
    findings.add('asc.term-chosen', place, message);
    const shown = Array.from(
      { length: Math.min(count, mostNames) },
      (_, index) => names.get(index) || String(index + 1),
    );
    findings.ask({ about: 'term', names: shown, chosen });
  }
  const termName = names.get(chosen - 1) ?? '';
  return { term: chosen - 1, ...(count > 1 && termName !== '' && { termName }) };
}
