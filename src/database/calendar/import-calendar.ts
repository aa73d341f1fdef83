// Imports the calendar of an organisation from a file, and exports it. It is checked completely, then stored in one transaction,
// so it is stored either as a whole or not at all. The text of the file is kept, so that an export gives it back byte by byte.

import type { CalendarFinding } from '../../calendar/check/calendar-codes.ts';
import { checkCalendar } from '../../calendar/check/check-calendar.ts';
import { spellZone } from '../../calendar/check/spell-zone.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { SchemaProblem, Validator } from '../../contract/validator.ts';
import { checkText, findUnsafe } from '../../document/check-unsafe-json.ts';
import { jsonPath } from '../../document/json-path.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { Database } from '../connect/open-database.ts';
import { decodeJson, parseDocument } from '../timetable/parse-document.ts';
import { readCalendar } from './read-calendar.ts';
import { readSchedules, type VersionSchedules } from './read-schedules.ts';
import { readCalendarFile, storeCalendar } from './store-calendar.ts';

/** The largest file, in bytes: some thirty years of a school with other bells every week. */
export const maxCalendarBytes = 4 * 1024 * 1024;

/** Its code is one of a calendar, of a schema, or of text that cannot be stored. */
export type CalendarProblem = Pick<CalendarFinding, 'path' | 'message'> & {
  code: string;
  values?: Record<string, string | number>;
};
export type CalendarImport =
  | { outcome: 'imported' | 'unchanged'; calendar: Calendar; versions: VersionSchedules[] }
  | { outcome: 'refused'; problems: CalendarProblem[] }
  | { outcome: 'unreadable'; reason: string };

type Transact = (work: (transaction: Database) => Promise<boolean>) => Promise<boolean>;

/**
 * Stores the calendar of a file in place of the one that the organisation has.
 * @param transact carries out the work in a transaction
 * @returns all problems of a refused file, by JSON path; nothing of it is stored
 */
export async function importCalendar(
  database: Database,
  validate: Validator,
  organisationId: string,
  bytes: Uint8Array,
  transact: Transact = (work) => database.transaction().execute(work),
): Promise<CalendarImport> {
  const parsed = parseDocument(bytes);
  if ('reason' in parsed) return { outcome: 'unreadable', reason: parsed.reason };
  const versions = await readSchedules(database, organisationId);
  const checked = check(validate, parsed.document, versions);
  if (Array.isArray(checked)) return { outcome: 'refused', problems: checked };
  const decoded = decodeJson(bytes);
  if ('reason' in decoded) return { outcome: 'unreadable', reason: decoded.reason };
  const file = decoded.text;
  const stored = await transact(async (transaction) => {
    if ((await exportCalendar(transaction, organisationId)) === file) return false;
    await storeCalendar(transaction, organisationId, checked, file);
    return true;
  });
  return { outcome: stored ? 'imported' : 'unchanged', calendar: checked, versions };
}

function check(
  validate: Validator,
  document: unknown,
  versions: readonly VersionSchedules[],
): Calendar | CalendarProblem[] {
  // First, since the other checks are recursive and could overflow the stack.
  const unsafe = findUnsafe(document);
  if (unsafe !== null) return [{ path: jsonPath(unsafe.at), message: unsafe.message, code: unsafe.code }];
  const validation = validate('calendar', document);
  const textProblems = checkText(document);
  if (!validation.valid) {
    return [...validation.problems.map(problemOfSchema), ...textProblems];
  }
  const problems = [...textProblems, ...checkCalendar(validation.value, versions)];
  return problems.length > 0 ? problems : { ...validation.value, timeZone: spellZone(validation.value.timeZone) };
}

export const problemOfSchema = ({ segments, message, code, field }: SchemaProblem): CalendarProblem => ({
  path: jsonPath(segments),
  message,
  code,
  values: { field },
});

/**
 * The text of the imported file as long as the rows say the same; otherwise JSON with all fields, in the order in which the guide
 * describes them. Null when the organisation has no calendar.
 * @param transaction so that the rows are of one moment
 */
export async function exportCalendar(transaction: Database, organisationId: string): Promise<string | null> {
  const calendar = await readCalendar(transaction, organisationId);
  if (calendar === null) return null;
  const file = await readCalendarFile(transaction, organisationId);
  if (file !== null) {
    const parsed = parseDocument(Buffer.from(file));
    // It was checked when it was stored; whatever somebody wrote there since is compared, and trusted in nothing.
    if ('document' in parsed && sameDocument(inFull(parsed.document as Calendar), calendar)) return file;
  }
  return `${JSON.stringify(calendar, null, 2)}\n`;
}

/** The calendar with the fields that its rows have, as they mean the same where a file leaves them out. */
function inFull(calendar: Calendar): unknown {
  if (typeof calendar !== 'object' || calendar === null) return null;
  const { timeZone, terms = [], closures = [], anchors = [], exceptions = [], ...rest } = calendar;
  const all = [terms, closures, anchors, exceptions];
  if (!all.every((list) => Array.isArray(list) && list.every((item) => typeof item === 'object' && item !== null)))
    return null;
  return {
    ...rest,
    ...{ terms, anchors, timeZone: typeof timeZone === 'string' ? spellZone(timeZone) : timeZone },
    closures: closures.map((closure) => ({ ...closure, classEntityIds: closure.classEntityIds ?? null })),
    exceptions: exceptions.map(({ countsInCycle = true, ...exception }) => ({
      ...exception,
      ...(exception.kind === 'runs' && { countsInCycle }),
      classEntityIds: exception.classEntityIds ?? null,
    })),
  };
}
