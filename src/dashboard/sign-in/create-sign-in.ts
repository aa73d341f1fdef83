// Signs in and out, and says who is asking. Signing in with a cookie is recorded in the audit; so is signing out.

import { adminTokenPrefix, identifyAdminToken } from '../../access/admin-token.ts';
import { recordAs, recordAudit } from '../../control/audit/record-audit.ts';
import { type Actor, changeAs, type SecretSource } from '../../control/operator.ts';
import type { Database } from '../../database/connect/open-database.ts';
import type { FailureLimits } from '../limits/limit-failures.ts';
import type { Admin } from '../permissions.ts';
import { findAdminBySession, findAdminByToken, takeSignInCode } from './find-admin.ts';
import {
  closeSession,
  isCode,
  isSessionSecret,
  openSession,
  type SessionHalves,
  sessionSeconds,
} from './open-session.ts';

type Refused = { state: 'unknown' } | { state: 'limited'; retryAfter: number };
type Identified = { state: 'known'; admin: Admin } | Refused;
/** What the cookie holds and what the page keeps, and for how many seconds. */
type Opened = { state: 'opened'; admin: Admin; seconds: number } & SessionHalves;

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
  /**
   * A proof is looked up before failures are counted, so nobody is refused a right one because of wrong ones of others.
   * @param beginning what of the secret is no secret. @param hash null when it is malformed, which costs and counts nothing
   */
  async function limited<Found>(
    { address, beginning, hash }: { address: string; beginning: string; hash: string | null },
    find: (hash: string) => Promise<Found | null>,
  ): Promise<{ found: Found } | Refused> {
    const found = hash === null ? null : await find(hash);
    if (found !== null) return { found };
    onFailed(address);
    if (hash === null) return { state: 'unknown' };
    const retryAfter = limits.waitFor(address, beginning);
    if (retryAfter > 0) return { state: 'limited', retryAfter };
    limits.failed(address, beginning);
    return { state: 'unknown' };
  }

  async function byToken(token: string, address: string): Promise<Identified> {
    const hash = identifyAdminToken(token, source.sha256);
    const result = await limited({ address, beginning: beginningOf(token), hash }, (sha256) =>
      findAdminByToken(database, sha256, now()),
    );
    return 'found' in result ? { state: 'known', admin: result.found } : result;
  }

  /** @param former the session that the browser had, which ends */
  const openAs = async (
    transaction: Database,
    admin: Admin,
    { address, former }: { address: string; former: string | null },
  ): Promise<Opened> => {
    if (former !== null && isSessionSecret(former)) await closeSession(transaction, source.sha256(former));
    const opened = await openSession(transaction, source, { adminId: admin.id, kind: 'cookie', now: now() });
    const [cookie = '', page = ''] = opened.split('.');
    const entry = { organisationId: admin.organisationId, resource: 'session', action: 'opened', subject: admin.id };
    await recordAs(transaction, { by: admin.name, via: 'page', from: address, adminId: admin.id }, entry);
    return { state: 'opened', admin, cookie, page, seconds: sessionSeconds };
  };

  return {
    byToken,

    /** Nobody guesses a session, and a browser may go on sending one that has ended, so failures are not limited. */
    async bySession(session: string): Promise<Identified> {
      const admin = isSessionSecret(session) ? await findAdminBySession(database, source.sha256(session), now()) : null;
      return admin === null ? { state: 'unknown' } : { state: 'known', admin };
    },

    async open(
      proof: { token: string } | { code: string },
      address: string,
      former: string | null,
    ): Promise<Opened | Refused> {
      if ('token' in proof) {
        const identified = await byToken(proof.token, address);
        if (identified.state !== 'known') return identified;
        return database
          .transaction()
          .execute((transaction) => openAs(transaction, identified.admin, { address, former }));
      }
      const hash = isCode(proof.code) ? source.sha256(proof.code) : null;
      const result = await limited({ address, beginning: 'code', hash }, (sha256) =>
        database.transaction().execute(async (transaction) => {
          const admin = await takeSignInCode(transaction, sha256, now());
          return admin === null ? null : openAs(transaction, admin, { address, former });
        }),
      );
      return 'found' in result ? result.found : result;
    },

    /** @param actor who signs out */
    async close(session: string, actor: Actor): Promise<void> {
      if (!isSessionSecret(session)) return;
      await changeAs({ open: { database }, actor }, async (transaction) => {
        if (!(await closeSession(transaction, source.sha256(session)))) return;
        const entry = { organisationId: null, resource: 'session', action: 'closed', subject: actor.adminId };
        await recordAudit(transaction, entry);
      });
    },
  };
}

/** The part of a token that finds its admin's failures, but opens nothing. */
const beginningOf = (token: string): string =>
  token.startsWith(adminTokenPrefix) ? token.slice(adminTokenPrefix.length, adminTokenPrefix.length + 12) : 'none';
