// Writes the state of the source to the store as this publisher's heartbeat.

import { maxNamed } from '../../snapshot/attention.ts';
import { type Heartbeat, writeHeartbeat } from '../../snapshot/heartbeat.ts';
import type { Port } from '../port.ts';
import type { Publisher } from '../publisher.ts';

/** What this publisher has built since it started. */
export type Totals = Pick<Heartbeat, 'builds' | 'buildSeconds' | 'generation'>;

/**
 * @param watcher the id of the watcher; null for a single build
 * @param readState by default read anew
 */
export async function sendHeartbeat(
  { store, now, port }: Pick<Publisher, 'store' | 'now' | 'port'>,
  totals: Totals,
  watcher: string | null,
  readState: Port['readState'] = port.readState,
): Promise<void> {
  const state = await readState(maxNamed);
  await writeHeartbeat(store, { at: now(), watching: watcher !== null, ...state, ...totals }, watcher);
}
