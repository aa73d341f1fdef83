// Asks the server for what a link shows. The request begins before the script of the page is there (ask-early.ts), and is then
// taken over from `globalThis`, which is all that two scripts share. The token is in a header only.

/** What was asked early; null once it was taken, or when the page began without it. */
type AskedEarly = { token: string; answer: Promise<Response>; abort: AbortController };
declare global {
  var belfryAsked: AskedEarly | null | undefined;
}

export const requestMy = (token: string, signal: AbortSignal): Promise<Response> =>
  fetch('/api/v1/my', {
    headers: { Authorization: `Bearer ${token}` },
    // The cache of the browser would keep the answer after it was refused.
    cache: 'no-store',
    credentials: 'omit',
    signal,
  });

/** The request that is under way for this link, once; otherwise a new one. */
export function takeRequest(token: string, signal: AbortSignal): Promise<Response> {
  const early = globalThis.belfryAsked;
  globalThis.belfryAsked = null;
  if (early?.token !== token) {
    early?.abort.abort();
    return requestMy(token, signal);
  }
  signal.addEventListener('abort', () => early.abort.abort(), { once: true });
  return early.answer;
}
