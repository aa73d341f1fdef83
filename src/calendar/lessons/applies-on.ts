// Whether the window of a version covers a day: a side that is null is open. A draft has no window, so a caller that knows
// published versions alone asks for a beginning first.

import type { TimetableVersionSummary } from '../../contract/types.generated.ts';

/** @param day YYYYMMDD */
export const appliesOn = (
  { effectiveFrom, effectiveTo }: Pick<TimetableVersionSummary, 'effectiveFrom' | 'effectiveTo'>,
  day: number,
): boolean => (effectiveFrom === null || effectiveFrom <= day) && (effectiveTo === null || day <= effectiveTo);
