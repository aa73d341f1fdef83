// Runs before everything else of the page: asks for what the link shows while the script of the page is still on its way, which
// takes half a second on a slow phone. It changes nothing: the page itself takes the token out of the address.

import { readKept } from './kept-entry.ts';
import { requestMy } from './request-my.ts';
import { tokenIn } from './token-in.ts';

const token = tokenIn(location.hash) ?? (location.hash === '' ? (readKept()?.token ?? null) : null);
if (token !== null) {
  const abort = new AbortController();
  const answer = requestMy(token, abort.signal);
  // The page reads the outcome; until then a failure is nobody's.
  answer.catch(() => {});
  globalThis.belfryAsked = { token, answer, abort };
}
