// Signs in and out, and says who is asking. Signing in with a cookie is recorded in the audit; so is signing out.

import { adminTokenPrefix, identifyAdminToken } from '../access/admin-token.ts';
import type { Database } from '../database/connect/open-database.ts';
import { type Actor, changeAs, type SecretSource } from '../operate/operator.ts';
import { recordAs, recordAudit } from '../operate/record-audit.ts';
import { findAdminBySession, findAdminByToken, takeSignInCode } from './find-admin.ts';
import type { FailureLimits } from './limit-failures.ts';
import { closeSession, isSessionSecret, openSession, sessionSeconds } from './open-session.ts';
import type { Admin } from './permissions.ts';

type Refused = { state: 'unknown' } | { state: 'limited'; retryAfter: number };
type Identified = { state: 'known'; admin: Admin } | Refused;
/** What the cookie holds, and for how many seconds. */
type Opened = { state: 'opened'; admin: Admin; cookie: string; seconds: number };

/** How many tokens that were right are remembered, by their hashes. */
const mostRemembered = 1000;

export function createSignIn({
  database,
  source,
  limits,
  now,
  onFailed = () => {},
}: {
  database: Database;
  source: SecretSource;
  limits: FailureLimits;
  now: () => number;
  /** Called with the address of each proof that was refused. */
  onFailed?: (address: string) => void;
}) {
  // Failures of others at the same address do not shut out a token that was right before. It is looked up as any other.
  const remembered = new Set<string>();

  /** @param beginning what of the secret is no secret. @param hash null when it is malformed */
  async function limited<Found>(
    { address, beginning, hash }: { address: string; beginning: string; hash: string | null },
    find: (hash: string) => Promise<Found | null>,
  ): Promise<{ found: Found } | Refused> {
    if (hash === null || !remembered.has(hash)) {
      const retryAfter = limits.waitFor(address, beginning);
      if (retryAfter > 0) {
        onFailed(address);
        return { state: 'limited', retryAfter };
      }
    }
    const found = hash === null ? null : await find(hash);
    if (found !== null) return { found };
    if (hash !== null) remembered.delete(hash);
    limits.failed(address, beginning);
    onFailed(address);
    return { state: 'unknown' };
  }

  async function byToken(token: string, address: string): Promise<Identified> {
    const hash = identifyAdminToken(token, source.sha256);
    const result = await limited({ address, beginning: beginningOf(token), hash }, (sha256) =>
      findAdminByToken(database, sha256, now()),
    );
    if (!('found' in result)) return result;
    if (hash !== null) {
      remembered.delete(hash);
      remembered.add(hash);
    }
    for (const oldest of remembered) {
      if (remembered.size <= mostRemembered) break;
      remembered.delete(oldest);
    }
    return { state: 'known', admin: result.found };
  }

  const openAs = async (transaction: Database, admin: Admin, address: string): Promise<Opened> => {
    const cookie = await openSession(transaction, source, { adminId: admin.id, kind: 'cookie', now: now() });
    const entry = { organisationId: admin.organisationId, resource: 'session', action: 'opened', subject: admin.id };
    await recordAs(transaction, { by: admin.name, via: 'page', from: address, adminId: admin.id }, entry);
    return { state: 'opened', admin, cookie, seconds: sessionSeconds };
  };

  return {
    byToken,

    /** Nobody guesses a cookie, and a browser may go on sending one that has ended, so failures are not limited. */
    async byCookie(cookie: string, _address: string): Promise<Identified> {
      const admin = isSessionSecret(cookie) ? await findAdminBySession(database, source.sha256(cookie), now()) : null;
      return admin === null ? { state: 'unknown' } : { state: 'known', admin };
    },

    async open(proof: { token: string } | { code: string }, address: string): Promise<Opened | Refused> {
      if ('token' in proof) {
        const identified = await byToken(proof.token, address);
        if (identified.state !== 'known') return identified;
        return database.transaction().execute((transaction) => openAs(transaction, identified.admin, address));
      }
      const hash = isSessionSecret(proof.code) ? source.sha256(proof.code) : null;
      const result = await limited({ address, beginning: 'code', hash }, (sha256) =>
        database.transaction().execute(async (transaction) => {
          const admin = await takeSignInCode(transaction, sha256, now());
          return admin === null ? null : openAs(transaction, admin, address);
        }),
      );
      return 'found' in result ? result.found : result;
    },

    /** @param actor who signs out */
    async close(cookie: string, actor: Actor): Promise<void> {
      if (!isSessionSecret(cookie)) return;
      await changeAs({ open: { database }, actor }, async (transaction) => {
        if (!(await closeSession(transaction, source.sha256(cookie)))) return;
        const entry = { organisationId: null, resource: 'session', action: 'closed', subject: actor.adminId };
        await recordAudit(transaction, entry);
      });
    },
  };
}

/** The part of a token that finds its admin's failures, but opens nothing. */
const beginningOf = (token: string): string =>
  token.startsWith(adminTokenPrefix) ? token.slice(adminTokenPrefix.length, adminTokenPrefix.length + 12) : 'none';
