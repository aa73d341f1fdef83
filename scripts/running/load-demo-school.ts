// Loads the demo school into an empty database, and gives each week in which it is started a day with everything that can be different.

import { parseOrganisationId } from '../../src/access/ids.ts';
import { addDays, mondayOf } from '../../src/calendar/time/day.ts';
import { dayAt } from '../../src/calendar/time/zone.ts';
import { importDays } from '../../src/control/days/import-days.ts';
import { storeCalendar } from '../../src/database/calendar/store-calendar.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { readDayChanges } from '../../src/database/days/read-day-changes.ts';
import { createOrganisation, selectHandle } from '../../src/database/organisation.ts';
import { importTimetable } from '../../src/database/timetable/import-timetable.ts';
import { demoDay } from '../../src/demo/demo-day.ts';
import { type DemoSchool, demoSchool } from '../../src/demo/demo-school.ts';
import { BrokenCalendarError, NotFoundError } from '../../src/errors.ts';
import type { DatabasePublisher } from '../../src/publish/database/database-port.ts';
import { editorOf } from '../command/operator-of.ts';

type Tools = OpenDatabase & { publisher: Pick<DatabasePublisher, 'validate'> };

/** Continues if an earlier start was interrupted. @param now milliseconds since 1970 */
export async function loadDemoSchool(tools: Tools, now: number = Date.now()): Promise<void> {
  const { database, publisher } = tools;
  const school = demoSchool();
  const { organisation, documents, calendar } = school;
  const others = await database
    .selectFrom('organisation')
    .select('id')
    .where('id', '!=', organisation.id)
    .limit(1)
    .execute();
  const last = documents.at(-1)?.document.id ?? '';
  const loaded = await database.selectFrom('timetable_version').select('id').where('id', '=', last).execute();
  if (others.length + loaded.length === 0) {
    await createOrganisation(database, parseOrganisationId(organisation.id), organisation.name);
    const file = `${JSON.stringify(calendar, null, 2)}\n`;
    await database.transaction().execute((transaction) => storeCalendar(transaction, organisation.id, calendar, file));
    for (const { document, autosave: isAutosave } of documents) {
      const outcome = await importTimetable(database, publisher.validate, organisation.id, document, { isAutosave });
      if (outcome.outcome === 'refused')
        throw new Error(`the demo school is broken: ${JSON.stringify(outcome.problems)}`);
    }
  }
  await storeDemoDay(tools, school, dayAt(now, calendar.timeZone));
}

/** Unless something is different in this week already. Whoever changed the school’s timetable may have none of these lessons. */
async function storeDemoDay(tools: Tools, school: DemoSchool, today: number): Promise<void> {
  const id = parseOrganisationId(school.organisation.id);
  const { database, publisher } = tools;
  if ((await selectHandle(database, id)) === null) return;
  const [monday, sunday] = [mondayOf(today), addDays(mondayOf(today), 6)];
  const { changes, notes, absent } = await readDayChanges(database, id, monday, sunday);
  if (changes.length + notes.length + absent.length > 0) return;
  const day = demoDay(school, today);
  if (day === null) return;
  await importDays(editorOf(tools), publisher.validate, id, day).catch((error: unknown) => {
    // Without its calendar, or with one that cannot be followed, it has no days.
    if (!(error instanceof NotFoundError) && !(error instanceof BrokenCalendarError)) throw error;
  });
}
