// The content of an organisation's next generation: what was built now, and what stays of the published one.

import type { Finding, Problems, PublishedFile, TimetableVersionSummary } from '../../contract/types.generated.ts';
import { findListWarnings, isListWarning } from '../../document/warnings/find-list-warnings.ts';
import type { PublishedState } from '../../snapshot/load-published.ts';
import type { BuiltVersion } from './build-version.ts';

/** What building one version led to. */
export type Outcome = { id: string } & (
  | { outcome: 'good'; summary: TimetableVersionSummary; file: PublishedFile; warnings: Finding[] }
  | Exclude<BuiltVersion, { outcome: 'good' }>
  | { outcome: 'untouched' }
);

/** The content of the new generation, with its problems and warnings. */
export type Content = {
  entries: TimetableVersionSummary[];
  /** By version id. A Map, since a version may be called `__proto__`. */
  files: Map<string, PublishedFile>;
  withheld: Problems['withheld'];
  warnings: Map<string, Finding[]>;
};

/** A version that is withheld or was not built keeps its last good form. */
export function gatherContent(before: PublishedState, outcomes: readonly Outcome[]): Content {
  const content: Content = { entries: [], files: new Map(), withheld: [], warnings: new Map() };
  const { entries, files, withheld, warnings } = content;
  const withheldBefore = new Map(before.problems?.withheld.map((version) => [version.versionId, version]));
  const warningsBefore = new Map(before.problems?.warnings.map((version) => [version.versionId, version.warnings]));
  const keepLastGood = (versionId: string): boolean => {
    const [file, entry] = [before.pointer?.timetables[versionId], before.entries.get(versionId)];
    if (file === undefined || entry === undefined) return false;
    files.set(versionId, file);
    entries.push(entry);
    return true;
  };
  for (const { id, ...built } of outcomes) {
    if (built.outcome === 'good') {
      files.set(id, built.file);
      entries.push(built.summary);
      warnings.set(id, built.warnings);
    } else if (built.outcome === 'withheld') {
      const { problems, more } = built;
      const listed = more === undefined ? { problems } : { problems, more };
      withheld.push({ versionId: id, lastGoodIsServed: keepLastGood(id), ...listed });
    } else if (built.outcome === 'untouched') {
      const known = withheldBefore.get(id);
      const lastGoodIsServed = keepLastGood(id);
      if (known !== undefined) withheld.push({ ...known, lastGoodIsServed });
      const ofDocument = warningsBefore.get(id)?.filter(({ path }) => !isListWarning(path));
      if (ofDocument !== undefined) warnings.set(id, ofDocument);
    }
  }
  for (const [versionId, found] of findListWarnings(entries))
    warnings.set(versionId, [...found, ...(warnings.get(versionId) ?? [])]);
  return content;
}

/** What readers get of a version that was built. `reason` is its first problem. */
export type VersionOutcome = { versionId: string } & (
  | { state: 'served'; changed: boolean }
  | { state: 'withheld'; reason: string; lastGoodIsServed: boolean }
);

export function describeOutcome(
  { id: versionId, ...built }: Outcome,
  before: PublishedState,
  { withheld }: Content,
): VersionOutcome[] {
  if (built.outcome === 'good')
    return [{ versionId, state: 'served', changed: before.pointer?.timetables[versionId]?.hash !== built.file.hash }];
  if (built.outcome !== 'withheld') return [];
  const reason = built.problems[0]?.message ?? 'it breaks the contract';
  const lastGoodIsServed = withheld.some((version) => version.versionId === versionId && version.lastGoodIsServed);
  return [{ versionId, state: 'withheld', reason, lastGoodIsServed }];
}
