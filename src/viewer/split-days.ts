// A cycle can be longer than a week without saying so: 25 days in a row fit neither a screen nor a page. They are shown as
// rows of days, broken where a new week begins.

import type { GridDay, GridWeek } from '../client/belfry-client.ts';

/** So many days stand side by side; more are broken into rows. */
const maxDays = 7;
/** In a row where the days themselves do not tell where a week begins. */
const daysInRow = 5;

export function splitDays({ week, days }: GridWeek): GridWeek[] {
  if (days.length <= maxDays) return [{ week, days }];
  const rows: GridDay[][] = [];
  for (const day of days) {
    const row = rows.at(-1);
    const last = row?.at(-1);
    if (row === undefined || last === undefined || day.dayOfWeek <= last.dayOfWeek || row.length >= maxDays)
      rows.push([day]);
    else row.push(day);
  }
  const isWeeks = rows.every((row) => row.length > 1);
  const split = isWeeks ? rows : chunks(days);
  return split.map((each) => ({ week, days: each }));
}

const chunks = (days: readonly GridDay[]): GridDay[][] =>
  Array.from({ length: Math.ceil(days.length / daysInRow) }, (_, index) =>
    days.slice(index * daysInRow, (index + 1) * daysInRow),
  );
