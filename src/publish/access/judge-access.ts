// Decides what may be granted to callers beyond what is published. A database that was restored from a backup does not know what
// was revoked since, and the record in the store does. So where the record is not the one that the database published last, nor
// an older one, a key that the record refuses stays refused, and a lock stays, until somebody approves. A link has a record with a
// fence of its own, by which it is judged alike. What the queue names was changed by somebody since, and is granted. What refuses
// more is published in any case.

import { commandLine } from '../../command-line.ts';
import type { AccessRecord, KeyRecord, LinkRecord } from '../../contract/types.generated.ts';
import { GrantHeldError } from '../../errors.ts';
import { type Guard, isUnknown } from '../guard.ts';
import type { Named, OpenOrganisation } from '../port.ts';

export type JudgedAccess = {
  /** The access of the source without what is held. */
  access: AccessRecord;
  /** What is held: ids of keys, and the state. */
  held: string[];
};

export function judgeAccess(stored: AccessRecord, access: AccessRecord, named: Named): JudgedAccess {
  const held: string[] = [];
  const keys: Record<string, KeyRecord> = {};
  for (const [hash, key] of Object.entries(access.keys)) {
    const before = stored.keys[hash];
    if (key.revoked || named.keys.has(hash) || (before !== undefined && !grantsMore(before, key))) {
      keys[hash] = key;
      continue;
    }
    held.push(key.keyId);
    // One that the record does not know is refused as unknown.
    if (before !== undefined) keys[hash] = before;
  }
  const isOpened =
    (stored.state !== 'active' && access.state === 'active') || (!stored.apiEnabled && access.apiEnabled);
  if (!isOpened || named.state) return { access: { ...access, keys }, held };
  const { state, lockedBecause, apiEnabled } = stored;
  return { access: { ...access, state, lockedBecause, apiEnabled, keys }, held: [...held, 'the access state'] };
}

/** Whether a link that the queue does not name may become what the source says, given what its record says. */
export const mayGrantLink = (
  stored: Pick<LinkRecord, 'revoked' | 'expiresAt' | 'fence'>,
  link: Pick<LinkRecord, 'revoked' | 'expiresAt'>,
  guard: Pick<Guard, 'lastFence'>,
): boolean => link.revoked || !isUnknown(stored, guard) || !grantsMore(stored, link);

type Granted = Pick<KeyRecord, 'revoked' | 'expiresAt' | 'publishedOnly'>;

/** Whether a key or a link is good for longer than before, or sees more. */
function grantsMore(before: Granted, { expiresAt, publishedOnly }: Omit<Granted, 'revoked'>): boolean {
  if (before.revoked || (before.publishedOnly && !publishedOnly)) return true;
  return before.expiresAt !== null && (expiresAt === null || Date.parse(expiresAt) > Date.parse(before.expiresAt));
}

/** Held things that are named in a message. */
export const mostNamed = 5;

/** @param held the first of what is held, and how many there are */
export const grantHeld = (
  { organisationId }: Pick<OpenOrganisation, 'organisationId'>,
  held: readonly string[],
  count: number,
): GrantHeldError =>
  new GrantHeldError(
    `the database grants more to callers of organisation ${organisationId} than is published (${held.slice(0, mostNamed).join(', ')}` +
      `${count > mostNamed ? ` and ${count - mostNamed} more` : ''}), and does not know what it published last, as after a ` +
      `restore of its backup. These stay refused, and all that it refuses is published. Revoke again what was revoked since the ` +
      `backup; then \`${commandLine('build --full')}\` publishes what the database has`,
  );
