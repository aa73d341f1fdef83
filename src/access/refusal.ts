// Every error code, status and message that a caller can get, and the one builder of error bodies. The messages of the
// 401s and the fields of the 402 come from the specification ("Errors").

import type { AccessEndedResponse, AccessRecord, ErrorResponse } from '../contract/types.generated.ts';

type Code = ErrorResponse['error']['code'];

/** A refusal in the common shape, or the flat 402. */
export type Refusal =
  | { status: 400 | 401 | 404 | 405 | 408 | 412 | 431 | 500; code: Code; message: string }
  | ({ status: 402 } & AccessEndedResponse);

const invalidKey = (message: string) => ({ status: 401, code: 'INVALID_API_KEY', message }) as const;

export const refusals = {
  authenticationRequired: invalidKey('Authentication required'),
  unknownKey: invalidKey('Invalid or inactive API key'),
  expiredKey: invalidKey('API key has expired'),
  apiDisabled: invalidKey('API access is not enabled for this organisation. Contact support to request it.'),
  unknownLink: invalidKey('Invalid or inactive link'),
  expiredLink: invalidKey('Link has expired'),
  unknownPath: { status: 404, code: 'NOT_FOUND', message: 'No such path' },
  methodNotAllowed: { status: 405, code: 'METHOD_NOT_ALLOWED', message: 'Only GET, HEAD and OPTIONS are allowed' },
  timetableNotFound: { status: 404, code: 'TIMETABLE_NOT_FOUND', message: 'Timetable not found' },
  calendarNotFound: { status: 404, code: 'CALENDAR_NOT_FOUND', message: 'The organisation has no calendar' },
  weekNotFound: { status: 404, code: 'WEEK_NOT_FOUND', message: 'Week not found' },
  dayNotFound: { status: 404, code: 'DAY_NOT_FOUND', message: 'Day not found' },
  changeNotFound: {
    status: 404,
    code: 'CHANGE_NOT_FOUND',
    message: 'No such change, or not any more. Read everything',
  },
  entityNotFound: { status: 404, code: 'ENTITY_NOT_FOUND', message: 'The week has no such class, teacher or room' },
  myNotFound: {
    status: 404,
    code: 'MY_NOT_FOUND',
    message: 'The timetable of this link is being made. Ask again in a minute',
  },
  feedNotFound: { status: 404, code: 'NOT_FOUND', message: 'No such feed' },
  preconditionFailed: {
    status: 412,
    code: 'PRECONDITION_FAILED',
    message: 'What is published is not what If-Match or If-Unmodified-Since asks for',
  },
  badRequest: { status: 400, code: 'BAD_REQUEST', message: 'The request is not valid HTTP' },
  requestTimeout: { status: 408, code: 'BAD_REQUEST', message: 'The request took too long to arrive' },
  headersTooLarge: { status: 431, code: 'BAD_REQUEST', message: 'The request headers are too large' },
  internalError: { status: 500, code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' },
} as const satisfies Record<string, Refusal>;

type Cause = NonNullable<AccessRecord['lockedBecause']>;

const locked = (lockedBecause: Cause, error: string): Refusal => ({
  status: 402,
  code: 'ACCESS_EXPIRED',
  access: 'locked',
  lockedBecause,
  error,
});

const lockedRefusals: Record<Cause, Refusal> = {
  trial_ended: locked('trial_ended', 'The trial has ended. Choose a plan to restore access.'),
  plan_ended: locked('plan_ended', 'The plan has ended. Renew it to restore access.'),
  payment_failed: locked('payment_failed', 'A payment failed. Update the payment details to restore access.'),
};

const suspended: Refusal = {
  status: 402,
  code: 'ACCOUNT_SUSPENDED',
  access: 'suspended',
  lockedBecause: null,
  error: 'The account is suspended. Contact support to restore access.',
};

/** The 402 of an organisation that is locked or suspended. */
export const accessEnded = ({ state, lockedBecause }: Pick<AccessRecord, 'state' | 'lockedBecause'>): Refusal =>
  state === 'locked' && lockedBecause !== null ? lockedRefusals[lockedBecause] : suspended;

/** The body of a refusal. `timestamp` is the time of the response, ISO 8601 with milliseconds. */
export function refusalBody(refusal: Refusal, timestamp: string): ErrorResponse | AccessEndedResponse {
  if (refusal.status === 402) {
    const { status: _, ...body } = refusal;
    return body;
  }
  return { success: false, error: { code: refusal.code, message: refusal.message }, timestamp };
}
