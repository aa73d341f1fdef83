// Requests to an S3-compatible bucket, the same on a server and at the edge of a CDN: signed (AWS Signature Version 4),
// sent by the runtime's own `fetch`, tried again while that may help, and believed only when the whole body has come.

import { AwsV4Signer } from 'aws4fetch';
import { digestSha256 } from './digest-sha256.ts';
import { isPassingStatus, type RetryLimits, retry } from './retry.ts';

/** How often a request is tried, and how many milliseconds it has: for a record or for a file. */
export type Timeouts = {
  attempts: number;
  record: Omit<RetryLimits, 'attempts'>;
  file: Omit<RetryLimits, 'attempts'>;
};

/**
 * An attempt at a record is given less time than the 5 seconds for which a publisher's lease on access may be idle. A
 * file may be large, and is answered only when it has arrived.
 */
export const publisherTimeouts: Timeouts = {
  attempts: 8,
  record: { each: 3_000, deadline: 12_000 },
  file: { each: 20_000, deadline: 80_000 },
};

/** A caller waits for the answer, and would rather be told soon that there is none. */
export const serverTimeouts: Timeouts = {
  attempts: 8,
  record: { each: 2_000, deadline: 6_000 },
  file: { each: 5_000, deadline: 12_000 },
};

/** Where a bucket is and how to sign for it. */
export type BucketConnection = {
  /** The bucket with its name in the path, `https://host/bucket`: every S3-compatible server takes it so. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Goes with credentials that expire. */
  sessionToken?: string | undefined;
};

export type BucketRequest = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The whole key of an object; none for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Which of the time limits it has. */
  time: keyof Omit<Timeouts, 'attempts'>;
  /** Whether it may succeed when it is sent again as it is, if `isPassing` is not the word on that. */
  mayPass?: (error: unknown) => boolean;
};

/** An answer with status 2xx, or 304. The body is as it is stored, and whole. */
export type BucketAnswer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> };

/** @throws BucketError for any other status; what `fetch` throws where there is no answer, or half of one */
export type BucketClient = (request: BucketRequest) => Promise<BucketAnswer>;

/** The bucket has answered, but not as asked. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly status: number;
  /** The server's word for what is wrong, such as `NoSuchBucket`; empty where it gives none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`the bucket answered ${[status, code].filter(Boolean).join(' ')}${message === '' ? '' : `: ${message}`}`);
    this.status = status;
    this.code = code;
  }
}

/** The status that a bucket has answered, if it has. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof BucketError ? error.status : undefined;

/** Whether a request may succeed when it is sent again as it is: it had no answer, or half of one, or that of a busy server. */
export const isPassing = (error: unknown): boolean =>
  !(error instanceof BucketError) ||
  isPassingStatus(error.status) ||
  // The server has waited for the request in vain; or the clock has just been set by the server's.
  error.code === 'RequestTimeout' ||
  error.code === 'RequestTimeTooSkewed';

export function bucketClient(connection: BucketConnection, timeouts: Timeouts): BucketClient {
  const { url: bucketUrl, region, accessKeyId, secretAccessKey, sessionToken } = connection;
  /** The derived signing key of the day. */
  const cache = new Map<string, ArrayBuffer>();
  /** How many milliseconds the server's clock is ahead, where signatures were refused for it. */
  let ahead = 0;

  async function send({ method, key, query = {}, headers = {}, body }: BucketRequest, signal: AbortSignal) {
    const place = key === undefined ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`;
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const asked = search.length === 0 ? place : `${place}?${search.join('&')}`;
    const sent = body && new Uint8Array(body);
    const signed = await new AwsV4Signer({
      ...{ method, url: `${bucketUrl}${asked}`, service: 's3', region, cache },
      ...{ accessKeyId, secretAccessKey, ...(sessionToken === undefined ? {} : { sessionToken }) },
      headers: { ...headers, ...(sent && { 'X-Amz-Content-Sha256': await digestSha256(sent) }) },
      datetime: new Date(Date.now() + ahead).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    // Only what is stored is proven by its hash. Not signed, since what stands between may have words of its own.
    signed.headers.set('Accept-Encoding', 'identity');
    const init = { method, headers: signed.headers, redirect: 'manual', signal } as const;
    const response = await fetch(signed.url, sent ? { ...init, body: sent } : init);
    // Read to its end whatever it is, since a connection with an unread body stays taken.
    const bytes = wholeBody(response, await response.arrayBuffer());
    if (response.ok || response.status === 304) return { status: response.status, headers: response.headers, bytes };
    const error = bucketError(response.status, bytes);
    if (error.code === 'RequestTimeTooSkewed') ahead = Date.parse(response.headers.get('Date') ?? '') - Date.now() || 0;
    throw error;
  }

  return (request) =>
    retry(
      { attempts: timeouts.attempts, ...timeouts[request.time] },
      (signal) => send(request, signal),
      request.mayPass ?? isPassing,
    );
}

/** @throws Error for a part of what was sent, which not every runtime notices by itself */
function wholeBody({ status, headers }: Response, body: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = headers.get('Content-Length');
  // What was encoded on the way has another length than the runtime hands on.
  const isComparable =
    status !== 304 && length !== null && (headers.get('Content-Encoding') ?? 'identity') === 'identity';
  if (isComparable && body.byteLength !== Number(length))
    throw new Error(`${body.byteLength} of ${length} bytes have arrived`);
  return new Uint8Array(body);
}

function bucketError(status: number, body: Uint8Array): BucketError {
  const text = new TextDecoder().decode(body);
  const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';
  return new BucketError(status, part('Code'), part('Message'));
}
