// What is said of a lesson that differs from the plan, in the language of the page. What differs is decided by the client's
// `differenceOf`.

import type { DifferenceMark, LessonDifference } from '../../../client/days/difference-of.ts';
import type { LessonKind, NamedEntity, OtherPlace } from '../../../contract/types.generated.ts';
import type { PlainKey } from '../../viewer/say.ts';
import { say } from '../../viewer/say.ts';
import { asPeopleWrite, momentOf, timeInWords } from '../date-words.ts';
import { element, nameOf, visuallyHidden } from '../element.ts';
import { listed } from '../phrase.ts';
import { perLanguage } from '../texts.ts';

const shortDay = perLanguage(
  (locale) => new Intl.DateTimeFormat(locale, { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

const extras: Record<LessonKind, PlainKey> = {
  lesson: 'extraLesson',
  exam: 'extraExam',
  event: 'extraEvent',
  supervision: 'extraSupervision',
  standby: 'extraStandby',
};
const plain = {
  cancelled: 'lessonCancelled',
  changed: 'lessonChanged',
  remark: 'lessonRemark',
} as const satisfies Partial<Record<DifferenceMark, PlainKey>>;
/** What a lesson says in the timetable of somebody who no longer has it. */
const without = { teacher: 'withOtherTeacher', room: 'inOtherRoom' } as const;

/**
 * The word that stands at a lesson.
 * @param date of the lesson, YYYYMMDD @param kind whose lessons are shown
 */
export function differenceInWords({ mark, kind: extra, other }: LessonDifference, date: number, kind: string): string {
  if (mark === 'added') return say(extras[extra]);
  if (mark === 'replaced') return say(kind === 'teacher' || kind === 'room' ? without[kind] : 'withoutClass');
  if (mark === 'movedAway' || mark === 'movedHere')
    return say(mark === 'movedAway' ? 'lessonMovedTo' : 'lessonMovedFrom', { when: placeInWords(other, date) });
  return say(plain[mark]);
}

function placeInWords(other: OtherPlace | null, date: number): string {
  if (other === null) return '';
  const time = timeInWords(other.startTime);
  return other.date === date ? time : `${asPeopleWrite(shortDay().format(momentOf(other.date)))}, ${time}`;
}

/** Who or what was planned and is no more, struck through; a screen reader hears a word instead of the line. */
export const struck = (gone: readonly NamedEntity[], nameIn: (entity: NamedEntity) => string): HTMLElement =>
  element(
    'span',
    { class: 'was' },
    visuallyHidden(`${say('insteadOf')} `),
    element('del', {}, ...listed(gone.map((each) => nameOf(nameIn(each))))),
  );
