// The dashboard of `npm start`, in its process. Without it everything else goes on: whoever tries out Belfry may have another
// program on its port, or a role that may not administer.

import { randomBytes } from 'node:crypto';
import { createLocalSignIn } from '../../src/dashboard/create-local-sign-in.ts';
import { DatabaseUnreachableError, OperatorError, reasonOf } from '../../src/errors.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { editorOf } from './operator-of.ts';
import { type RunningDashboard, runDashboard } from './run-dashboard.ts';
import type { OpenPublisher } from './with-database.ts';

export type LocalDashboard = {
  /**
   * How to get to it, with a code that signs in once; or why there is none.
   * @throws DatabaseUnreachableError
   */
  invite(): Promise<string>;
  close(): Promise<void>;
};

/** @param adminUrl the server's, to ask when keys were last used */
export async function runLocalDashboard(
  open: OpenPublisher,
  { behindTlsProxy, adminUrl }: { behindTlsProxy: boolean; adminUrl: string },
): Promise<LocalDashboard> {
  let dashboard: RunningDashboard;
  try {
    dashboard = await runDashboard(open, { behindTlsProxy, servers: [adminUrl], isLazy: true });
  } catch (error) {
    if (!(error instanceof OperatorError)) throw error;
    return { invite: async () => `No dashboard runs: ${reasonOf(error)}.`, async close() {} };
  }
  return {
    async invite() {
      try {
        const code = await createLocalSignIn(editorOf(open), { randomBytes, sha256: sha256OfText }, Date.now());
        return `The dashboard; this address signs in once, within ten minutes:\n\n  ${dashboard.url}/#sign-in=${code}\n`;
      } catch (error) {
        if (!(error instanceof OperatorError) || error instanceof DatabaseUnreachableError) throw error;
        return `The dashboard is on ${dashboard.url}, and has no address that signs in: ${reasonOf(error)}.`;
      }
    },
    close: dashboard.close,
  };
}
