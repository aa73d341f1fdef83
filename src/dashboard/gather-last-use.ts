// Gathers from the admin ports of all servers when keys were last used, each minute. Servers write nothing, so this is only in
// memory: after a restart the dashboard knows what the servers that run still know.

import { reasonOf } from '../errors.ts';
import { type LastUse, millisecondsOfMinute, newestUse } from '../health/remember-last-use.ts';
import { readAnswerBounded } from './limits/read-answer-bounded.ts';

/** A server that does not answer, and why. */
export type SilentServer = { server: string; reason: string };

export type GatheredUse = {
  /** When a key was last used, to the minute; null when no server has seen it. */
  lastUsedAt(keyId: string): string | null;
  /** The servers that did not answer the last time, in the order of the setting. */
  silentServers(): SilentServer[];
  /** Ends the gathering. */
  stop(): void;
};

type GatherOptions = {
  /** The addresses of their admin ports, such as http://127.0.0.1:8081. */
  servers: readonly string[];
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  /** Milliseconds between two rounds, and for a server to answer. */
  interval?: number;
  timeout?: number;
};

/** How many servers may be set, how many keys are remembered of all of them, and how many bytes one may send. */
const mostServers = 100;
const mostKeys = 200_000;
const mostBytes = 8 * 1024 * 1024;

/** Gathers from now on. The first round is under way when it returns. */
export function gatherLastUse({ servers, now, interval = 60_000, timeout = 2_000 }: GatherOptions): GatheredUse {
  let uses: LastUse = new Map();
  let silent: SilentServer[] = [];
  let isGathering = false;

  async function gather(): Promise<void> {
    if (isGathering || servers.length === 0) return;
    isGathering = true;
    const failed: SilentServer[] = [];
    // One after the other is soon enough, and keeps one answer in memory.
    for (const server of servers.slice(0, mostServers)) {
      try {
        uses = newestUse([uses, await readLastUse(server, timeout, now())], mostKeys);
      } catch (error) {
        failed.push({ server, reason: explainSilence(error, timeout) });
      }
    }
    silent = failed;
    isGathering = false;
  }

  const rounds = setInterval(() => void gather(), interval);
  rounds.unref();
  void gather();
  return {
    lastUsedAt(keyId) {
      const minute = uses.get(keyId);
      return minute === undefined ? null : new Date(minute * millisecondsOfMinute).toISOString();
    },
    silentServers: () => silent,
    stop: () => clearInterval(rounds),
  };
}

/**
 * @param now a later moment counts as this one: the newest wins, and a clock that is ahead would win for ever
 * @throws when the server does not answer in time, or not as the admin port does
 */
export async function readLastUse(server: string, timeout: number, now: number): Promise<LastUse> {
  const address = `${server.replace(/\/$/, '')}/last-used`;
  const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeout) });
  if (answer.status !== 200) {
    await answer.body?.cancel();
    throw new Error(`it answers ${answer.status}`);
  }
  const body: unknown = JSON.parse((await readAnswerBounded(answer, mostBytes)).toString());
  const keys: unknown = typeof body === 'object' && body !== null && 'keys' in body ? body.keys : null;
  if (typeof keys !== 'object' || keys === null || Array.isArray(keys)) throw new Error('its answer has no keys');
  const uses = new Map<string, number>();
  for (const [keyId, moment] of Object.entries(keys)) {
    const at = typeof moment === 'string' ? Date.parse(moment) : Number.NaN;
    if (!Number.isFinite(at) || !/^[\w-]{1,64}$/.test(keyId)) throw new Error('its answer is not one of an admin port');
    uses.set(keyId, Math.floor(Math.min(at, now) / millisecondsOfMinute));
  }
  return uses;
}

/** Why a server gave no answer, in a sentence for people. */
export function explainSilence(error: unknown, timeout: number): string {
  if (error instanceof Error && error.name === 'TimeoutError') return `no answer within ${timeout / 1000} s`;
  if (error instanceof SyntaxError) return 'its answer is not JSON';
  return reasonOf(error);
}
