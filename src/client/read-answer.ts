// Reads the data from a response's body, or makes the matching error. Checks only the envelope, since Belfry validated the
// data before it was published.

import type { AccessEndedResponse } from '../contract/types.generated.ts';
import { AccessEndedError, BrokenAnswerError, RefusedError } from './errors.ts';

type Fields = { readonly [name: string]: unknown };

/** @throws BrokenAnswerError when the body is not a success envelope */
export function readData(status: number, text: string): object {
  const body = parse(status, text);
  const { success, data } = body ?? {};
  if (success !== true || typeof data !== 'object' || data === null)
    throw new BrokenAnswerError(status, `The answer with status ${status} is not one of this API`);
  return data;
}

/** Makes the error for a status of 400 or more. Never throws. */
export function readRefusal(status: number, text: string, requestId: string | null): RefusedError | BrokenAnswerError {
  let body: Fields | null;
  try {
    body = parse(status, text);
  } catch (error) {
    return new BrokenAnswerError(status, `The answer with status ${status} is not JSON`, { cause: error });
  }
  if (body !== null && isAccessEnded(status, body)) return new AccessEndedError(body);
  const { code, message } = fieldsOf(body?.['error']) ?? {};
  if (typeof code === 'string' && typeof message === 'string')
    return new RefusedError(status, code, message, requestId);
  return new BrokenAnswerError(status, `The answer with status ${status} is not one of this API`);
}

function isAccessEnded(status: number, body: Fields): body is AccessEndedResponse {
  const { code, access, error } = body;
  return (
    status === 402 &&
    (code === 'ACCESS_EXPIRED' || code === 'ACCOUNT_SUSPENDED') &&
    (access === 'locked' || access === 'suspended') &&
    typeof error === 'string'
  );
}

function parse(status: number, text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch (cause) {
    throw new BrokenAnswerError(status, `The answer with status ${status} is not JSON`, { cause });
  }
}

// Any object can be read field by field; the values stay unknown.
const fieldsOf = (value: unknown): Fields | null => (typeof value === 'object' && value !== null ? { ...value } : null);
