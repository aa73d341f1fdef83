// From which day a version is published where nothing else is said.

import type { PublishedFrom } from '../../database/timetable/end-earlier.ts';

/** @param first its first day as YYYYMMDD; null for today. @param now in the time zone of this machine */
export function publishFrom(first: number | null, now: Date): PublishedFrom {
  const today = now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
  return { from: first ?? today, hasBegun: (first ?? 0) <= today };
}
