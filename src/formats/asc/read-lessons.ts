// Reads lessons: who is taught, how many periods are due, and the units, placed and unplaced.

import { limits } from '../reading/limits.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { SchoolLesson, SchoolUnit } from '../school/school.ts';
import { type AscElement, type AscFile, listOf, placeOf, textOf } from './asc-file.ts';
import { parseBits } from './bits.ts';
import { type CardForm, cardFormOf, expandCards } from './expand-cards.ts';
import { formSpans, sameRooms } from './form-spans.ts';
import type { Calendar } from './read-calendar.ts';
import type { AscCards, CardUnit } from './read-cards.ts';
import { type AscEntities, permanentIdOf } from './read-entities.ts';
import type { AscStudents } from './read-students.ts';

export type AscLessons = {
  lessons: SchoolLesson[];
  /** Teachers and subjects that lessons name but the file does not list, each with the first lesson that names it. */
  missing: Record<'teacher' | 'subject', Map<string, SchoolLesson>>;
  ofOtherTerms: number;
};

export function readLessons(
  file: AscFile,
  calendar: Calendar,
  entities: AscEntities,
  ofLessons: AscCards,
  students: AscStudents | null,
  findings: Findings,
): AscLessons {
  const termsOf = new Map(
    file.elements.termsdef.map((element) => [textOf(element, 'id'), parseBits(textOf(element, 'terms'))]),
  );
  const ofFile = cardFormOfFile(file, calendar, ofLessons);
  const taken = new Set<string>();
  const missing: AscLessons['missing'] = { teacher: new Map(), subject: new Map() };
  const lessons: SchoolLesson[] = [];
  let ofOtherTerms = 0;
  for (const [index, element] of file.elements.lesson.entries()) {
    const id = textOf(element, 'id');
    const place = placeOf(file, 'lesson', element);
    const isFirst = id !== '' && !taken.has(id);
    if (id === '') findings.add('asc.id-missing', place, 'a lesson has no id');
    else if (!isFirst) findings.add('asc.id-repeated', place, `there is already a lesson ${quote(id)}`);
    taken.add(id);
    const cards = (isFirst ? ofLessons.byLesson.get(id) : undefined) ?? [];
    const terms = termsOf.get(textOf(element, 'termsdefid')) ?? null;
    if (cards.length === 0 && terms !== null && !terms.set.includes(calendar.term)) {
      ofOtherTerms++;
      continue;
    }
    const report = (rule: Parameters<Findings['add']>[0], message: string) => findings.add(rule, place, message);
    const taught = readGroup(element, entities, report);
    const group = { ...taught, ...students?.attend(element, taught, report) };
    const groupName = group.name ?? group.section?.number ?? null;
    const { length, due } = readDue(element, calendar.weeks.length, report);
    const lesson: SchoolLesson = {
      key: isFirst ? id : `${id} ${index}`,
      identity: { permanentId: permanentIdOf(id), shortName: describe(element, entities, groupName), name: '' },
      place,
      groups: [group],
      configurations: configurationsOf(due ?? cards.length, length),
      units: unitsOf(wholeCards(cards, { length, due }, ofFile, ofLessons.periods, report), length, due, report),
    };
    lessons.push(lesson);
    for (const kind of ['teacher', 'subject'] as const)
      for (const key of group[`${kind}s`])
        if (!entities.has[kind].has(key) && !missing[kind].has(key)) missing[kind].set(key, lesson);
  }
  return { lessons, missing, ofOtherTerms };
}

type Report = (rule: Parameters<Findings['add']>[0], message: string) => void;

function readGroup(element: AscElement, { groups, has }: AscEntities, report: Report): SchoolLesson['groups'][number] {
  const known = (kind: 'class' | 'room', rule: 'asc.class-unknown' | 'asc.room-unknown', keys: readonly string[]) =>
    keys.filter((key) => {
      if (!has[kind].has(key)) report(rule, `the ${kind} ${quote(key)} is not listed`);
      return has[kind].has(key);
    });
  const ofLesson = listOf(element, 'groupids').flatMap((id) => {
    const group = groups.get(id);
    if (group === undefined) report('asc.group-unknown', `the group ${quote(id)} is not listed`);
    return group ?? [];
  });
  const classes = known('class', 'asc.class-unknown', listOf(element, 'classids', 'classid'));
  const classesOfGroups = new Set(ofLesson.map(({ classKey }) => classKey).filter((key) => has.class.has(key)));
  const named = new Set(classes);
  const others = [...classesOfGroups].filter((key) => !named.has(key));
  if (others.length > 0)
    report('asc.classes-from-groups', `its groups belong to ${others.map(quote).join(', ').slice(0, 200)}`);
  const names = [...new Set(ofLesson.flatMap(({ name }) => name ?? []))];
  return {
    key: 'all',
    name: names.length === 0 ? null : names.join(', '),
    teachers: listOf(element, 'teacherids', 'teacherid'),
    classes: [...classes, ...others],
    subjects: listOf(element, 'subjectid'),
    roomCandidates: known('room', 'asc.room-unknown', listOf(element, 'classroomids', 'classroomid')),
  };
}

/** What a card of doubles stands for where its own lesson does not tell: what it stands for in the others, if they agree. */
function cardFormOfFile(file: AscFile, { weeks }: Calendar, { byLesson }: AscCards): CardForm | null {
  const forms = new Set<CardForm>();
  for (const element of file.elements.lesson) {
    const { length, due } = readDue(element, weeks.length, () => {});
    const form = cardFormOf(byLesson.get(textOf(element, 'id')) ?? [], length, due);
    if (form !== null) forms.add(form);
  }
  const [form = null] = forms;
  return forms.size === 1 ? form : null;
}

