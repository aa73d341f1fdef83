// Turns the reason why a version is withheld into one that the status page may show: what is wrong and where, without the
// school's data. Messages quote values, and an id may reveal as much as a name. `npm run status` shows them in full to
// those who may read the database.

import type { Finding } from '../contract/types.generated.ts';

export type ShownReason = { path: string; what: string; row: string };

/** The messages of the reference check, and their wording without values. */
const wordings: readonly [RegExp, string][] = [
  [/ is used twice$/, 'an id is used twice'],
  [/ is not listed in this timetable$/, 'refers to something that is not listed in this timetable'],
  [/ is before effectiveFrom, /, 'is before effectiveFrom'],
  [/^does not repeat the first of bellSchedules$/, 'does not repeat the first of bellSchedules'],
  [/^the first bell schedule is the default one/, 'the first bell schedule is the default one, and no other is'],
  [/ has two configurations$/, 'the day has two configurations'],
  [/ has no configuration$/, 'the day has no configuration'],
  [/ is not a group of lesson /, 'is not a group of its lesson'],
  [/^dayId and periodIndex are either both null/, 'dayId and periodIndex are either both null or neither'],
  [/ is not a day of bell schedule /, 'is not a day of the bell schedule of its classes'],
  [/ has \d+ periods$/, 'the day has fewer periods'],
];

/** The validator's messages, up to the value that they quote; the rest comes from the schemas. */
const ofSchema = /^(?:must |lacks the field |has the unknown field )/;

/** Rows whose ids are opaque but for a prefix. A person's row is left out, since the path already locates it. */
const opaque =
  /^(?:bell_schedule bs|lesson lsn|lesson_unit lu|version_subject sub|version_class cls|version_room rom|version_course crs|version_room_group rgp)_[\w-]{1,64}$/;
const table =
  /^(?:version_(?:teacher|student|subject|class|room|course|room_group)|bell_(?:schedule|day)|day_configuration|period|break|lesson(?:_group|_configuration|_unit)?|section)(?= )/;

export function reasonWithoutValues({ path, message, row }: Finding): ShownReason {
  return { path: knownPath(path), what: wordingOf(message), row: row === null ? '' : knownRow(row) };
}

function wordingOf(message: string): string {
  for (const [pattern, wording] of wordings) if (pattern.test(message)) return wording;
  if (!ofSchema.test(message)) return 'breaks the contract';
  return message.replace(/, not .*$/s, '').replace(/^has the unknown field .*$/s, 'has an unknown field');
}

/** Field names of the contract and indexes; any other name may be the school's data. */
const knownPath = (path: string) => /^\$(?:\.[a-z][a-zA-Z]*|\[\d+\])*/.exec(path)?.[0] ?? '$';

/** Such as `lesson lsn_4, lesson_group`. The version is named elsewhere. */
const knownRow = (row: string) =>
  row
    .replace(/ of timetable_version .*$/s, '')
    .split(', ')
    .flatMap((part) => (opaque.test(part) ? part : (table.exec(part)?.[0] ?? [])))
    .join(', ');
