// The files of the part `derived` of an organisation's record: the calendar and the weeks.

import type { OrganisationId } from '../access/ids.ts';
import type { Derived, PublishedFile } from '../contract/types.generated.ts';
import { calendarName, encodingNames, paths } from './paths.ts';

/** The published files that it names, each with its name. */
export const derivedFiles = ({ calendar, weeks }: Pick<Derived, 'calendar' | 'weeks'>): [string, PublishedFile][] => [
  [calendarName, calendar],
  ...Object.entries(weeks),
];

/** The paths of these files, in every encoding; none without a calendar. */
export const derivedPaths = (organisationId: OrganisationId, derived: Derived | undefined): string[] =>
  derived === undefined
    ? []
    : derivedFiles(derived).flatMap(([name, { hash }]) => pathsOf(organisationId, { name, hash }));

/** The paths of the files that were replaced, with the moment when that was, in milliseconds since 1970. */
export const replacedPaths = (organisationId: OrganisationId, derived: Derived | undefined): Map<string, number> =>
  new Map(
    derived?.replaced.flatMap(({ at, ...file }) =>
      pathsOf(organisationId, file).map((path): [string, number] => [path, Date.parse(at)]),
    ),
  );

/** Whether it has the name of a calendar or a week. A version may have it too. */
const isNamedLikeDerived = (path: string): boolean => /\/files\/(?:calendar|\d{4}-W\d\d)\.[^/]*$/.test(path);

/**
 * Whether a file is a calendar or a week that was written after the record's. Nothing in the history tells that a record is
 * older than its part `derived`, so a newer record may name such a file, and it must not be taken for old garbage.
 */
export function isOfLaterWriting(derived: Derived | undefined) {
  const publishedAt = Date.parse(derived?.publishedAt ?? '');
  return (path: string, changedAt: Date): boolean =>
    changedAt.getTime() + coarseness > publishedAt && isNamedLikeDerived(path);
}

/** Milliseconds by which the time of a file may be too early: a bucket has whole seconds, a folder steps of some milliseconds. */
const coarseness = 1_000;

const pathsOf = (organisationId: OrganisationId, { name, hash }: { name: string; hash: string }): string[] =>
  encodingNames.map((encoding) => paths.file(organisationId, name, hash, encoding));
