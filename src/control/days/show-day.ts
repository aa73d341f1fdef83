// Shows a date: what is stored for it, what of that is orphaned, and what readers with a key get.

import type { OrganisationId } from '../../access/ids.ts';
import type { DayChanges } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import { readDayChanges, readTeachersInChanges, type StoredDays } from '../../database/days/read-day-changes.ts';
import { assertOrganisation } from '../../database/organisation.ts';
import type { ResolvedDay } from '../../days/resolve-days.ts';
import { type DayProblem, describeOrphan } from './day-problem.ts';
import { resolveStoredDays } from './resolve-stored-days.ts';

/** In the form that an import takes. */
export type DaysAsStored = Required<DayChanges>;

export type ShownDay = DaysAsStored & {
  /** What is kept and not applied; paths lead into what is stored. */
  orphaned: DayProblem[];
  /** What takes place, as readers with a key see it; null without a calendar. */
  day: ResolvedDay | null;
};

/** @throws NotFoundError when there is no such organisation; BrokenCalendarError when its calendar cannot be followed */
export async function showDay(
  database: Database,
  validate: Validator,
  organisationId: OrganisationId,
  date: number,
): Promise<ShownDay> {
  await assertOrganisation(database, organisationId);
  return database
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      const found = await readDayChanges(transaction, organisationId, date, date);
      const stored = daysAsStored(found, date, date);
      // Lessons of other dates may move to this one. Its own come first, so that paths are those of what is shown.
      const others = found.changes.filter((change) => change.date !== date);
      const asked = { ...stored, changes: [...stored.changes, ...others] };
      const resolved = await resolveStoredDays(transaction, validate, organisationId, asked, [date]);
      if (resolved === null) return { ...stored, orphaned: [], day: null };
      const { keys } = await readTeachersInChanges(transaction, organisationId);
      return {
        ...stored,
        orphaned: resolved.orphaned.filter((orphan) => orphan.date === date).map(describeOrphan),
        day: resolved.on(date, { teachers: keys, self: null }),
      };
    });
}

/** Without the changes of other dates, and when each changed. */
export const daysAsStored = ({ changes, notes, absent }: StoredDays, from: number, to: number): DaysAsStored => ({
  ...{ from, to },
  changes: changes.filter(({ date }) => date >= from && date <= to).map(withoutMoment),
  notes: notes.map(withoutMoment),
  absent: absent.map(withoutMoment),
});

const withoutMoment = <Row extends { changedAt: string }>({ changedAt: _, ...row }: Row): Omit<Row, 'changedAt'> => row;
