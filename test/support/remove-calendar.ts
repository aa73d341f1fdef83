// Removes the calendar of an organisation, as `belfry calendar remove` does.

import { parseOrganisationId } from '../../src/access/ids.ts';
import { removeCalendar as remove } from '../../src/control/calendars/change-calendar.ts';
import type { Database } from '../../src/database/connect/open-database.ts';

export const removeCalendar = (database: Database, organisationId: string): Promise<void> =>
  remove(
    { open: { database }, actor: { by: 'tester', via: 'command', from: 'test', adminId: null } },
    parseOrganisationId(organisationId),
  );
