// Explains every refusal of the API and every network failure to people who do not know status codes: what happened,
// and what to do.

import { AccessEndedError, RefusedError, TimetableError } from '../client/belfry-client.ts';

export type Words = {
  title: string;
  advice: string;
  /** The remedy: another key, a retry, or another version. */
  remedy: 'key' | 'again' | 'versions';
};

const ended: Record<string, Pick<Words, 'title' | 'advice'>> = {
  trial_ended: {
    title: 'The trial has ended',
    advice: 'Choose a plan to see the timetables again. The same key will work.',
  },
  plan_ended: {
    title: 'The plan has ended',
    advice: 'Renew the plan to see the timetables again. The same key will work.',
  },
  payment_failed: {
    title: 'A payment did not go through',
    advice: 'Update the payment details to see the timetables again. The same key will work.',
  },
  suspended: {
    title: 'The school’s account is suspended',
    advice: 'Contact support. Once the account is restored, the same key will work.',
  },
};

export const unknownKey: Words = {
  title: 'This key does not work',
  advice: 'It may have been mistyped or revoked. Check that you pasted all of it, or ask for a new one.',
  remedy: 'key',
};

/** Keyed by the messages of the specification's 401 table, which all have the same code. */
const keyProblems: Record<string, Pick<Words, 'title' | 'advice'>> = {
  'Authentication required': { title: 'A key is needed', advice: 'Paste the API key that the school gave you.' },
  'Invalid or inactive API key': unknownKey,
  'API key has expired': { title: 'This key has expired', advice: 'Ask whoever gave it to you for a new one.' },
  'API access is not enabled for this organisation. Contact support to request it.': {
    title: 'API access is switched off for this school',
    advice: 'Contact support to have it switched on. The key itself may be fine.',
  },
};

export function wordsFor(error: unknown): Words {
  if (error instanceof AccessEndedError) {
    const words = ended[error.lockedBecause ?? error.access];
    return { title: 'Access has ended', advice: error.message, ...words, remedy: 'again' };
  }
  if (error instanceof RefusedError) {
    if (error.status === 401)
      return { title: 'This key is refused', advice: error.message, ...keyProblems[error.message], remedy: 'key' };
    if (error.code === 'TIMETABLE_NOT_FOUND')
      return {
        title: 'This timetable is not there',
        advice: 'It may have been removed, or the link belongs to another school.',
        remedy: 'versions',
      };
    const id = error.requestId === null ? '' : ` If it stays so, tell the operator this number: ${error.requestId}`;
    return {
      title: 'The server had a problem',
      advice: `Nothing is wrong on your side. Try again in a moment.${id}`,
      remedy: 'again',
    };
  }
  if (error instanceof TimetableError) {
    if (error.kind === 'timeout')
      return {
        title: 'The server takes too long',
        advice: 'The connection may be slow. Try again in a moment.',
        remedy: 'again',
      };
    if (error.kind === 'no-answer')
      return {
        title: 'The server cannot be reached',
        advice: 'Check the network connection, then try again.',
        remedy: 'again',
      };
    return {
      title: 'Something else answered',
      advice: 'Perhaps a login page of the network stands in between.',
      remedy: 'again',
    };
  }
  return {
    title: 'This page has a fault',
    advice: 'Load it again. If that does not help, tell the operator.',
    remedy: 'again',
  };
}
