// What is different on a day, in a section each: what is not applied, notes, changed, moved, cancelled and additional lessons, and who
// is away. What is different stands in words.

import { timeInWords, weekdayInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import type { DayLesson, ShownDay } from '../answers.ts';
import { say } from '../say.ts';
import { phraseDay, sayDay } from './day-words.ts';
import { kinds, lessonWords, namesIn } from './lesson-words.ts';
import { orphanSection } from './orphan-section.ts';

/** Listed in each section: a day of the largest school has a hundred. */
const mostShown = 300;

export function daySections({ day, orphaned, ...stored }: ShownDay, date: number): HTMLElement[] {
  if (day === null) return [element('p', { class: 'notice' }, sayDay('day-no-calendar'))];
  const { lessons, cancelled, notes, absent } = day;
  const movedAway = cancelled.filter(({ movedTo }) => movedTo !== null);
  // One that moves within its day is told once.
  const movedHere = lessons.filter(({ movedFrom }) => movedFrom !== null && movedFrom.date !== date);
  const sections = [
    ...orphanSection(orphaned, stored),
    ...section(
      sayDay('day-notes'),
      notes.map(({ text, classes }) => [
        element('p', { class: 'wide' }, nameOf(text)),
        element('p', { class: 'quiet' }, ...(classes === null ? [sayDay('day-for-all')] : namesIn(classes))),
      ]),
    ),
    ...section(
      sayDay('day-changed'),
      lessons
        .filter(({ status, movedFrom }) => status === 'changed' && movedFrom === null)
        .map((lesson) => [...lessonWords(lesson), ...differences(lesson)]),
    ),
    ...section(sayDay('day-moved'), [
      ...movedAway.map((lesson) => [
        ...lessonWords(lesson),
        placeOf('day-moved-away', lesson.movedTo ?? lesson),
        ...differences(lessons.find(({ id, movedFrom }) => id === lesson.id && movedFrom !== null)),
      ]),
      ...movedHere.map((lesson) => [
        ...lessonWords(lesson),
        placeOf('day-moved-here', lesson.movedFrom ?? lesson),
        ...differences(lesson),
      ]),
    ]),
    ...section(
      sayDay('day-cancelled'),
      cancelled.filter(({ movedTo }) => movedTo === null).map((lesson) => [...lessonWords(lesson)]),
    ),
    ...section(
      sayDay('day-added'),
      lessons
        .filter(({ status }) => status === 'added')
        .map((lesson) => [element('strong', {}, sayDay(kinds[lesson.kind])), ...lessonWords(lesson)]),
    ),
    ...section(sayDay('day-absent'), [
      ...(absent.classes.length > 0
        ? [[element('span', {}, `${sayDay('day-classes')}: `, ...namesIn(absent.classes))]]
        : []),
      ...(absent.rooms.length > 0 ? [[element('span', {}, `${sayDay('day-rooms')}: `, ...namesIn(absent.rooms))]] : []),
    ]),
  ];
  return sections.length > 0 ? sections : [element('p', { class: 'empty' }, sayDay('day-as-planned'))];
}

function section(title: string, items: readonly Child[][]): HTMLElement[] {
  if (items.length === 0) return [];
  return [
    element(
      'div',
      { class: 'stack' },
      element('h4', {}, title),
      element(
        'ul',
        { class: 'cards' },
        ...items.slice(0, mostShown).map((item) => element('li', { class: 'card' }, ...item)),
      ),
      items.length > mostShown && element('p', {}, say('andMore', { count: items.length - mostShown })),
    ),
  ];
}

const lists = ['subjects', 'teachers', 'classes', 'rooms'] as const;

/** What a lesson has now, and what was planned. */
function differences(lesson: DayLesson | undefined): HTMLElement[] {
  const { original = null, changed = [] } = lesson ?? {};
  if (lesson === undefined || original === null) return [];
  const items = lists
    .filter((list) => changed.includes(list))
    .map((list) => {
      const [now, before] = [lesson[list], original[list]].map((those) => element('span', {}, ...namesIn(those)));
      const values = { now: now ?? '', before: before ?? '' };
      const words =
        original[list].length === 0
          ? phraseDay('day-newly', values)
          : lesson[list].length === 0
            ? phraseDay('day-nobody', values)
            : phraseDay('day-instead', values);
      return element('li', {}, `${sayDay(`what-${list}`)}: `, ...words);
    });
  return items.length === 0 ? [] : [element('ul', { class: 'wide differences' }, ...items)];
}

const placeOf = (
  words: 'day-moved-away' | 'day-moved-here',
  { date, startTime }: { date: number; startTime: string },
) => element('p', { class: 'wide' }, sayDay(words, { day: weekdayInWords(date), time: timeInWords(startTime) }));
