// Answers only requests whose Host is one of the dashboard's names. A page elsewhere whose name leads to this address (DNS rebinding)
// would otherwise be of the dashboard's own origin for a browser.

import type { FastifyInstance } from 'fastify';
import { refuseCall } from '../answers/refuse-call.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** @param names besides those of loopback, without a port */
export function refuseOtherHosts(app: FastifyInstance, names: readonly string[]): void {
  const own = new Set(names.map((name) => name.toLowerCase()));
  app.addHook('onRequest', async ({ headers: { host = '' } }) => {
    const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
    if (loopback.test(name) || own.has(name)) return;
    throw refuseCall({
      problem: 'misdirected',
      detail: 'The Host of this request is no name of the dashboard; DASHBOARD_NAMES says which names are.',
    });
  });
}