/** The cards of a lesson, one for each hour. */
function wholeCards(
  cards: readonly CardUnit[],
  { length, due }: Due,
  ofFile: CardForm | null,
  periods: number,
  report: Report,
): readonly CardUnit[] {
  const fits = due !== null && cards.length * length <= due;
  if (length === 1 || !fits || cards.length === 0 || (cardFormOf(cards, length, due) ?? ofFile) !== 'whole')
    return cards;
  report('asc.card-is-double', `its ${cards.length} cards are ${length} periods each`);
  const last = cards.flatMap(({ at }) => at ?? []).find(({ period }) => period + length > periods);
  if (last !== undefined)
    report('asc.double-beyond-bell', `${length} periods from period ${last.period + 1} of ${periods}`);
  return expandCards(cards, length, periods);
}

type Due = { length: number; due: number | null };

/** `due` is the number of periods in the whole cycle; null where the file does not say. */
function readDue(element: AscElement, weeks: number, report: Report): Due {
  const [perCard, perWeek] = [textOf(element, 'periodspercard'), textOf(element, 'periodsperweek').replace(',', '.')];
  const isLength = /^\d{1,3}$/.test(perCard) && Number(perCard) > 0;
  if (!isLength && perCard !== '') report('asc.periods-unreadable', `its periods per card are ${quote(perCard)}`);
  const length = isLength ? Number(perCard) : 1;
  if (!/^\d{1,4}(\.\d+)?$/.test(perWeek)) {
    report('asc.periods-unreadable', `its periods per week are ${quote(perWeek)}`);
    return { length, due: null };
  }
  const exact = Number(perWeek) * weeks;
  if (Math.abs(exact - Math.round(exact)) > 0.01)
    report('asc.periods-unreadable', `${perWeek} periods per week are ${exact} in ${weeks} weeks`);
  return { length, due: Math.min(Math.round(exact), limits.units) };
}

function configurationsOf(due: number, length: number): SchoolLesson['configurations'] {
  const [frequency, rest] = [Math.floor(due / length), due % length];
  const whole = frequency > 0 ? [{ frequency, length }] : [];
  return rest > 0 ? [...whole, { frequency: 1, length: rest }] : whole;
}

function unitsOf(cards: readonly CardUnit[], length: number, due: number | null, report: Report): SchoolUnit[] {
  const units: SchoolUnit[] = [];
  const byDay = new Map<string, PlacedUnit[]>();
  for (const { at, rooms, locked } of cards) {
    if (at === null) units.push({ group: 0, at, span: null, rooms, locked });
    else {
      const day = `w${at.week + 1}-d${at.day + 1}`;
      const others = byDay.get(day);
      const card = { at, rooms, locked, period: at.period };
      if (others === undefined) byDay.set(day, [card]);
      else others.push(card);
    }
  }
  for (const [day, ofDay] of byDay) for (const unit of placedUnits(day, ofDay, length, report)) units.push(unit);
  const rest = due === null ? 0 : due - units.length;
  if (rest < 0) report('asc.lesson-overplaced', `it has ${units.length} placed periods, and needs ${due}`);
  if (rest > 0) report('asc.lesson-unplaced', `${rest} of its ${due} periods have no card`);
  for (let index = 0; index < rest; index++) {
    const start = index - (index % length);
    const span = Math.min(length, rest - start) > 1 ? `u${start / length + 1}` : null;
    units.push({ group: 0, at: null, span, rooms: [], locked: false });
  }
  return units;
}

type PlacedUnit = { at: NonNullable<CardUnit['at']>; period: number; rooms: string[]; locked: boolean };

function placedUnits(day: string, cards: readonly PlacedUnit[], length: number, report: Report): SchoolUnit[] {
  if (new Set(cards.map(({ period }) => period)).size < cards.length)
    report('asc.card-repeated', 'it has two cards in the same period of the same day');
  const timesStarted = new Map<string, number>();
  return formSpans(cards, length).flatMap(({ cards: ofSpan, isComplete }) => {
    const [first] = ofSpan;
    const start = `${day}-p${(first?.period ?? 0) + 1}`;
    if (!isComplete)
      report('asc.double-incomplete', `only ${ofSpan.length} of ${length} periods are together at ${start}`);
    if (ofSpan.some((card) => !sameRooms(card, first)))
      report('asc.double-in-two-rooms', `the rooms differ at ${start}`);
    const number = (timesStarted.get(start) ?? 0) + 1;
    timesStarted.set(start, number);
    const shared = ofSpan.length > 1 ? (number === 1 ? start : `${start}-${number}`) : null;
    return ofSpan.map(({ at, rooms, locked }) => ({ group: 0, at, span: shared, rooms, locked }));
  });
}

/** Identifies a lesson whose id is not permanent: the text is the same in the next export. */
function describe(element: AscElement, entities: AscEntities, groupName: string | null): string {
  const parts = [
    ...[
      listOf(element, 'subjectid'),
      listOf(element, 'classids', 'classid'),
      listOf(element, 'teacherids', 'teacherid'),
    ],
  ].map((keys) => keys.map((key) => entities.shortNameOf.get(key) ?? '').toSorted());
  return JSON.stringify([...parts, groupName, textOf(element, 'periodspercard'), textOf(element, 'periodsperweek')]);
}
