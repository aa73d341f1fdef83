// What the request path takes and what it gives, whatever the runtime.

import type { OrganisationId } from '../access/ids.ts';
import type { Stamp } from '../snapshot/stamp-response.ts';
import type { Credential } from './find-caller.ts';
import type { Preconditions } from './http/preconditions.ts';
import type { MaybePromise, SnapshotReader } from './snapshot-reader.ts';

/** The parts of a request that decide its answer. */
export type ApiRequest = Preconditions & {
  method: string;
  authorization: string | undefined;
  acceptEncoding: string | undefined;
};

/** What the adapter supplies. `now` is the clock, in milliseconds since 1970. */
export type RequestContext<Body = Uint8Array> = {
  /** Opened after the request arrived, so that what it reads is no older than the request. */
  reader: SnapshotReader<Body>;
  readCredential: (authorization: string | undefined) => MaybePromise<Credential>;
  /** In lower-case hexadecimal, of a text in UTF-8. */
  sha256: (text: string) => MaybePromise<string>;
  now: () => number;
  /** Refuse requests when no publisher has written a heartbeat for this many milliseconds; absent for never. */
  refuseAfter?: number | undefined;
  /** Called for each request whose key is accepted, with the time of the request. */
  noteUse?: ((keyId: string, at: number) => void) | undefined;
};

export type Answer<Body = Uint8Array> = {
  status: number;
  headers: Readonly<Record<string, string>>;
  /** A file, or the bytes of a refusal; null for 304 and 204. A HEAD has the headers of its GET. */
  body: Body | Uint8Array | null;
  /** The timestamp to write into the body, whose bytes are shared with other answers; null for a body to send unchanged. */
  stamp: Stamp | null;
  /** For logs and metrics. */
  organisationId: OrganisationId | null;
};
