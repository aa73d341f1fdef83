// The errors of a call, as classes that carry data: refusals (from the API), broken answers (from something else) and missing
// answers. Implements the specification's "Errors": the `error` of a 402 is a string, that of every other refusal an object.

import type { AccessEndedResponse, ErrorResponse } from '../contract/types.generated.ts';

export type RefusalCode = ErrorResponse['error']['code'] | AccessEndedResponse['code'];

/** The base class of all errors of this client, except the reason of the caller's own abort. */
export abstract class TimetableError extends Error {
  abstract readonly kind: 'refused' | 'access-ended' | 'broken-answer' | 'no-answer' | 'timeout';
}

/** The API refused; `status` and `code` are those of the specification. */
export class RefusedError extends TimetableError {
  override readonly name: string = 'RefusedError';
  readonly kind: 'refused' | 'access-ended' = 'refused';
  readonly status: number;
  /** A code of the specification, or one that a later server may add. */
  readonly code: RefusalCode | (string & {});
  /** For a 500: the id by which the operator finds the cause in the log. */
  readonly requestId: string | null;

  constructor(status: number, code: string, message: string, requestId: string | null) {
    super(message);
    this.status = status;
    this.code = code;
    this.requestId = requestId;
  }
}

/** 402: the organisation's access has ended. The same key works again once it is restored. */
export class AccessEndedError extends RefusedError {
  override readonly name = 'AccessEndedError';
  override readonly kind = 'access-ended';
  readonly access: AccessEndedResponse['access'];
  readonly lockedBecause: AccessEndedResponse['lockedBecause'];

  constructor({ code, access, lockedBecause, error }: AccessEndedResponse) {
    super(402, code, error, null);
    this.access = access;
    this.lockedBecause = lockedBecause;
  }
}

/** The response is not from this API: a proxy's error page, a captive portal, a truncated body. */
export class BrokenAnswerError extends TimetableError {
  override readonly name = 'BrokenAnswerError';
  readonly kind = 'broken-answer';
  readonly status: number;

  constructor(status: number, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.status = status;
  }
}

/** No answer: no network, no such host, the connection broke, or a browser blocked the answer (CORS). */
export class NoAnswerError extends TimetableError {
  override readonly name = 'NoAnswerError';
  readonly kind = 'no-answer';
}

/** An attempt timed out. */
export class TimeoutError extends TimetableError {
  override readonly name = 'TimeoutError';
  readonly kind = 'timeout';
}
