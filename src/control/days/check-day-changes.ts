// Checks a file of day changes before any of it is stored: its schema and its bounds, then whether its changes mean planned lessons.

import type { OrganisationId } from '../../access/ids.ts';
import type { DayChanges } from '../../contract/types.generated.ts';
import type { SchemaProblem, Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { checkText, findUnsafe } from '../../document/check-unsafe-json.ts';
import { jsonPath } from '../../document/json-path.ts';
import { findPrivateWords } from '../../formats/days/find-private-words.ts';
import { noCalendar } from '../calendars/change-calendar.ts';
import { type DayProblem, describeOrphan } from './day-problem.ts';
import { findDayProblems } from './find-day-problems.ts';
import { resolveStoredDays } from './resolve-stored-days.ts';

export type CheckedDays =
  | { outcome: 'fine'; changes: DayChanges; warnings: DayProblem[] }
  | { outcome: 'refused'; problems: DayProblem[] };

/** Problems and warnings of one answer. */
const mostTold = 100;

/**
 * @param transaction as for `resolveStoredDays`
 * @throws NotFoundError when the organisation has no calendar; BrokenCalendarError
 */
export async function checkDayChanges(
  transaction: Database,
  validate: Validator,
  organisationId: OrganisationId,
  document: unknown,
): Promise<CheckedDays> {
  // First, since the other checks are recursive and could overflow the stack.
  const unsafe = findUnsafe(document);
  if (unsafe !== null) return refused([{ path: jsonPath(unsafe.at), message: unsafe.message }]);
  const validation = validate('day-changes', document);
  if (!validation.valid) return refused(validation.problems.map(ofSchema));
  const changes = validation.value;
  const problems = [...checkText(document), ...findDayProblems(changes)];
  if (problems.length > 0) return refused(problems);
  const all = { changes: changes.changes ?? [], notes: changes.notes ?? [], absent: changes.absent ?? [] };
  const resolved = await resolveStoredDays(transaction, validate, organisationId, all);
  if (resolved === null) throw noCalendar(organisationId);
  if (resolved.orphaned.length > 0) return refused(resolved.orphaned.map(describeOrphan));
  return { outcome: 'fine', changes, warnings: findPrivateTexts(all) };
}

/** A problem of the schema, by its path in the file. */
export const ofSchema = ({ segments, message, code, field }: SchemaProblem): DayProblem => ({
  ...{ path: jsonPath(segments), message, code, values: { field } },
});

const refused = (problems: DayProblem[]): CheckedDays => ({
  outcome: 'refused',
  problems: problems.slice(0, mostTold),
});

/** Texts that seem to tell why somebody is away, by their place and never themselves. */
function findPrivateTexts(lists: Record<'changes' | 'notes', readonly { text?: string | null }[]>): DayProblem[] {
  const found = (['changes', 'notes'] as const).flatMap((list) =>
    lists[list].flatMap(({ text }, index) =>
      text != null && findPrivateWords(text).length > 0
        ? [
            {
              path: `$.${list}[${index}].text`,
              message: 'has a word of illness or leave; readers see this text',
              code: 'private-word',
            },
          ]
        : [],
    ),
  );
  return found.slice(0, mostTold);
}
