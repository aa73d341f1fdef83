// A person's day on which something is different: its lessons in the form of those that are planned, and what is said of them. Loaded
// only for a person who has such a day.

import type { PlannedLesson } from '../../../calendar/lessons/planned-lesson.ts';
import {
  differenceOf,
  isElsewhere,
  type LessonDifference,
  type LessonList,
} from '../../../client/days/difference-of.ts';
import type { CancelledLesson, DatedLesson, DayOfPerson, Participant } from '../../../contract/types.generated.ts';
import type { LanguageTag } from '../../languages/language-names.ts';
import { noteParagraphs } from '../../ui/days/day-notes.ts';
import { differenceInWords, struck } from '../../ui/days/difference-words.ts';
import { loadDayWords as load } from '../../ui/days/load-day-words.ts';
import { type Child, element } from '../../ui/element.ts';
import type { Texts } from '../../ui/texts.ts';

/** A lesson of the person, with what is different about it; null for one that takes place as planned. */
export type MyLesson = PlannedLesson & { difference?: LessonDifference | null };

/** By start. @param list in which the person is named @param ids of the person, or of the student's class */
function lessonsOfDay({ lessons, cancelled }: DayOfPerson, list: LessonList, ids: ReadonlySet<string>): MyLesson[] {
  return [...lessons, ...cancelled]
    .map((lesson) => {
      const isOff = lesson.status === 'changed' && ids.size > 0 && isElsewhere(lesson, list, ids);
      return { ...asPlanned(lesson), difference: differenceOf(lesson, isOff) };
    })
    .sort((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)));
}

/** What was added has no timetable and no period, and a plain name no entity. */
function asPlanned(lesson: DatedLesson | CancelledLesson): PlannedLesson {
  const { date, startTime, endTime, start, end, timetableId, unitLocalIds, periodIndex, periods } = lesson;
  const named = (entities: readonly Participant[]) =>
    entities.map(({ entityId, externalId, name, shortName }) => ({
      ...{ entityId: entityId ?? '', externalId, name, shortName },
    }));
  return {
    ...{ date, startTime, endTime, start, end, unitLocalIds, periods },
    ...{ timetableId: timetableId ?? '', periodIndex: periodIndex ?? -1 },
    ...{ subjects: named(lesson.subjects), teachers: named(lesson.teachers) },
    ...{ classes: named(lesson.classes), rooms: named(lesson.rooms) },
  };
}

/** The word at a lesson that differs. @param kind whose page it is */
const markOf = ({ difference, date }: MyLesson, kind: string): Child[] =>
  difference == null ? [] : [element('span', { class: 'badge mark' }, differenceInWords(difference, date, kind)), ' '];

/** What was planned and is no more, to stand beside what takes place. */
function struckOf({ difference }: MyLesson, list: LessonList): Child[] {
  const gone = difference?.before[list] ?? [];
  return gone.length === 0 ? [] : [' ', struck(gone, ({ name }) => name)];
}

/** What the school says of the day, and who is away. */
const saidOf = (day: Pick<DayOfPerson, 'notes' | 'absent'>): HTMLElement[] => noteParagraphs(day);

const loadDayWords = async (tag: LanguageTag): Promise<Texts> => (await load(tag)).words;

export const differentDays = { lessonsOfDay, markOf, struckOf, saidOf, loadDayWords };
export type DifferentDays = typeof differentDays;
