// The ETag of a published file, and whether headers name it.

import type { PublishedFeed, PublishedFile } from '../../contract/types.generated.ts';
import type { PackedEntry } from '../../snapshot/pack/packed-entry.ts';
import { hashDigits } from '../../snapshot/paths.ts';

/** The weak entity tag of a published file, feed or entry of a pack (RFC 9110, section 8.8.3): it changes with the data, not with the timestamp. */
export const entityTag = ({ hash }: PublishedFile | PublishedFeed | PackedEntry): string =>
  `W/"${hash.slice(0, hashDigits)}"`;

/** Whether an If-None-Match header (section 13.1.2) names the entity tag, by weak comparison, or any (`*`). */
export function matchesEntityTag(ifNoneMatch: string | undefined, entityTag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  if (ifNoneMatch === entityTag || ifNoneMatch.trim() === '*') return true;
  const opaque = entityTag.replace(/^W\//, '');
  return [...ifNoneMatch.matchAll(/"[^"]*"/g)].some(([tag]) => tag === opaque);
}

/** Whether an If-Match header (section 13.1.1) names the entity tag, by strong comparison, which no weak tag passes, or any. */
export function matchesStrongly(ifMatch: string, entityTag: string): boolean {
  if (ifMatch.trim() === '*') return true;
  return [...ifMatch.matchAll(/(?:W\/)?"[^"]*"/g)].some(([tag]) => isStrong(tag) && tag === entityTag);
}

/** Whether the tag changes with each byte (section 8.8.1). */
export const isStrong = (entityTag: string): boolean => entityTag.startsWith('"');
