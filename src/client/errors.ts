// What can go wrong with a call, as classes that carry data. A caller tells refusals (the API said no), broken answers
// (something that is not the API spoke) and no answer at all apart, and never has to read a message to do so.
// Carries out the specification's "Errors": the `error` of a 402 is a string, of every other refusal an object.

import type { AccessEndedResponse, ErrorResponse } from '../contract/types.generated.ts';

export type RefusalCode = ErrorResponse['error']['code'] | AccessEndedResponse['code'];

/** Everything that this client throws, other than the reason of an abort of the caller's own. */
export abstract class TimetableError extends Error {
  abstract readonly kind: 'refused' | 'access-ended' | 'broken-answer' | 'no-answer' | 'timeout';
}

/** The API refused: `status` and `code` are the specification's. */
export class RefusedError extends TimetableError {
  override readonly name: string = 'RefusedError';
  readonly kind: 'refused' | 'access-ended' = 'refused';
  readonly status: number;
  /** A code of the specification, or one that a later server may add. */
  readonly code: RefusalCode | (string & {});
  /** For a 500: what the operator finds the cause by. */
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

/** What came back is not an answer of this API: a proxy's error page, a captive portal, half a body. */
export class BrokenAnswerError extends TimetableError {
  override readonly name = 'BrokenAnswerError';
  readonly kind = 'broken-answer';
  readonly status: number;

  constructor(status: number, message: string, options?: { cause: unknown }) {
    super(message, options);
    this.status = status;
  }
}

/** No answer: no network, no such host, the connection broke, or a browser kept the answer from the page (CORS). */
export class NoAnswerError extends TimetableError {
  override readonly name = 'NoAnswerError';
  readonly kind = 'no-answer';
}

/** No whole answer within the time allowed for one attempt. */
export class TimeoutError extends TimetableError {
  override readonly name = 'TimeoutError';
  readonly kind = 'timeout';
}
