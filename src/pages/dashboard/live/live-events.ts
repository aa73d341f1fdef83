// Hears of what happens, by server-sent events. When the stream ends, this asks for it again after a pause and says which event it
// had last; when the session has ended, it says so at once.

import { signedOut } from '../call-control.ts';
import { sessionHeaders } from '../session/page-session.ts';
import { readEventStream } from './read-event-stream.ts';

const kinds = new Set(['published', 'withheld', 'recovered', 'access', 'key', 'days', 'failing']);

export type LiveEvents = { close(): void };

/** Milliseconds. What happens in one moment is heeded once. */
const [gatherTime, pauses] = [250, { ended: 3_000, refused: 10_000 }];
/** As many organisations as are told apart in one moment; more are all of them. */
const mostGathered = 100;

/** @param heed is told whose data changed; null when that is not known */
export function liveEvents(heed: (organisationId: string | null) => void, isLive: (live: boolean) => void): LiveEvents {
  const closing = new AbortController();
  let lastId: string | null = null;
  let [gathering, waiting]: (ReturnType<typeof setTimeout> | undefined)[] = [];
  let wasLost = false;
  const gathered = new Set<string | null>();
  const gather = (organisationId: string | null) => {
    gathered.add(organisationId);
    gathering ??= setTimeout(() => {
      gathering = undefined;
      const all = gathered.has(null) || gathered.size > mostGathered ? [null] : [...gathered];
      gathered.clear();
      for (const each of all) heed(each);
    }, gatherTime);
  };
  /** @returns milliseconds until it is asked for again */
  const listen = async (): Promise<number> => {
    const response = await fetch('/control/v1/events', {
      headers: { ...sessionHeaders(), ...(lastId === null ? {} : { 'Last-Event-ID': lastId }) },
      signal: closing.signal,
      cache: 'no-store',
      redirect: 'error',
    });
    if (response.status === 401) document.dispatchEvent(new Event(signedOut));
    if (!response.ok || response.body === null) return pauses.refused;
    isLive(true);
    if (wasLost) gather(null);
    wasLost = false;
    await readEventStream(response.body, ({ id, kind, data }) => {
      lastId = id ?? lastId;
      if (kinds.has(kind)) gather(organisationIn(data));
    });
    return pauses.ended;
  };
  const open = async () => {
    const pause = await listen().catch(() => pauses.ended);
    if (closing.signal.aborted) return;
    isLive(false);
    wasLost = true;
    waiting = setTimeout(() => void open(), pause);
  };
  void open();
  return {
    close() {
      closing.abort();
      clearTimeout(gathering);
      clearTimeout(waiting);
    },
  };
}

function organisationIn(data: unknown): string | null {
  try {
    const read: unknown = JSON.parse(String(data));
    const id = Object.entries(read ?? {}).find(([name]) => name === 'organisationId')?.[1];
    return typeof id === 'string' ? id : null;
  } catch {
    return null;
  }
}
