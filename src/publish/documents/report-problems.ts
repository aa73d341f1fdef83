// Writes an organisation's withheld versions and warnings to its problems.json, for `status` and the dashboard, and
// finds what changed since the last publication, for the log.

import type { OrganisationId } from '../../access/ids.ts';
import type { Finding, Problems } from '../../contract/types.generated.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { PublishedState } from '../../snapshot/load-published.ts';
import { formatVersion, paths } from '../../snapshot/paths.ts';
import { recordBytes } from '../../snapshot/read-record.ts';
import type { Store } from '../../store/store.ts';

/** How the problems changed since the last publication. */
export type ProblemChanges = {
  /** Versions that are newly withheld, or withheld for other problems than before. */
  withheld: Problems['withheld'];
  /** Ids of versions that are no longer withheld. */
  recovered: string[];
  newWarnings: number;
  endedWarnings: number;
};

export const noChanges: ProblemChanges = { withheld: [], recovered: [], newWarnings: 0, endedWarnings: 0 };

export type ReportedProblems = Pick<Problems, 'withheld' | 'warnings'> & { changes: ProblemChanges };

/**
 * Writes the problems if they have changed, or the file is damaged.
 * @param warnings by version id; the list of a version may be empty
 */
export async function reportProblems(
  store: Store,
  organisationId: OrganisationId,
  { problems: before, areProblemsDamaged }: Pick<PublishedState, 'problems' | 'areProblemsDamaged'>,
  { withheld, warnings }: { withheld: Problems['withheld']; warnings: ReadonlyMap<string, Finding[]> },
): Promise<ReportedProblems> {
  const warned = [...warnings].flatMap(([versionId, found]) =>
    found.length === 0 ? [] : [{ versionId, warnings: found }],
  );
  const problems: Problems = { formatVersion, organisationId, withheld, warnings: warned };
  const known = before ?? { ...problems, withheld: [], warnings: [] };
  const isSame = sameDocument(problems, known);
  if (!isSame || areProblemsDamaged)
    await store.write([{ path: paths.problems(organisationId), bytes: recordBytes(problems) }]);
  return { withheld, warnings: warned, changes: isSame ? noChanges : compareProblems(known, problems) };
}

function compareProblems(before: Problems, now: Problems): ProblemChanges {
  const withheldBefore = new Map(before.withheld.map((version) => [version.versionId, version]));
  const withheldNow = new Set(now.withheld.map(({ versionId }) => versionId));
  const [warnedBefore, warnedNow] = [listWarnings(before), listWarnings(now)];
  return {
    withheld: now.withheld.filter(
      (version) => !sameDocument(withoutCodes(version), withoutCodes(withheldBefore.get(version.versionId))),
    ),
    recovered: [...withheldBefore.keys()].filter((id) => !withheldNow.has(id)),
    newWarnings: countMissing(warnedNow, warnedBefore),
    endedWarnings: countMissing(warnedBefore, warnedNow),
  };
}

/** An earlier release stored no codes: what has one now is no other problem than before. */
const withoutCodes = (version: Problems['withheld'][number] | undefined) =>
  version && { ...version, problems: version.problems.map(({ path, message, row }) => ({ path, message, row })) };

const listWarnings = ({ warnings }: Problems) =>
  new Set(
    warnings.flatMap(({ versionId, warnings }) =>
      warnings.map((each) => JSON.stringify([versionId, each.path, each.message])),
    ),
  );

const countMissing = (of: ReadonlySet<string>, from: ReadonlySet<string>) =>
  [...of].filter((each) => !from.has(each)).length;
