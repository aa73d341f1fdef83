// What an import of a school's own files means where nothing else is said.

import type { SchoolImport } from '../../database/timetable/import-school.ts';

/** @param first its first day as YYYYMMDD; null for today. @param now in the time zone of this machine */
export function publishFrom(first: number | null, now: Date): NonNullable<SchoolImport['publish']> {
  const today = now.getFullYear() * 10_000 + (now.getMonth() + 1) * 100 + now.getDate();
  return { from: first ?? today, hasBegun: (first ?? 0) <= today };
}
