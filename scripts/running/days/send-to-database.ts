// Stores day changes in the database.

import type { OrganisationId } from '../../../src/access/ids.ts';
import { createValidator } from '../../../src/contract/validator.ts';
import { importDays } from '../../../src/control/days/import-days.ts';
import { readDayPlan } from '../../../src/control/days/read-day-plan.ts';
import { showDay } from '../../../src/control/days/show-day.ts';
import type { OpenDatabase } from '../../../src/database/connect/open-database.ts';
import { assertOrganisation } from '../../../src/database/organisation.ts';
import { editorOf } from '../../command/operator-of.ts';
import type { DayReceiver } from './day-sender.ts';

export function sendToDatabase(open: OpenDatabase, organisation: OrganisationId): DayReceiver {
  const { database } = open;
  const validate = createValidator();
  return {
    async readPlan(from, to) {
      await assertOrganisation(database, organisation);
      return database
        .transaction()
        .setIsolationLevel('repeatable read')
        .execute((transaction) => readDayPlan(transaction, validate, organisation, from, to));
    },
    async send(changes, { isDryRun = false } = {}) {
      const sent = await importDays(editorOf(open), validate, organisation, changes, { isDryRun });
      return sent.outcome === 'refused' ? sent : { outcome: sent.outcome };
    },
    show: (date) => showDay(database, validate, organisation, date),
  };
}
