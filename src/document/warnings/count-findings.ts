// Keeps the first problems of a document and counts the rest. A broken document may have one for each of its ids, and all of
// them would need more memory than the document.

import type { Finding } from '../../contract/types.generated.ts';

/** The problems of one check that are described. */
export const maxDescribed = 1000;

export type CountedFindings = {
  /** The first problems. */
  findings: Finding[];
  /** How many there are in total. */
  count: number;
};

/** As one list, which says how many it leaves out. */
export function listCounted({ findings, count }: CountedFindings, row: string): Finding[] {
  const rest = count - findings.length;
  return rest === 0
    ? findings
    : [...findings, { path: '$', message: `has ${rest} more problems`, row, code: 'more-problems', values: { rest } }];
}
