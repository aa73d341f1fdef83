// Tells everybody who listens what has happened. The database is asked once for all of them, and only while somebody listens. The
// last events are kept, so that a listener who was cut off goes on where it was.

import type { Admin } from '../permissions.ts';
import { maySee } from '../permissions.ts';

/** What the hub is told; `admin` is for the hub alone. */
export type Happened = {
  kind: string;
  organisationId: string | null;
  details: Readonly<Record<string, string | number | null>>;
};

type Listener = {
  admin: Admin;
  send(text: string): void;
  /** Whether its token still counts. */
  isValid(): Promise<boolean>;
  end(): void;
};

export type EventHub = {
  /** @param lastId of the last event that it got; @returns ends it; null when the hub is closed */
  listen(listener: Listener, lastId: string | null): (() => void) | null;
  /** Ends who listens with a token or a session that counts no more. */
  recheck(): Promise<void>;
  close(): void;
};

type Event = { id: string; organisationId: string | null; text: string };

type Options = {
  read: () => Promise<readonly Happened[]>;
  /** Milliseconds since 1970. */
  now: () => number;
  /** Of an event. It tells nothing of how many there are, since those of other schools are among them. */
  newId: () => string;
  onFailure: (what: string, reason: string) => void;
  /** Milliseconds between two questions, and between two signs of life. */
  interval?: number;
  heartbeat?: number;
};

/** How many events are kept. */
const maxEvents = 1000;

/** Milliseconds between two questions at most. */
const longestPause = 10_000;

export function createEventHub({
  read,
  now,
  newId,
  onFailure,
  interval = 1_000,
  heartbeat = 15_000,
}: Options): EventHub {
  const listeners = new Set<Listener>();
  let events: Event[] = [];
  let timer: NodeJS.Timeout | null = null;
  let lastSign = performance.now();
  let isClosed = false;

  function add({ kind, organisationId, details }: Happened): void {
    const data = JSON.stringify({ organisationId, at: new Date(now()).toISOString(), ...details });
    const id = newId();
    const event = { id, organisationId, text: `id: ${id}\nevent: ${kind}\ndata: ${data}\n\n` };
    events = [...events.slice(1 - maxEvents), event];
    for (const listener of listeners) if (maySee(listener.admin, organisationId)) listener.send(event.text);
  }

  /** Ending a listener and forgetting it are one act, so that nobody who has ended is sent anything. */
  function end(listener: Listener): void {
    if (listeners.delete(listener)) listener.end();
  }

  async function dropInvalid(): Promise<void> {
    for (const listener of [...listeners]) {
      const isValid = await listener.isValid().catch(() => true); // the database is away; the next sign asks again
      if (!isValid) end(listener);
    }
  }

  async function poll(): Promise<void> {
    const began = performance.now();
    try {
      const happened = await read();
      // A token that ends, ends what listens with it.
      if (happened.some(({ kind }) => kind === 'admin')) await dropInvalid();
      for (const each of happened) if (each.kind !== 'admin') add(each);
    } catch (error) {
      onFailure('events', error instanceof Error ? error.message : String(error));
    }
    if (performance.now() - lastSign >= heartbeat) {
      lastSign = performance.now();
      await dropInvalid();
      for (const listener of listeners) listener.send(': alive\n\n');
    }
    // However many organisations there are, asking takes a small part of the time; and nobody waits long because one answer was slow.
    schedule(Math.max(interval, Math.min((performance.now() - began) * 20, longestPause)));
  }

  function schedule(pause: number): void {
    timer = isClosed || listeners.size === 0 ? null : setTimeout(() => void poll(), pause);
    timer?.unref();
  }

  return {
    listen(listener, lastId) {
      if (isClosed) return null;
      listener.send('retry: 3000\n: connected\n\n');
      if (lastId !== null) {
        // Of a dashboard before this one, or one that is no longer kept: all that are kept.
        const after = events.findIndex(
          ({ id, organisationId }) => id === lastId && maySee(listener.admin, organisationId),
        );
        for (const event of events.slice(after + 1))
          if (maySee(listener.admin, event.organisationId)) listener.send(event.text);
      }
      listeners.add(listener);
      if (timer === null) schedule(0);
      return () => end(listener);
    },
    recheck: dropInvalid,
    close() {
      isClosed = true;
      if (timer !== null) clearTimeout(timer);
      for (const listener of [...listeners]) end(listener);
    },
  };
}
