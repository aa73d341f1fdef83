// Replaces and removes the calendar of an organisation. A watcher publishes what follows from it.

import type { OrganisationId } from '../../access/ids.ts';
import { commandLine } from '../../command-line.ts';
import type { Calendar } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { type CalendarImport, importCalendar } from '../../database/calendar/import-calendar.ts';
import { readCalendar } from '../../database/calendar/read-calendar.ts';
import { removeCalendar as deleteCalendar } from '../../database/calendar/store-calendar.ts';
import { lockForChange } from '../../database/lock-for-change.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { recordRemoval } from '../../database/queue/removals-on-purpose.ts';
import { NotFoundError } from '../../errors.ts';
import { changeAs, type Editor } from '../operator.ts';

/** @param before null when there is none */
type AssertCalendar = (before: Calendar | null) => void;

/**
 * Stores the calendar of a file in place of the present one; nothing is stored if anything is wrong.
 * @param assertExpected throws when the calendar is no longer as the caller knows it; then nothing is changed
 * @throws NotFoundError when there is no such organisation
 */
export async function replaceCalendar(
  operator: Editor,
  validate: Validator,
  organisationId: OrganisationId,
  bytes: Uint8Array,
  assertExpected: AssertCalendar = () => {},
): Promise<CalendarImport> {
  await assertOrganisation(operator.open.database, organisationId);
  return importCalendar(operator.open.database, validate, organisationId, bytes, (work) =>
    changeAs(operator, async (transaction) => {
      await lockForChange(transaction, `calendar of ${organisationId}`);
      assertExpected(await readCalendar(transaction, organisationId));
      return work(transaction);
    }),
  );
}

/** @throws NotFoundError when there is no such organisation, or it has no calendar */
export async function removeCalendar(
  operator: Editor,
  organisationId: OrganisationId,
  assertExpected: AssertCalendar = () => {},
): Promise<void> {
  await assertOrganisation(operator.open.database, organisationId);
  const isRemoved = await changeAs(operator, async (transaction) => {
    await lockForChange(transaction, `calendar of ${organisationId}`);
    assertExpected(await readCalendar(transaction, organisationId));
    await recordRemoval(transaction, organisationId, 'calendar');
    return deleteCalendar(transaction, organisationId);
  });
  if (!isRemoved) throw noCalendar(organisationId);
}

export const noCalendar = (organisationId: string): NotFoundError =>
  new NotFoundError(
    `organisation ${organisationId} has no calendar; \`${commandLine(`calendar import --organisation ${organisationId} FILE`)}\` stores one`,
  );
