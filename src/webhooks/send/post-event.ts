// One attempt to deliver an event. The name is resolved here, the address that it means is judged, and that very address is connected
// to, so a name that means another one a moment later gains nothing. Every attempt has a connection of its own, which ends with it.

import { type LookupAddress, lookup as resolve } from 'node:dns';
import { request as requestHttp } from 'node:http';
import { type RequestOptions, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { release } from '../../release.ts';
import { type AllowedNetworks, judgeAddress, literalOf } from '../judge-address.ts';

/** Milliseconds for everything: resolving, connecting, sending, and the answer. The standard's least. */
const deadline = 15_000;
/** The most bytes of an answer that are read, and the most characters that are kept. */
const [mostRead, mostKept] = [64 * 1024, 1_000];

export type Posted = {
  milliseconds: number;
  status: number | null;
  retryAfter: string | null;
  /** The beginning of the body; null where no answer came. */
  answer: string | null;
  /** Why no answer came. */
  error: string | null;
};

/** As `dns.lookup` of node with `all`. */
export type Resolve = (name: string, done: (error: Error | null, addresses: readonly LookupAddress[]) => void) => void;

const systemResolve: Resolve = (name, done) =>
  resolve(name, { all: true }, (error, addresses) => done(error, addresses ?? []));

/** `allowed`: networks that need not be public. `signal` cuts it off. */
type PostOptions = { allowed: AllowedNetworks; resolve?: Resolve; signal?: AbortSignal | undefined };

/** Never throws: what went wrong is the outcome. */
export async function postEvent(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowed, resolve = systemResolve, signal }: PostOptions,
): Promise<Posted> {
  const began = performance.now();
  const nothing = { status: null, retryAfter: null, answer: null, error: null };
  const posted = await attempt(address, { headers, body }, { allowed, resolve, signal }).catch((error: unknown) => ({
    ...nothing,
    error: reasonIn(error),
  }));
  return { ...nothing, ...posted, milliseconds: Math.round(performance.now() - began) };
}

function attempt(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  { allowed, resolve, signal }: Omit<PostOptions, 'resolve'> & { resolve: Resolve },
): Promise<Partial<Posted>> {
  return new Promise((done, fail) => {
    const url = new URL(address);
    const isPlain = url.protocol === 'http:';
    const literal = literalOf(url);
    // The system asks no resolver for an address, so it is judged here.
    const problem = literal === null ? null : problemOfAddress(literal, isPlain, allowed);
    if (problem !== null) {
      fail(new Error(problem));
      return;
    }
    const options: RequestOptions = {
      method: 'POST',
      agent: false,
      signal,
      lookup: judgedLookup(resolve, isPlain, allowed),
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': Buffer.byteLength(body),
        'user-agent': `Belfry/${release}`,
        connection: 'close',
      },
    };
    const request = (isPlain ? requestHttp : requestHttps)(url, options);
    const timer = setTimeout(
      () => request.destroy(new Error(`it did not answer within ${deadline / 1000} s`)),
      deadline,
    );
    let hasAnswered = false;
    request.once('error', fail);
    // Also where neither an error nor an answer came, as when it wants to speak another protocol.
    request.once('close', () => {
      clearTimeout(timer);
      if (!hasAnswered) fail(new Error('it closed the connection without an answer'));
    });
    request.once('response', (response) => {
      hasAnswered = true;
      const { statusCode: status = null } = response;
      const { 'retry-after': retryAfter = null } = response.headers;
      const parts: Buffer[] = [];
      let read = 0;
      // The status has decided; of an answer that does not end, or that breaks off, its beginning is enough.
      const end = () => {
        done({ status, retryAfter, answer: storable(Buffer.concat(parts).toString('utf8')) });
        request.destroy();
      };
      response.on('data', (part: Buffer) => {
        if (read < mostRead) parts.push(part.subarray(0, mostRead - read));
        read += part.length;
        if (read >= mostRead) end();
      });
      response.once('end', end);
      response.once('close', end);
      response.on('error', end);
    });
    request.end(body);
  });
}

/** Gives the connection only addresses that may be reached. */
const judgedLookup =
  (resolve: Resolve, isPlain: boolean, allowed: AllowedNetworks): LookupFunction =>
  (name, { all }, done) =>
    resolve(name, (error, addresses) => {
      const [first] = addresses;
      if (error !== null || first === undefined) return done(error ?? new Error(`${name} has no address`), '');
      // A name with one good and one bad address is refused: there is no honest reason for one.
      for (const { address } of addresses) {
        const problem = problemOfAddress(address, isPlain, allowed);
        if (problem !== null) return done(new Error(problem), '');
      }
      return all === true ? done(null, [...addresses]) : done(null, first.address, first.family);
    });

/** Without the address: the manager who made the webhook must not learn how names resolve inside. */
function problemOfAddress(address: string, isPlain: boolean, allowed: AllowedNetworks): string | null {
  const verdict = judgeAddress(address, allowed);
  if (verdict === 'refused')
    return 'it is at an address that is not public, and the operator has not allowed its network (BELFRY_WEBHOOK_ALLOW)';
  return verdict === 'public' && isPlain ? 'http is allowed only in networks of BELFRY_WEBHOOK_ALLOW' : null;
}

/** The beginning of a text as PostgreSQL stores it in JSON: without NUL, and without half of a pair. */
const storable = (text: string): string =>
  text
    .slice(0, mostKept)
    .replaceAll('\0', '\u{fffd}')
    .replaceAll(/\p{Cs}/gu, '\u{fffd}');

/** What the system says of a connection has the address, which is nobody's business; several addresses have an error each. */
function reasonIn(error: unknown): string {
  if (error instanceof AggregateError) return storable([...new Set(error.errors.map(reasonIn))].join('; '));
  const [code, call] = [Reflect.get(Object(error), 'code'), Reflect.get(Object(error), 'syscall')];
  if (typeof code === 'string' && typeof call === 'string') return `${call} ${code}`;
  return storable((error instanceof Error ? error.message : '') || String(code ?? error));
}
