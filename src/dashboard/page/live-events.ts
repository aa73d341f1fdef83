// Hears of what happens, by server-sent events. The browser connects again by itself and says which event it had last; where the
// server ended the connection for good, this does so after a pause.

const kinds = ['published', 'withheld', 'recovered', 'access', 'key', 'failing'] as const;

export type LiveEvents = { close(): void };

/** Milliseconds. What happens in one moment is heeded once. */
const [gatherTime, pause] = [250, 10_000];
/** As many organisations as are told apart in one moment; more are all of them. */
const mostGathered = 100;

/** @param heed is told whose data changed; null when that is not known */
export function liveEvents(heed: (organisationId: string | null) => void, isLive: (live: boolean) => void): LiveEvents {
  let source: EventSource | null = null;
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
  const open = () => {
    source = new EventSource('/control/v1/events');
    source.addEventListener('open', () => {
      isLive(true);
      if (wasLost) gather(null);
      wasLost = false;
    });
    source.addEventListener('error', () => {
      isLive(false);
      wasLost = true;
      if (source?.readyState !== EventSource.CLOSED) return;
      waiting = setTimeout(open, pause);
    });
    for (const kind of kinds) source.addEventListener(kind, ({ data }) => gather(organisationIn(data)));
  };
  open();
  return {
    close() {
      source?.close();
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
