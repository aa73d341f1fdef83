// Sends requests to an S3-compatible bucket, on a server and at the edge of a CDN alike. Requests are signed (AWS Signature
// Version 4), sent with the runtime's `fetch`, and retried on transient failures. A truncated body is a failure.

import { AwsV4Signer } from 'aws4fetch';
import { reasonOf } from '../../errors.ts';
import { parseHttpDate } from '../../http-date.ts';
import { digestSha256 } from '../digest-sha256.ts';
import { isTransientStatus, type RetryLimits, retry } from './retry.ts';

/** How many attempts a request has, and its time limits in milliseconds for a record and for a file. */
export type Timeouts = {
  attempts: number;
  record: Omit<RetryLimits, 'attempts'>;
  file: Omit<RetryLimits, 'attempts'>;
};

/**
 * An attempt at a record must end before the 5 seconds for which a publisher's lease on access may be idle. A file may be
 * large.
 */
export const publisherTimeouts: Timeouts = {
  attempts: 8,
  record: { each: 3_000, deadline: 12_000 },
  file: { each: 20_000, deadline: 80_000 },
};

/** Shorter, since a caller is waiting and an early error is better than a late one. */
export const serverTimeouts: Timeouts = {
  attempts: 8,
  record: { each: 2_000, deadline: 6_000 },
  file: { each: 5_000, deadline: 12_000 },
};

/** The URL of a bucket, and its credentials. */
export type BucketConnection = {
  /** The path-style URL, `https://host/bucket`, which every S3-compatible server accepts. */
  url: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  /** Only for temporary credentials. */
  sessionToken?: string | undefined;
};

export type BucketRequest = {
  method: 'GET' | 'PUT' | 'POST' | 'DELETE';
  /** The whole key of an object; none for the bucket itself. */
  key?: string;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Uint8Array | undefined;
  /** Which time limits apply. */
  time: keyof Omit<Timeouts, 'attempts'>;
  /** The most bytes that a body of the object may have; by default any number. */
  mostBytes?: number;
  /** Whether a failure is worth a retry; `isTransient` by default. */
  isRetryable?: (error: unknown) => boolean;
};

/** A response with status 2xx or 304, with the complete body as stored. */
type BucketAnswer = { status: number; headers: Headers; bytes: Uint8Array<ArrayBuffer> };

/** @throws BucketError for any other status; the error of `fetch` for a missing or truncated response */
export type BucketClient = (request: BucketRequest) => Promise<BucketAnswer>;

/** The bucket answered with an error. */
export class BucketError extends Error {
  override readonly name = 'BucketError';
  readonly status: number;
  /** The server's error code, such as `NoSuchBucket`; empty when it sends none. */
  readonly code: string;

  constructor(status: number, code: string, message: string) {
    super(`the bucket answered ${[status, code].filter(Boolean).join(' ')}${message === '' ? '' : `: ${message}`}`);
    this.status = status;
    this.code = code;
  }
}

/** The status of a bucket's error response; undefined for any other error. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof BucketError ? error.status : undefined;

/**
 * Whether the bucket itself says that it has no such object. A 404 proves nothing else: a load balancer between two versions
 * of a service answers with a page of its own, and a bucket that is missing has another code. AWS, R2, Google Cloud Storage,
 * MinIO and Ceph all send this code to a GET (https://docs.aws.amazon.com/AmazonS3/latest/API/ErrorResponses.html).
 */
export const isAbsence = (error: unknown): boolean =>
  error instanceof BucketError && error.status === 404 && error.code === 'NoSuchKey';

/**
 * Whether the same request may succeed when retried: there was no complete response, the server is busy, or something else
 * than the bucket answered 404.
 */
export const isTransient = (error: unknown): boolean =>
  !(error instanceof BucketError) ||
  isTransientStatus(error.status) ||
  (error.status === 404 && error.code === '') ||
  // The request did not arrive in time, or its clock skew has just been corrected.
  error.code === 'RequestTimeout' ||
  error.code === 'RequestTimeTooSkewed';

