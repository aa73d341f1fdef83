// The problems of a withheld version, as many as somebody reads. A school with 100,000 of them has made one mistake or two,
// and repairs it by the first; the rest is counted.

import type { Finding } from '../contract/types.generated.ts';

/** How many problems of one version are listed, and how many characters of each text. */
export const [maxListed, maxLength] = [50, 500];

/** The first problems, and how many more there are; absent when there are none. */
export type ListedProblems = { problems: Finding[]; more?: number };

/** @param describe makes a finding of what was found; called for what is listed alone */
export function listProblems<Found>(found: readonly Found[], describe: (each: Found) => Finding): ListedProblems {
  const problems = found.slice(0, maxListed).map((each) => shorten(describe(each)));
  return found.length > maxListed ? { problems, more: found.length - maxListed } : { problems };
}

/** A document may quote texts of any length in its paths, ids and names. */
const shorten = ({ path, message, row }: Finding): Finding => ({
  path: clip(path),
  message: clip(message),
  row: row === null ? null : clip(row),
});

/** What is wrong stands at the beginning or at the end; what is quoted, between. */
const clip = (text: string) =>
  text.length > maxLength ? `${text.slice(0, maxLength / 2)}...${text.slice(3 - maxLength / 2)}` : text;
