// Limits the listed problems of a withheld version; the rest is counted. Thousands of problems usually have one cause, which
// the first of them show.

import type { Finding } from '../../contract/types.generated.ts';

/** How many problems of one version are listed, and how many characters of each text. */
export const maxListed = 50;
const maxLength = 500;

/** The first problems, and how many more there are; absent when there are none. */
export type ListedProblems = { problems: Finding[]; more?: number };

/**
 * @param describe makes a finding of a problem; only called for those that are listed
 * @param others how many problems there are besides those found
 */
export function listProblems<Found>(
  found: readonly Found[],
  describe: (each: Found) => Finding,
  others = 0,
): ListedProblems {
  const problems = found.slice(0, maxListed).map((each) => shorten(describe(each)));
  const more = found.length - problems.length + others;
  return more > 0 ? { problems, more } : { problems };
}

/** A finding may quote names and ids of any length. */
const shorten = ({ path, message, row, ...coded }: Finding): Finding => ({
  ...coded, // names that are short already
  path: clip(path),
  message: clip(message),
  row: row === null ? null : clip(row),
});

/** Cuts out the middle, which is what the message quotes. */
const clip = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength / 2)}...${text.slice(3 - maxLength / 2)}` : text;
