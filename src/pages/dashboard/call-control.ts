// Calls the control API with both halves of the session. A refusal is a value with the API's own words (RFC 9457); so is an answer that
// never came, whose status is 0.

import type { BodyOf, Operation, Reading, TakenBy } from './answers.ts';
import type { methods } from './control.generated.ts';
import { sessionHeaders } from './session/page-session.ts';

/** `code` and `values` where a check found it. */
type ProblemItem = { path: string; message: string; code?: string; values?: Record<string, string | number> };
export type Problem = {
  status: number;
  title: string | null;
  detail: string | null;
  errors: ProblemItem[];
  /** Lesson units with a time, where publishing would end a version that has many for one that has next to none. */
  nearlyEmpty?: { placed: number; placedBefore: number };
};

export type Answer<Body> =
  | { outcome: 'done'; status: number; body: Body; etag: string | null; location: string | null }
  | { outcome: 'refused'; problem: Problem };

type Call = {
  /** The ETag of what is changed, so that nobody else's change is lost. */
  ifMatch?: string | null;
  /** Whether what is stored must not exist yet. */
  isNew?: boolean;
  /** The same for a request that is sent again, so that it has an effect once. */
  idempotencyKey?: string;
  /** How long the server may wait for the result, in seconds. */
  wait?: number;
  signal?: AbortSignal;
};

type ChangeBy<Name extends Operation> = Call & {
  method: methods[Name];
  /** Sent as JSON, whose fields the description has; a form or a file is sent as it is. The API checks what people typed. */
  body?: { [Field in keyof TakenBy<Name>]?: unknown } | FormData | Blob | null;
};

/** The event of the document when the session has ended. */
export const signedOut = 'belfry-signed-out';

/** Milliseconds. A file of 64 MB on a slow line takes minutes; the server has deadlines of its own. */
const [patience, uploadPatience] = [60_000, 600_000];
/** How many of a body's problems are kept. */
const mostItems = 1000;

/** Reads an answer. @param path of the operation, below /control/v1 or whole */
export const readControl = <Name extends Reading>(path: string, call?: Call): Promise<Answer<BodyOf<Name>>> =>
  ask(addressOf(path), 'GET', call);

/** Changes something. @param path of the operation, below /control/v1 */
export const callControl = <Name extends Operation = never>(
  path: string,
  { method, ...call }: ChangeBy<Name>,
): Promise<Answer<BodyOf<Name>>> => ask(addressOf(path), method, call);

/** Opens and ends the session of this page, which is no part of the control API. */
export const callSession = (method: 'POST' | 'DELETE', body?: object): Promise<Answer<{ session: string }>> =>
  ask('/session', method, { body });

const addressOf = (path: string) => (path.startsWith('/control/') ? path : `/control/v1${path}`);

async function ask<Body>(path: string, method: string, call: Call & { body?: unknown } = {}): Promise<Answer<Body>> {
  const { body, ifMatch, isNew = false, idempotencyKey, wait, signal } = call;
  const isUpload = body instanceof FormData || body instanceof Blob;
  const headers = new Headers({ Accept: 'application/json, application/problem+json', ...sessionHeaders() });
  if (body !== undefined && !(body instanceof FormData)) headers.set('Content-Type', 'application/json');
  if (ifMatch) headers.set('If-Match', ifMatch);
  if (isNew) headers.set('If-None-Match', '*');
  if (idempotencyKey !== undefined) headers.set('Idempotency-Key', idempotencyKey);
  if (wait !== undefined) headers.set('Prefer', `wait=${wait}`);
  const deadline = AbortSignal.timeout(isUpload ? uploadPatience : patience);
  try {
    const response = await fetch(path, {
      method,
      headers,
      body: isUpload ? body : body === undefined ? null : JSON.stringify(body),
      signal: signal === undefined ? deadline : AbortSignal.any([signal, deadline]),
      cache: 'no-store',
      redirect: 'error',
    });
    const text = await response.text();
    const read: unknown = text === '' ? null : JSON.parse(text);
    if (response.status === 401 && path !== '/session') document.dispatchEvent(new Event(signedOut));
    if (!response.ok) return { outcome: 'refused', problem: readProblem(response.status, read) };
    return {
      outcome: 'done',
      status: response.status,
      body: read as Body, // the server of this page answers as its description says, and tests compare the two
      etag: response.headers.get('etag'),
      location: response.headers.get('location'),
    };
  } catch {
    return { outcome: 'refused', problem: { status: 0, title: null, detail: null, errors: [] } };
  }
}

function readProblem(status: number, read: unknown): Problem {
  const errors = fieldOf(read, 'errors');
  const emptied = fieldOf(read, 'nearlyEmpty');
  const numberIn = (name: string) => Number(fieldOf(emptied, name) ?? 0);
  return {
    ...(emptied !== undefined && {
      nearlyEmpty: { placed: numberIn('placed'), placedBefore: numberIn('placedBefore') },
    }),
    status,
    title: textOf(read, 'title'),
    detail: textOf(read, 'detail'),
    errors: (Array.isArray(errors) ? errors : []).slice(0, mostItems).map(readItem),
  };
}

function readItem(item: unknown): ProblemItem {
  const code = textOf(item, 'code');
  const values = Object.entries(fieldOf(item, 'values') ?? {}).filter(
    (value): value is [string, string | number] => typeof value[1] === 'string' || typeof value[1] === 'number',
  );
  return {
    path: textOf(item, 'path') ?? '',
    message: textOf(item, 'message') ?? '',
    ...(code !== null && { code, values: Object.fromEntries(values) }),
  };
}

const fieldOf = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? Object.entries(value).find(([key]) => key === name)?.[1] : undefined;

const textOf = (value: unknown, name: string): string | null => {
  const field = fieldOf(value, name);
  return typeof field === 'string' ? field : null;
};

/** Random, and made here, since `crypto.randomUUID` is missing where a page came by plain HTTP. */
export const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
