// The names of the files that a link shows: the feed and the document of one class, teacher, room or student. They are made of
// a hash, since an id is any text. All links of one person share them. Runs in CDN functions, so it uses no node built-ins.

import type { LinkRecord } from '../contract/types.generated.ts';
import { hashDigits } from './paths.ts';

export type PersonFiles = { feed: string; my: string };

/** The text whose SHA-256 `namesOfPerson` takes. */
export const textOfPerson = ({ kind, entityId }: Pick<LinkRecord, 'kind' | 'entityId'>): string =>
  `${kind}:${entityId}`;

/** @param sha256 of `textOfPerson`, in lower-case hexadecimal */
export function namesOfPerson(sha256: string): PersonFiles {
  const digits = sha256.slice(0, hashDigits);
  return { feed: `ical_${digits}`, my: `my_${digits}` };
}
