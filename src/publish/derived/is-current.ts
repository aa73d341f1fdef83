// Whether what was made from documents and a calendar would be made the same at this moment.

import type { DaysPart, Derived, Pointer } from '../../contract/types.generated.ts';
import type { Publisher } from '../publisher.ts';
import type { Validity } from '../work-outcome.ts';

/** Milliseconds for which the clock of this publisher may be behind that of another, so that the two do not publish by turns. */
const clockTolerance = 60_000;

export function isCurrent(
  { generation, validFrom, validUntil, tzdata }: Derived | DaysPart,
  pointer: Pointer,
  tools: Pick<Publisher, 'now' | 'tzdata'>,
): boolean {
  const now = tools.now();
  const isNow = Date.parse(validFrom) <= now + clockTolerance && now < Date.parse(validUntil);
  // What another publisher made by newer time-zone data stays.
  return isNow && generation === pointer.generation && tzdata >= tools.tzdata;
}

export const validityOf = ({ validFrom, validUntil, tzdata }: Derived | DaysPart): Validity => ({
  validFrom,
  validUntil,
  tzdata,
});
