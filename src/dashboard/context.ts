// Everything that the routes of the dashboard are given. Nothing in this room opens, reads the clock or draws randomness by itself.

import type { Editor, Operator, SecretSource } from '../control/operator.ts';
import type { AllowedNetworks } from '../webhooks/judge-address.ts';
import type { SilentServer } from './gather-last-use.ts';
import type { JobQueue } from './jobs/create-job-queue.ts';
import type { createRepeatStore } from './limits/create-repeat-store.ts';
import type { createRequestTurns } from './limits/create-request-turns.ts';
import type { Slots } from './limits/create-slots.ts';
import type { Connections } from './limits/limit-connections.ts';
import type { RememberedCallers } from './limits/remember-callers.ts';
import type { Admin } from './permissions.ts';
import type { SessionHalves } from './sign-in/open-session.ts';

/** Who is asking, by token or by cookie. */
export type Caller = Admin & { by: 'token' | 'cookie' };

/** What became of a sign-in; `limited` after too many that failed, in seconds. */
export type Identified =
  | { state: 'known'; admin: Admin }
  | { state: 'unknown' }
  | { state: 'limited'; retryAfter: number };

/** A session that was opened: what the cookie holds and what the page keeps, and for how many seconds. */
type Opened = { state: 'opened'; admin: Admin; seconds: number } & SessionHalves;

/** Finds who is asking. The database is asked each time, so a token ends at once. */
type SignIn = {
  byToken(token: string, address: string): Promise<Identified>;
  /** @param session both halves joined */
  bySession(session: string): Promise<Identified>;
  /** @param former the session that the browser had, which ends */
  open(
    proof: { token: string } | { code: string },
    address: string,
    former: string | null,
  ): Promise<Opened | Exclude<Identified, { state: 'known' }>>;
  close(session: string, editor: Editor['actor']): Promise<void>;
};

export type Context = {
  tools: Omit<Operator, 'actor'>;
  signIn: SignIn;
  /** What is kept of requests with an Idempotency-Key. */
  repeats: Pick<ReturnType<typeof createRepeatStore>, 'begin' | 'end'>;
  secrets: SecretSource;
  /** What requests hold while they last: who listens, documents that are read or wait, and the bytes of these. */
  slots: Record<'listeners' | 'uploads' | 'uploadBytes', Slots>;
  /** Whose turn it is to be carried out, and to be identified. */
  turns: ReturnType<typeof createRequestTurns>;
  knownCallers: RememberedCallers;
  connections: Connections;
  /** The same as `tools` and `signIn` with connections of the database that nothing else uses, for what takes access away. */
  urgent: { tools: Omit<Operator, 'actor'>; signIn: Pick<SignIn, 'byToken' | 'bySession'> };
  /** Documents and imports; and builds and rollbacks, so that a document need not wait for these. */
  documents: JobQueue;
  publications: JobQueue;
  /** ISO 8601 to the minute; null when it is not known. */
  lastUsedAt(keyId: string): string | null;
  /** Servers that did not say when keys were last used. */
  silentServers(): readonly SilentServer[];
  /** Networks of webhooks that need not be public. */
  webhookAllow: AllowedNetworks;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  newId: () => string;
};
