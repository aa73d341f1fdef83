// The calendar of the small timetables: Monday to Friday in Copenhagen, one term, one closure and one exception. At `november`
// the weeks served are 2026-W48 to 2026-W53.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Calendar, Derived, PublishedCalendar, Week } from '../../src/contract/types.generated.ts';
import { calendarName, paths } from '../../src/snapshot/paths.ts';
import { readRecord } from './record-places.ts';

/** Tuesday, 24 November 2026, 09:00 at the school. */
export const november = Date.UTC(2026, 10, 24, 8);

export const smallCalendar = (changes: Partial<Calendar> = {}): Calendar => ({
  timeZone: 'Europe/Copenhagen',
  schoolDays: [1, 2, 3, 4, 5],
  terms: [{ id: 't1', name: 'The year', firstDay: 20260810, lastDay: 20270625 }],
  closures: [{ id: 'c1', name: 'Christmas', firstDay: 20261221, lastDay: 20270103, classEntityIds: null }],
  counting: 'calendarWeeks',
  anchors: [],
  exceptions: [{ date: 20261207, name: 'Teachers meet', kind: 'closed', classEntityIds: null }],
  ...changes,
});

/** What the organisation's record says of its calendar; undefined without one. */
export const derivedOf = (folder: string, organisationId: string): Derived | undefined =>
  readRecord(folder, organisationId).derived;

/** The `data` of a file that the record names as derived. @param name `calendar` or an ISO week */
function readDerived(folder: string, organisationId: string, name: string): unknown {
  const derived = derivedOf(folder, organisationId);
  const file = name === calendarName ? derived?.calendar : derived?.weeks[name];
  if (file === undefined) throw new Error(`organisation ${organisationId} shows no ${name}`);
  return JSON.parse(readFileSync(join(folder, paths.file(org(organisationId), name, file.hash, 'identity'))).toString())
    .data;
}

// Published files satisfy their schemas.
export const readCalendarData = (folder: string, organisationId: string): PublishedCalendar =>
  readDerived(folder, organisationId, calendarName) as PublishedCalendar;
export const readWeek = (folder: string, organisationId: string, week: string): Week =>
  readDerived(folder, organisationId, week) as Week;
