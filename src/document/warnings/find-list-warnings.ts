// Finds versions of one timetable that contradict each other: two that are current, or publication windows that overlap.
// Only the school can say which is right, so both are published.

import type { Finding, TimetableVersionSummary } from '../../contract/types.generated.ts';
import type { DocumentCode } from '../finding-codes.ts';

const paths = { current: '$.isCurrent', window: '$.effectiveFrom' };

/** Whether a warning with this path comes from here, and not from `findWarnings`. */
export const isListWarning = (path: string): boolean => Object.values(paths).includes(path);

/** The warnings of each version that has any, by version id. */
export function findListWarnings(entries: readonly TimetableVersionSummary[]): Map<string, Finding[]> {
  const warnings = new Map<string, Finding[]>();
  const warn = ({ id }: TimetableVersionSummary, path: string, code: DocumentCode, message: string) => {
    const finding = { path, message, row: `timetable_version ${id}`, code, values: {} };
    push(warnings, id, finding);
  };
  const timetables = new Map<string, TimetableVersionSummary[]>();
  for (const entry of entries) push(timetables, entry.groupId, entry);
  for (const versions of timetables.values()) {
    const [current, ...others] = versions.filter(({ isCurrent }) => isCurrent);
    for (const other of others)
      warn(other, paths.current, 'two-versions-current', `${current?.id} of the same timetable is current too`);

    const published = versions
      .filter(({ status }) => status === 'published')
      .sort((one, other) => (one.effectiveFrom ?? 0) - (other.effectiveFrom ?? 0));
    for (const [position, earlier] of published.entries()) {
      const later = published[position + 1];
      if (later !== undefined && (earlier.effectiveTo ?? 99991231) >= (later.effectiveFrom ?? 0))
        warn(later, paths.window, 'windows-overlap', `its window overlaps that of ${earlier.id}`);
    }
  }
  return warnings;
}

function push<Item>(lists: Map<string, Item[]>, key: string, item: Item): void {
  const list = lists.get(key);
  if (list === undefined) lists.set(key, [item]);
  else list.push(item);
}