export function bucketClient(connection: BucketConnection, timeouts: Timeouts): BucketClient {
  const { url: bucketUrl, region, accessKeyId, secretAccessKey, sessionToken } = connection;
  /** The derived signing key, which changes daily. */
  const cache = new Map<string, ArrayBuffer>();
  /** How many milliseconds the server's clock is ahead, learnt from a refused signature. */
  let clockSkew = 0;

  async function send({ method, key, query = {}, headers = {}, body, mostBytes }: BucketRequest, signal: AbortSignal) {
    const keyPath = key === undefined ? '' : `/${key.split('/').map(encodeURIComponent).join('/')}`;
    const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const pathAndQuery = search.length === 0 ? keyPath : `${keyPath}?${search.join('&')}`;
    const payload = body && new Uint8Array(body);
    const signed = await new AwsV4Signer({
      method,
      url: `${bucketUrl}${pathAndQuery}`,
      service: 's3',
      region,
      cache,
      accessKeyId,
      secretAccessKey,
      ...(sessionToken === undefined ? {} : { sessionToken }),
      headers: { ...headers, ...(payload && { 'X-Amz-Content-Sha256': await digestSha256(payload) }) },
      datetime: new Date(Date.now() + clockSkew).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    }).sign();
    // The hash is that of the stored bytes, so nothing may compress them in transit. Unsigned, since a proxy may change it.
    signed.headers.set('Accept-Encoding', 'identity');
    const init = { method, headers: signed.headers, redirect: 'manual', signal } as const;
    const response = await fetch(signed.url, payload ? { ...init, body: payload } : init).catch((cause: unknown) => {
      throw new Error(`${new URL(bucketUrl).origin} cannot be reached: ${reasonOf(cause)}`, { cause });
    });
    // Always read to the end, since an unread body keeps the connection busy.
    const bytes = wholeBody(response, await readBody(response, mostBytes));
    if (response.ok || response.status === 304) return { status: response.status, headers: response.headers, bytes };
    const error = bucketError(response.status, bytes);
    if (error.code === 'RequestTimeTooSkewed')
      clockSkew = (parseHttpDate(response.headers.get('Date') ?? '', Date.now()) ?? Date.now()) - Date.now();
    throw error;
  }

  return (request) =>
    retry(
      { attempts: timeouts.attempts, ...timeouts[request.time] },
      (signal) => send(request, signal),
      request.isRetryable ?? isTransient,
    );
}

/** @throws BucketError when there is more than is wanted, which is not read, and not asked for again */
async function readBody(response: Response, mostBytes = Number.POSITIVE_INFINITY): Promise<ArrayBuffer> {
  if (!response.ok || mostBytes === Number.POSITIVE_INFINITY || response.body === null) return response.arrayBuffer();
  const reader = response.body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    length += read.value.length;
    if (length <= mostBytes) continue;
    await reader.cancel();
    throw new BucketError(response.status, '', `more than the ${mostBytes} bytes that were asked for`);
  }
  const body = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    body.set(chunk, at);
    at += chunk.length;
  }
  return body.buffer;
}

/** @throws Error for a truncated body, which not every runtime notices */
function wholeBody({ status, headers }: Response, body: ArrayBuffer): Uint8Array<ArrayBuffer> {
  const length = headers.get('Content-Length');
  // The length of a body that was compressed in transit cannot be compared with the header.
  const isComparable =
    status !== 304 && length !== null && (headers.get('Content-Encoding') ?? 'identity') === 'identity';
  if (isComparable && body.byteLength !== Number(length))
    throw new Error(`${body.byteLength} of ${length} bytes arrived`);
  return new Uint8Array(body);
}

/** The code and the message are those of S3's error document; any other body has none. */
function bucketError(status: number, body: Uint8Array): BucketError {
  const text = new TextDecoder().decode(body);
  const document = /^\s*(?:<\?xml[^>]*>\s*)?<Error(?:\s[^>]*)?>(.*)<\/Error>\s*$/s.exec(text)?.[1] ?? '';
  const part = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(document)?.[1] ?? '';
  return new BucketError(status, part('Code'), part('Message'));
}
