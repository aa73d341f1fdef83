// A reason why a version is withheld, as an operator's page may show it: what is wrong and where, but nothing that a
// school has written. Messages quote the values that they complain of, and an id may be as telling as a name; the
// whole of it is for those who may read the database (`npm run status`).

import type { Finding } from '../contract/types.generated.ts';

export type ShownReason = { path: string; what: string; row: string };

/** What the reference check says around its values, and how that reads without them. */
const wordings: readonly [RegExp, string][] = [
  [/ is used twice$/, 'an id is used twice'],
  [/ is not listed in this timetable$/, 'refers to what is not listed in this timetable'],
  [/ is before effectiveFrom, /, 'is before effectiveFrom'],
  [/^does not repeat the first of bellSchedules$/, 'does not repeat the first of bellSchedules'],
  [/^the first bell schedule is the default one/, 'the first bell schedule is the default one, and no other is'],
  [/ has two configurations$/, 'the day has two configurations'],
  [/ has no configuration$/, 'the day has no configuration'],
  [/ is no group of lesson /, 'is no group of its lesson'],
  [/^dayId and periodIndex are either both null/, 'dayId and periodIndex are either both null or neither'],
  [/ is no day of bell schedule /, 'is no day of the bell schedule that its classes run on'],
  [/ has \d+ periods$/, 'the day has fewer periods'],
];

/** What the validator says, up to the value that it quotes; the rest comes from the schemas. */
const ofSchema = /^(?:must |lacks the field |has the unknown field )/;

/** Rows with ids of the contract, of which all but the prefix is opaque. Of a person's row the path tells which it is. */
const opaque =
  /^(?:bell_schedule bs|lesson lsn|lesson_unit lu|version_subject sub|version_class cls|version_room rom|version_course crs|version_room_group rgp)_[\w-]{1,64}$/;
const table =
  /^(?:version_(?:teacher|student|subject|class|room|course|room_group)|bell_(?:schedule|day)|day_configuration|period|break|lesson(?:_group|_configuration|_unit)?|section)(?= )/;

export function reasonWithoutValues({ path, message, row }: Finding): ShownReason {
  return { path: knownPath(path), what: wordingOf(message), row: row === null ? '' : knownRow(row) };
}

function wordingOf(message: string): string {
  for (const [pattern, wording] of wordings) if (pattern.test(message)) return wording;
  if (!ofSchema.test(message)) return 'does not keep to the contract';
  return message.replace(/, not .*$/s, '').replace(/^has the unknown field .*$/s, 'has an unknown field');
}

/** Fields of the contract and indexes; the name of anything else may be the school's own. */
const knownPath = (path: string) => /^\$(?:\.[a-z][a-zA-Z]*|\[\d+\])*/.exec(path)?.[0] ?? '$';

/** Such as `lesson lsn_4, lesson_group`. The version is named elsewhere. */
const knownRow = (row: string) =>
  row
    .replace(/ of timetable_version .*$/s, '')
    .split(', ')
    .flatMap((part) => (opaque.test(part) ? part : (table.exec(part)?.[0] ?? [])))
    .join(', ');
