// Explains every failure to people who do not know status codes: what happened, and what to do.

import { RefusedError, TimetableError } from '../../../client/errors.ts';
import { loadLazyWords } from '../load-lazy-words.ts';
import { say } from '../say.ts';
import type { Words } from './refusal-words.ts';

type Failure = 'serverProblem' | 'tooSlow' | 'unreachable' | 'otherAnswer' | 'pageFault';

const wordsOf = (failure: Failure): Words => ({
  title: say(failure),
  advice: say(`${failure}Advice`),
  remedy: 'again',
});

/** The words of refusals are loaded when there is one: a server that refuses can be reached. */
async function loadRefusals(): Promise<typeof import('./refusal-words.ts')> {
  const [refusals] = await Promise.all([import('./refusal-words.ts'), loadLazyWords()]);
  return refusals;
}

export async function wordsForUnknownKey(): Promise<Words> {
  const refusals = await loadRefusals().catch(() => null);
  return refusals?.unknownKey() ?? wordsOf('unreachable');
}

export async function wordsFor(error: unknown): Promise<Words> {
  if (error instanceof RefusedError) {
    if (error.status >= 500) return serverProblem(error);
    const refusals = await loadRefusals().catch(() => null);
    return refusals === null ? wordsOf('unreachable') : (refusals.wordsForRefusal(error) ?? serverProblem(error));
  }
  if (!(error instanceof TimetableError)) return wordsOf('pageFault');
  if (error.kind === 'timeout') return wordsOf('tooSlow');
  return wordsOf(error.kind === 'no-answer' ? 'unreachable' : 'otherAnswer');
}

function serverProblem({ requestId }: RefusedError): Words {
  const words = wordsOf('serverProblem');
  if (requestId === null) return words;
  return { ...words, advice: `${words.advice} ${say('requestNumber', { id: requestId })}` };
}
