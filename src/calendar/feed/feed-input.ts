// What a feed is made from.

import type { CancelledLesson, DatedLesson, LessonKind } from '../../contract/types.generated.ts';
import type { Person } from '../lessons/index-persons.ts';
import type { PlannedLesson } from '../lessons/planned-lesson.ts';
import type { FeedState } from './feed-state.ts';
import type { FeedWindow } from './feed-window.ts';

/** Whom a feed shows. */
type FeedPerson = Person & { organisationId: string };

/** A lesson of the person, with what the bell schedule says of it. */
export type FeedLesson = PlannedLesson & {
  /** Of the cycle, or null where all weeks are the same. */
  weekInCycle: number | null;
  /** The names of its first and its last period; they may be empty. */
  periodNames: readonly [string, string];
};

/** A lesson of the person that is not as planned. */
export type ChangedLesson = {
  /** The lesson that was planned for the person and begins as this one, whose event this is; null for another event. */
  planned: PlannedLesson | null;
  /** As it takes place; or as it was planned, where it does not. */
  shown: DatedLesson | CancelledLesson;
  /** Whether the person has it then: not one that is cancelled or moved away, or that others have instead. */
  takesPart: boolean;
};

/** The dates on which lessons of the person are not as planned, with all lessons that the person has then. */
export type PersonsChanges = { dates: ReadonlySet<number>; regular: PlannedLesson[]; changed: ChangedLesson[] };

type Bells = Pick<FeedLesson, 'weekInCycle' | 'periodNames'>;

export type ChangedFeedLesson = {
  planned: FeedLesson | null;
  shown: ChangedLesson['shown'] & Bells;
  takesPart: boolean;
};

/** A closure, or a day that an exception closes: calendar days, YYYYMMDD, the last one included. */
export type ClosedDays = { firstDay: number; lastDay: number; name: string };

/** The words of a feed, in one language. What stands in braces is replaced. */
export type FeedWords = {
  /** A lesson without a subject. */
  lesson: string;
  /** `{first}`, where the school names its periods by numbers. */
  period: string;
  /** `{first}` and `{last}`, likewise. */
  periods: string;
  /** `{week}`, the number of the week in the cycle. */
  week: string;
  /** Before the subject of a lesson that is cancelled, or that takes place at another time. */
  cancelled: string;
  moved: string;
  /** Before that of a lesson that takes place without the person. */
  without: { readonly [kind in Person['kind']]: string };
  /** `{date}` and `{time}`. */
  movedTo: string;
  movedFrom: string;
  /** What is not a lesson. */
  kinds: { readonly [kind in Exclude<LessonKind, 'lesson'>]: string };
  /** The note in a feed that has nothing else. */
  nothing: string;
  /** `{date}`, from which on events are left out since there are too many. */
  shortened: string;
};

/** What a feed says. */
export type FeedContent = {
  person: FeedPerson;
  /** Of the calendar, as calendar programs show it. */
  name: string;
  words: FeedWords;
  window: FeedWindow;
  /** Those of the person in the window that are as planned, in any order. */
  lessons: readonly FeedLesson[];
  /** Those that are not. */
  changed: readonly ChangedFeedLesson[];
  /** Whether lessons that do not take place for the person are left out; otherwise they stay, with a mark. */
  hidesCancelled: boolean;
  /** Those that are for the person and touch the window. */
  closedDays: readonly ClosedDays[];
  /** The building of a room, by the room's entityId. */
  buildingNames: ReadonlyMap<string, string>;
  /** Of a text in UTF-8, in lower-case hexadecimal. */
  sha256: (text: string) => string;
};

export type FeedInput = FeedContent & {
  /** What was returned with the person's feed before; null when there was none. */
  previous: FeedState | null;
  /** Milliseconds since 1970. */
  now: number;
};
