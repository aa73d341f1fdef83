// Checks the published calendar and weeks of an organisation: their files, and that they are what the rules give from the stored
// documents and the stored calendar, for the generation that they name and the time for which they are. What is behind the
// documents, or over, is a problem as well: nobody derives it any more.

import type { OrganisationId, Owned } from '../access/ids.ts';
import { derivedRange } from '../calendar/derived-range.ts';
import { commandLine } from '../command-line.ts';
import type { Calendar, Derived, Pointer, PublishedCalendar, Week } from '../contract/types.generated.ts';
import { noChanges } from '../days/no-changes.ts';
import { resolveDays } from '../days/resolve-days.ts';
import { reasonOf } from '../errors.ts';
import { assembleDerived } from '../publish/derived/assemble-derived.ts';
import { assertCalendar } from '../publish/derived/assert-calendar.ts';
import { loadVersions } from '../publish/derived/load-versions.ts';
import { derivedFiles } from '../snapshot/derived-files.ts';
import { calendarName, paths } from '../snapshot/paths.ts';
import { sha256, sha256OfText } from '../snapshot/sha256.ts';
import { checkDocument, type DocumentCheck } from './check-document.ts';

/**
 * The clock, in milliseconds since 1970, or null to judge nothing by the time, as of a copy; and the release of the time-zone
 * data.
 */
export type CheckMoment = { now: number | null; tzdata: string };

export type DerivedToCheck = {
  organisationId: OrganisationId;
  derived: Derived;
  /** What is published; null when that cannot be read. */
  current: Pointer | null;
  /** This, and the earlier ones that are kept. */
  pointers: readonly Owned<Pointer>[];
};

/** Milliseconds after which what was derived must have followed: edits are gathered, and documents go first. */
export const grace = 60_000;

/** @returns the calendar that it was made from; null when that cannot be read */
export async function checkDerived(
  check: DocumentCheck,
  { organisationId, derived, current, pointers }: DerivedToCheck,
  moment: CheckMoment,
): Promise<Calendar | null> {
  const pathOf = (name: string, { hash }: { hash: string }) => paths.file(organisationId, name, hash, 'identity');
  const path = pathOf(calendarName, derived.calendar);
  const calendar = await checkDocument(check, 'published-calendar', organisationId, calendarName, derived.calendar);
  const changed = new Set<string>();
  for (const [week, file] of Object.entries(derived.weeks)) {
    const data = await checkDocument(check, 'week', organisationId, week, file);
    if (data !== null && data.week !== week) check.addProblem(pathOf(week, file), `contains week ${data.week}`);
    if (data !== null && !isRegular(data)) changed.add(week);
  }
  const late = moment.now === null ? null : whyLate(derived, current, moment.now);
  if (late !== null) check.addProblem(path, `${late}; \`${commandLine('build')}\` derives it anew`);

  const pointer = pointers.find(({ generation }) => generation === derived.generation);
  // The documents that it was made from may be gone, and other time-zone data gives other times.
  if (calendar === null) return null;
  if (pointer === undefined || derived.tzdata !== moment.tzdata) return calendarOf(calendar);
  try {
    const made = await rederive(check, pointer, derived, calendarOf(calendar));
    // What is different on a day is not among the documents.
    const names = [...new Set([...made.keys(), ...derivedFiles(derived).map(([name]) => name)])].filter(
      (name) => !changed.has(name),
    );
    const known = new Map(derivedFiles(derived));
    for (const name of names) {
      const file = known.get(name);
      if (file === undefined) check.addProblem(path, `has no file for week ${name}`);
      else if (made.get(name) !== file.hash)
        check.addProblem(
          pathOf(name, file),
          'is not what the rules give from the published documents and the calendar',
        );
    }
  } catch (error) {
    check.addProblem(path, `cannot be compared with the documents: ${reasonOf(error)}`);
  }
  return calendarOf(calendar);
}

/** Why it should have been derived anew; null when it is right. */
function whyLate({ generation, validUntil }: Derived, current: Pointer | null, now: number): string | null {
  if (current !== null && current.generation !== generation && now - Date.parse(current.publishedAt) > grace)
    return `is of generation ${generation}, while the documents are of generation ${current.generation}`;
  return now - Date.parse(validUntil) > grace ? `was right until ${validUntil}` : null;
}

/** @returns the hash of what each file should contain, by its name */
async function rederive(
  { store, validate }: DocumentCheck,
  pointer: Owned<Pointer>,
  derived: Derived,
  calendar: Calendar,
): Promise<Map<string, string>> {
  const { organisationId, generation } = pointer;
  assertCalendar(validate, organisationId, calendar);
  const range = derivedRange(Date.parse(derived.validFrom), calendar.timeZone);
  const versions = await loadVersions(store, pointer, range);
  const days = resolveDays({ ...noChanges, calendar, versions: versions.documents, sha256: sha256OfText });
  const audience = { teachers: 'all', self: null } as const;
  const parts = { organisationId, generation, calendar, versions, range, days, audience, tzdata: derived.tzdata };
  return new Map(Array.from(assembleDerived(validate, parts), ({ name, data }) => [name, sha256(data)]));
}

/** Whether nothing in it is different from the plan. */
const isRegular = ({ lessons, cancelled, notes, absent }: Week): boolean =>
  cancelled.length + notes.length + absent.length === 0 && lessons.every(({ status }) => status === 'regular');

/** The calendar that a published one was made from. */
function calendarOf(published: PublishedCalendar): Calendar {
  const {
    orgId: _,
    generation: __,
    firstDay: ___,
    lastDay: ____,
    tzdata: _____,
    days: ______,
    weekStartsOn: _______,
    ...calendar
  } = published;
  return calendar;
}
