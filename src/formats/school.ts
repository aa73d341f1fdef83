// THE VOCABULARY OF src/formats. A reader (one folder a format: read, map, report) turns files into a `School`; one
// function, `build-document.ts`, turns any School into the specification's document. So a reader knows its own format and
// this file, and nothing of localIds, dayIds, room modes or bell schedule ids.
//
//   reader      `(files, options, findings) => ReadSchool | null`, registered in `convert-files.ts` (see `school-reader.ts`).
//               It is pure: bytes in, no clock, no files, no environment. Null after an error was found; never throws for content.
//   findings    `findings.add('untis.row-outside-bell', { file, row }, 'sentence with the values')`. The rule must be listed in
//               the format's own table (`untis/untis-rules.ts`, `fet/fet-rules.ts`) and joined in `finding.ts`.
//               What all formats share is in `school-rules.ts` and `file-rules.ts`; use those before adding your own.
//   keys        Entities and lessons are named within a School by `key`: any text that is unique in its list, such as the
//               program's id. Keys never reach the document; ids are made from `identity` (see `stable-id.ts`).
//   missing     What a lesson names and the file does not list: for a teacher or subject add an entity with `missing: true`
//               (it is published as `Unknown`) and `school.reference-unknown`; a room or class is left out with the format's own warning.
//   units       One unit is one period on one day of one week. A double is two units with one `span`. A lesson that is due and
//               not placed has units with `at: null`. Indexes count from 0 and must exist: the reader checks, with a finding.
//   reading     `read-xml.ts` (strict, streaming), `decode-text.ts` (encodings; never a TextDecoder of your own: see there),
//               `find-days-of-week.ts` and `bells.ts` for `--first-day` and `--bells`, `limits.ts` for what is too much.
//   losses      What the format holds and the specification has no place for: counted, never dropped in silence.

import type { Place } from './finding.ts';

export type School = {
  /** What the file calls the school or timetable, where it does. */
  name: string | null;
  /** The days of one week, in order. */
  days: SchoolDay[];
  /** The weeks of the cycle, in order; one where every week is alike. */
  weeks: SchoolWeek[];
  /** Periods and breaks of the days. Every day is in one of them. */
  bells: DayBells[];
  teachers: SchoolEntity[];
  subjects: SchoolEntity[];
  classes: SchoolClass[];
  rooms: SchoolRoom[];
  lessons: SchoolLesson[];
};

/** `dayOfWeek` 1 is Monday. */
export type SchoolDay = { label: string; shortLabel: string; dayOfWeek: number };
export type SchoolWeek = { label: string; shortLabel: string };

export type DayBells = {
  /** Indexes into `days`. */
  days: number[];
  periods: Bell[];
  breaks: (Bell & { followsPeriodIndex: number })[];
};
/** Times as HH:MM. */
export type Bell = { name: string; startTime: string; endTime: string };

/** What an id is made from: the program's own where it is permanent, else the short name, else the name. */
export type Identity = { permanentId: string | null; shortName: string; name: string };

/** Names as the file has them, blank where it has none; the builder says what is shown instead. */
export type SchoolEntity = Identity & {
  key: string;
  color: string | null;
  place: Place;
  /** It is referred to and not listed, so that it reads `Unknown`. */
  missing?: true;
};
/** `classTeacher` is a key of a teacher. */
export type SchoolClass = SchoolEntity & { classTeacher: string | null };
/** `capacity` 0 where none is known. */
export type SchoolRoom = SchoolEntity & { capacity: number; buildingName: string };

export type SchoolLesson = {
  key: string;
  /**
   * Where the program's id is not permanent, `shortName` is a text made from what the lesson is (subject, classes,
   * teachers), the same in the next export of the same lesson; lessons of the same text are told apart by number.
   */
  identity: Identity;
  place: Place;
  /** One for most lessons; a coupled lesson has one for each part that is taught at the same time. */
  groups: SchoolGroup[];
  /** `frequency` counts over the whole cycle of weeks, as the units do. */
  configurations: { frequency: number; length: number }[];
  units: SchoolUnit[];
};

/** All but `key` and `name` are keys of entities. `key` is unique within its lesson, and lasts like the lesson's identity. */
export type SchoolGroup = {
  key: string;
  /** Null for the entire class. */
  name: string | null;
  teachers: string[];
  classes: string[];
  subjects: string[];
  /** Rooms that the file names for the lesson, before any was given to a unit. */
  roomCandidates: string[];
};

export type SchoolUnit = {
  /** Index into the lesson's `groups`. */
  group: number;
  at: { week: number; day: number; period: number } | null;
  /** Units of one double or longer period share it; unique within the lesson. */
  span: string | null;
  /** Keys of the rooms that were given to it. */
  rooms: string[];
  /** Pinned by hand in the program. */
  locked: boolean;
  /** Units of several lessons that are at the same time on purpose share it. Groups of one lesson need none. */
  parallel?: string;
};
