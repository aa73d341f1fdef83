// Checks that the admin ports in BELFRY_SERVERS answer, from where the dashboard asks them.

import { type Diagnosis, fine, wrong } from '../doctor/diagnosis.ts';
import { mapConcurrently } from '../map-concurrently.ts';
import { explainSilence, readLastUse } from './gather-last-use.ts';

/** Milliseconds for a server to answer, as when the dashboard asks, and how many are asked at a time. */
const [timeout, atOnce] = [2_000, 8];

/** @param servers the addresses of their admin ports; undefined when the setting is unset */
export async function checkServers(servers: readonly string[] | undefined, now: number): Promise<Diagnosis> {
  const check = 'servers';
  if (servers === undefined)
    return fine(check, 'BELFRY_SERVERS is unset: a dashboard does not know when keys were used');
  const answers = await mapConcurrently(servers, atOnce, async (server) => {
    try {
      return { server, keys: (await readLastUse(server, timeout, now)).size, reason: null };
    } catch (error) {
      return { server, keys: 0, reason: explainSilence(error, timeout) };
    }
  });
  const silent = answers.filter(({ reason }) => reason !== null);
  if (silent.length > 0)
    return wrong(
      check,
      silent.map(({ server, reason }) => `${server}: ${reason}`).join('; '),
      'Start these servers, or set BELFRY_SERVERS to the addresses of their admin ports (ADMIN_PORT), which answer on loopback only',
    );
  const keys = answers.reduce((sum, answer) => sum + answer.keys, 0);
  return fine(
    check,
    `${answers.length === 1 ? 'the one' : `all ${answers.length}`} of BELFRY_SERVERS answer${answers.length === 1 ? 's' : ''}, and know the last use of ${keys} keys`,
  );
}
