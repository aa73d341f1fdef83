// Stores what is different on the days of a range in place of what is stored for them, all of it or nothing. Rows that stay equal are
// left alone, so what is sent once more publishes nothing. The triggers enqueue it and write the audit.

import { sql } from 'kysely';
import type { OrganisationId } from '../../access/ids.ts';
import type { DayChanges } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { readDayChanges } from '../../database/days/read-day-changes.ts';
import { lockForChange } from '../../database/lock-for-change.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import { actAs, type Editor } from '../operator.ts';
import { checkDayChanges } from './check-day-changes.ts';
import { compareDays, type DayDifferences } from './compare-days.ts';
import type { DayProblem } from './day-problem.ts';
import { type DaysAsStored, daysAsStored } from './show-day.ts';

export type DaysImport =
  /** `written`: rows that were inserted, changed or deleted. */
  | {
      outcome: 'stored' | 'unchanged';
      written: number;
      warnings: DayProblem[];
      days: DaysAsStored;
      differences: DayDifferences;
    }
  | { outcome: 'refused'; problems: DayProblem[] };

export type DaysImportOptions = {
  /** Checks and tells all, and stores nothing. */
  isDryRun?: boolean;
  /** Throws when the days are no longer as the caller knows them; then nothing is changed. */
  assertExpected?: (before: DaysAsStored) => void;
};

/**
 * @param document in the form of the JSON file; its `from` and `to` say for which days it is the truth
 * @throws NotFoundError when there is no such organisation, or it has no calendar; BrokenCalendarError
 */
export async function importDays(
  { open, actor }: Editor,
  validate: Validator,
  organisationId: OrganisationId,
  document: unknown,
  { isDryRun = false, assertExpected = () => {} }: DaysImportOptions = {},
): Promise<DaysImport> {
  await assertOrganisation(open.database, organisationId);
  const checked = await open.database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute((transaction) => checkDayChanges(transaction, validate, organisationId, document));
  if (checked.outcome === 'refused') return checked;
  const { changes, warnings } = checked;
  const rolledBack = new Error('a dry run stores nothing');
  const none = { ...changes, changes: [], notes: [], absent: [] };
  let stored = { written: 0, days: none as DaysAsStored, differences: compareDays(none, none) };
  await open.database
    .transaction()
    .execute(async (transaction) => {
      await actAs(transaction, actor);
      await lockForChange(transaction, `days of ${organisationId}`);
      const before = await readStored(transaction, organisationId, changes);
      assertExpected(before);
      const written = await replaceDays(transaction, organisationId, changes);
      const days = await readStored(transaction, organisationId, changes);
      stored = { written, days, differences: compareDays(before, days) };
      if (isDryRun) throw rolledBack;
    })
    .catch((error: unknown) => {
      if (error !== rolledBack) throw error;
    });
  return { outcome: stored.written > 0 ? 'stored' : 'unchanged', ...stored, warnings };
}

/** Withdraws what is different on the days of a range. @throws as `importDays` */
export const clearDays = (
  editor: Editor,
  validate: Validator,
  organisationId: OrganisationId,
  { from, to }: { from: number; to: number },
  options: DaysImportOptions = {},
): Promise<DaysImport> => importDays(editor, validate, organisationId, { from, to }, options);

async function replaceDays(transaction: Database, organisationId: string, changes: DayChanges): Promise<number> {
  const { rows } = await sql<{ written: number }>`
    select replace_days(${organisationId}, ${changes.from}, ${changes.to}, ${JSON.stringify(changes)}::jsonb) as written`.execute(
    transaction,
  );
  return rows[0]?.written ?? 0;
}

const readStored = async (
  transaction: Database,
  organisationId: string,
  { from, to }: DayChanges,
): Promise<DaysAsStored> => daysAsStored(await readDayChanges(transaction, organisationId, from, to), from, to);
