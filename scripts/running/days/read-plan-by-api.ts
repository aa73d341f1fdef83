// Reads what takes place regularly from a distant dashboard: its calendar, and the timetables of the days that are asked for.

import type { VersionOnCalendar } from '../../../src/calendar/assemble-calendar.ts';
import { versionsOn } from '../../../src/calendar/lessons/versions-on.ts';
import { daysFrom } from '../../../src/calendar/time/day.ts';
import type { Calendar, Timetable } from '../../../src/contract/types.generated.ts';
import type { ReadPlan } from '../../../src/control/days/check-day-file.ts';
import { createDayPlan } from '../../../src/control/days/create-day-plan.ts';
import { FailedError } from '../../../src/errors.ts';

/** Milliseconds that an answer counts: a folder with many files asks once. */
const freshness = 10_000;

/** The timetables that apply at one time, and those of the weeks before and after. */
const mostVersions = 50;

type Known = { at: number; calendar: unknown; items: unknown; documents: Map<string, Timetable> };

/** @param read gives the body of a GET below the organisation, and null for what is not there; it throws when that is out of reach */
export function readPlanByApi(read: (path: string) => Promise<unknown>): ReadPlan {
  let known: Known | null = null;

  async function readKnown(): Promise<Known> {
    if (known !== null && performance.now() - known.at < freshness) return known;
    const [calendar, bells] = [await read('/calendar'), await read('/bells')];
    known = { at: performance.now(), calendar, items: Object(bells).items, documents: new Map() };
    return known;
  }

  return async (from, to) => {
    const { calendar, items, documents } = await readKnown();
    if (calendar === null || !Array.isArray(items)) return null;
    // All three are as the API describes them, and what is made of them is checked by who stores it.
    const published = (items as VersionOnCalendar[]).filter(({ status }) => status === 'published');
    const needed = new Set(daysFrom(from, to).flatMap((day) => versionsOn(published, day)));
    if (needed.size > mostVersions)
      throw new FailedError(`${needed.size} timetables apply on these days, and ${mostVersions} is the maximum`);
    for (const { id } of needed) {
      if (documents.has(id)) continue;
      const document = await read(`/timetables/${encodeURIComponent(id)}`);
      if (document !== null) documents.set(id, document as Timetable);
    }
    const versions = published.flatMap(({ id }) => documents.get(id) ?? []);
    return createDayPlan({ calendar: calendar as Calendar, versions });
  };
}
