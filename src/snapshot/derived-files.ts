// The files of the parts `derived`, `days` and `changes` of an organisation's record: the calendar and the weeks, and the packs of
// slices, days and changes.

import type { OrganisationId } from '../access/ids.ts';
import type { ChangesPart, DaysPart, Derived, Pack, PublishedFile } from '../contract/types.generated.ts';
import { calendarName, changesName, daysName, encodingNames, nameOfSlices, paths } from './paths.ts';

/** These parts of a record, each undefined where there is none. */
export type DerivedParts = {
  derived?: Derived | undefined;
  days?: DaysPart | undefined;
  changes?: ChangesPart | undefined;
};

export const derivedParts = ({ derived, days, changes }: DerivedParts): DerivedParts => ({ derived, days, changes });

/** The published files that the part `derived` names, each with its name. */
export const derivedFiles = ({ calendar, weeks }: Pick<Derived, 'calendar' | 'weeks'>): [string, PublishedFile][] => [
  [calendarName, calendar],
  ...Object.entries(weeks),
];

/** The packs that the part `derived` names, each with its name. */
export const slicesPacks = ({ slices = {} }: Pick<Derived, 'slices'>): [string, Pack][] =>
  Object.entries(slices).map(([week, pack]) => [nameOfSlices(week), pack]);

/** The paths of these files, in every encoding. */
export const derivedPaths = (organisationId: OrganisationId, { derived, days, changes }: DerivedParts): string[] => [
  ...(derived === undefined ? [] : derivedFiles(derived)).flatMap(([name, { hash }]) =>
    pathsOf(organisationId, { name, hash }),
  ),
  ...(derived === undefined ? [] : slicesPacks(derived)).map(([name, { hash }]) =>
    paths.pack(organisationId, name, hash),
  ),
  ...(days === undefined ? [] : [paths.pack(organisationId, daysName, days.pack.hash)]),
  ...(changes === undefined ? [] : [paths.pack(organisationId, changesName, changes.pack.hash)]),
];

/** The paths of the files that were replaced, with the moment when that was, in milliseconds since 1970. */
export function replacedPaths(
  organisationId: OrganisationId,
  { derived, days, changes }: DerivedParts,
): Map<string, number> {
  const replaced = new Map<string, number>();
  for (const { at, ...file } of derived?.replaced ?? [])
    for (const path of pathsOf(organisationId, file)) replaced.set(path, Date.parse(at));
  for (const { at, name, hash } of [
    ...(derived?.replacedPacks ?? []),
    ...(days?.replaced ?? []),
    ...(changes?.replaced ?? []),
  ])
    replaced.set(paths.pack(organisationId, name, hash), Date.parse(at));
  return replaced;
}

/** Whether it has the name of a calendar, a week or its slices. A version may have the name of the first two. */
const isNamedLikeDerived = (path: string): boolean =>
  /\/files\/(?:calendar\.[^/]*|\d{4}-W\d\d(?:\.[^/]*|-slices\.[^/]*\.pack))$/.test(path);
const isNamedLikeDays = (path: string): boolean => /\/files\/days\.[^/]*\.pack$/.test(path);
const isNamedLikeChanges = (path: string): boolean => /\/files\/changes\.[^/]*\.pack$/.test(path);

/**
 * Whether a file is one of these and was written after the record's. Nothing in the history tells that a record is older than
 * its parts, so a newer record may name such a file, and it must not be taken for old garbage.
 */
export function isOfLaterWriting({ derived, days, changes }: DerivedParts) {
  const isLater = (publishedAt: string | undefined, changedAt: Date) =>
    changedAt.getTime() + coarseness > Date.parse(publishedAt ?? '');
  return (path: string, changedAt: Date): boolean =>
    (isNamedLikeDerived(path) && isLater(derived?.publishedAt, changedAt)) ||
    (isNamedLikeDays(path) && isLater(days?.publishedAt, changedAt)) ||
    (isNamedLikeChanges(path) && isLater(changes?.publishedAt, changedAt));
}

/** Milliseconds by which the time of a file may be too early: a bucket has whole seconds, a folder steps of some milliseconds. */
const coarseness = 1_000;

const pathsOf = (organisationId: OrganisationId, { name, hash }: { name: string; hash: string }): string[] =>
  encodingNames.map((encoding) => paths.file(organisationId, name, hash, encoding));
