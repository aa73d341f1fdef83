// Explains every refusal of the API and every network failure to people who do not know status codes: what happened,
// and what to do.

import { AccessEndedError, RefusedError, TimetableError } from '../client/errors.ts';
import { say } from './say.ts';

export type Words = {
  title: string;
  advice: string;
  /** The remedy: another key, a retry, or another version. */
  remedy: 'key' | 'again' | 'versions';
};

type Key =
  | 'trialEnded'
  | 'planEnded'
  | 'paymentFailed'
  | 'suspended'
  | 'keyUnknown'
  | 'keyNeeded'
  | 'keyExpired'
  | 'apiOff';

const ended: Record<string, Key> = {
  trial_ended: 'trialEnded',
  plan_ended: 'planEnded',
  payment_failed: 'paymentFailed',
  suspended: 'suspended',
};

/** Keyed by the messages of the specification's 401 table, which all have the same code. */
const keyProblems: Record<string, Key> = {
  'Authentication required': 'keyNeeded',
  'Invalid or inactive API key': 'keyUnknown',
  'API key has expired': 'keyExpired',
  'API access is not enabled for this organisation. Contact support to request it.': 'apiOff',
};

const wordsOf = (key: Key | Failure, remedy: Words['remedy']): Words => ({
  title: say(key),
  advice: say(`${key}Advice`),
  remedy,
});
type Failure = 'notThere' | 'serverProblem' | 'tooSlow' | 'unreachable' | 'otherAnswer' | 'pageFault';

export const unknownKey = (): Words => wordsOf('keyUnknown', 'key');

export function wordsFor(error: unknown): Words {
  if (error instanceof AccessEndedError) {
    const key = ended[error.lockedBecause ?? error.access];
    if (key !== undefined) return wordsOf(key, 'again');
    return { title: say('accessEnded'), advice: error.message, remedy: 'again' };
  }
  if (error instanceof RefusedError) {
    if (error.status === 401) {
      const key = keyProblems[error.message];
      if (key !== undefined) return wordsOf(key, 'key');
      return { title: say('keyRefused'), advice: error.message, remedy: 'key' };
    }
    if (error.code === 'TIMETABLE_NOT_FOUND') return wordsOf('notThere', 'versions');
    const words = wordsOf('serverProblem', 'again');
    if (error.requestId === null) return words;
    return { ...words, advice: `${words.advice} ${say('requestNumber', { id: error.requestId })}` };
  }
  if (error instanceof TimetableError) {
    if (error.kind === 'timeout') return wordsOf('tooSlow', 'again');
    return wordsOf(error.kind === 'no-answer' ? 'unreachable' : 'otherAnswer', 'again');
  }
  return wordsOf('pageFault', 'again');
}
