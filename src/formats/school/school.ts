// The model shared by all formats. A reader (one folder per format: read, map, report) turns files into a `School`, and
// `build-document.ts` turns any School into the specification's document. So a reader knows its own format and this file,
// but no localIds, dayIds, room modes or bell schedule ids.
//
//   reader      `(files, options, findings) => ReadSchool | null`, registered in `convert-files.ts` (see `school-reader.ts`).
//               It is pure: bytes in, no clock, no files, no environment. After an error it returns null and does not throw.
//   findings    `findings.add('untis.row-outside-bell', { file, row }, 'sentence with the values')`. The rule must be listed in
//               the format's own table (`untis/untis-rules.ts`, `fet/fet-rules.ts`) and joined in `finding.ts`.
//               Rules shared by all formats are in `school-rules.ts` and `file-rules.ts`; use those before adding your own.
//   keys        Entities and lessons are named within a School by `key`: any text that is unique in its list, such as the
//               program's id. Keys never reach the document; ids are made from `identity` (see `stable-id.ts`).
//   missing     What a lesson names but the file does not list. For a teacher or subject, add an entity with `missing: true`
//               (published as `Unknown`) and `school.reference-unknown`. Leave out a room or class, with a warning.
//   units       One unit is one period on one day of one week. A double is two units with one `span`. A lesson that is due
//               but not placed has units with `at: null`. Indexes count from 0 and must exist: the reader checks, with a finding.
//   reading     `read-xml.ts` (strict, streaming), `decode-text.ts` (encodings; use it instead of a TextDecoder),
//               `find-days-of-week.ts` and `bells.ts` for `--first-day` and `--bells`, `limits.ts` for the limits.
//   losses      Data that is left out: always counted, never dropped silently. `why` where the specification has a field for it.

import type { Place } from '../report/finding.ts';

export type School = {
  /** The name of the school or timetable, if the file has one. */
  name: string | null;
  /** The name of the term that was chosen of several. */
  termName?: string;
  /** The days of one week, in order. */
  days: SchoolDay[];
  /** The weeks of the cycle, in order; a single one where every week is the same. */
  weeks: SchoolWeek[];
  /** Periods and breaks of the days. Every day is in one of them. */
  bells: DayBells[];
  teachers: SchoolEntity[];
  subjects: SchoolEntity[];
  classes: SchoolClass[];
  rooms: SchoolRoom[];
  lessons: SchoolLesson[];
  /** Makes the timetable student-level. */
  students?: SchoolStudent[];
};

/** `dayOfWeek` 1 is Monday. */
export type SchoolDay = {
  label: string;
  shortLabel: string;
  dayOfWeek: number;
  /** Its names in each week, where the file names each day of the cycle. */
  ofWeeks?: ({ label: string; shortLabel: string } | undefined)[];
};
export type SchoolWeek = { label: string; shortLabel: string };

export type DayBells = {
  /** Indexes into `days`. */
  days: number[];
  /** The days in their weeks, where weeks may differ; otherwise the days are so in every week. */
  slots?: { week: number; day: number }[];
  periods: Bell[];
  breaks: (Bell & { followsPeriodIndex: number })[];
};
/** Times as HH:MM. */
export type Bell = { name: string; startTime: string; endTime: string };

/** The base of an id: the program's own id where it is permanent, else the short name, else the name. */
export type Identity = { permanentId: string | null; shortName: string; name: string };

/** Names as in the file, blank where it has none. The builder chooses what is shown instead. */
export type SchoolEntity = Identity & {
  key: string;
  color: string | null;
  place: Place;
  /** Referenced but not listed, so it is shown as `Unknown`. */
  missing?: true;
};
/** `classTeacher` is a teacher's key. */
type SchoolClass = SchoolEntity & { classTeacher: string | null };
/** `capacity` is 0 where it is unknown. */
type SchoolRoom = SchoolEntity & { capacity: number; buildingName: string };
/** `class` is a class's key; `choices` are keys of the subjects that the student chose. */
export type SchoolStudent = SchoolEntity & { class: string | null; choices: string[] };

export type SchoolLesson = {
  key: string;
  /**
   * Where the program's id is not permanent, `shortName` is made from the lesson's subject, classes and teachers, and is
   * the same in the next export. Lessons with the same text are numbered.
   */
  identity: Identity;
  place: Place;
  /** One for most lessons; a coupled lesson has one for each part taught at the same time. */
  groups: SchoolGroup[];
  /** `frequency` counts over the whole cycle of weeks, like the units. */
  configurations: { frequency: number; length: number }[];
  units: SchoolUnit[];
};

/** All fields except `key`, `name` and `section` are keys of entities. `key` is unique in its lesson and as permanent as its identity. */
export type SchoolGroup = {
  key: string;
  /** Null for the entire class. */
  name: string | null;
  teachers: string[];
  classes: string[];
  subjects: string[];
  /** The rooms that the file names for the lesson, before any was assigned to a unit. */
  roomCandidates: string[];
  /** Who attends, in a student-level timetable. */
  students?: string[];
  /** The section that is taught, told apart by its number from the others of its first subject with these classes. */
  section?: { number: string; capacity: number | null };
};

export type SchoolUnit = {
  /** Index into the lesson's `groups`. */
  group: number;
  at: { week: number; day: number; period: number } | null;
  /** Shared by the units of one double or longer period; unique within the lesson. */
  span: string | null;
  /** Keys of the assigned rooms. */
  rooms: string[];
  /** Pinned by hand in the program. */
  locked: boolean;
  /** Shared by units of several lessons that are at the same time on purpose. Groups of one lesson do not need it. */
  parallel?: string;
};
