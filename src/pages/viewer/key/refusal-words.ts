// Explains every refusal of the API to people who do not know status codes. Loaded when there is one, with its words.

import { AccessEndedError, type RefusedError } from '../../../client/errors.ts';
import { say } from '../say.ts';

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
  | 'apiOff'
  | 'notThere';

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

const wordsOf = (key: Key, remedy: Words['remedy']): Words => ({
  title: say(key),
  advice: say(`${key}Advice`),
  remedy,
});

export const unknownKey = (): Words => wordsOf('keyUnknown', 'key');

/** Null for one that no reader can cause, which is the server's failure. */
export function wordsForRefusal(error: RefusedError): Words | null {
  if (error instanceof AccessEndedError) {
    const key = ended[error.lockedBecause ?? error.access];
    if (key !== undefined) return wordsOf(key, 'again');
    return { title: say('accessEnded'), advice: error.message, remedy: 'again' };
  }
  if (error.status === 401) {
    const key = keyProblems[error.message];
    if (key !== undefined) return wordsOf(key, 'key');
    return { title: say('keyRefused'), advice: error.message, remedy: 'key' };
  }
  return error.code === 'TIMETABLE_NOT_FOUND' ? wordsOf('notThere', 'versions') : null;
}
