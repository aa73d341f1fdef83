// The access matrix as a table: situations and their answers. Each line changes one part of an otherwise valid situation, so
// two lines can apply at once exactly when they change different parts. The same cases run through the pure function and
// through servers.

/** The parts of a request, its key and its organisation that the matrix depends on. */
export type Situation = {
  credential: 'none' | 'other scheme' | 'scheme alone' | 'no key at all' | 'mistyped' | 'never issued' | 'issued';
  access: 'active' | 'trial_ended' | 'plan_ended' | 'payment_failed' | 'suspended';
  apiEnabled: boolean;
  revoked: boolean;
  /** Which versions the key sees. */
  sees: 'all' | 'published only';
  expiry: 'never' | 'later' | 'this moment' | 'earlier';
  target:
    | 'list'
    | 'timetable'
    | 'draft'
    | 'no such version'
    | 'version of another organisation'
    | 'unknown path'
    | 'calendar'
    | 'week'
    | 'no such week'
    | 'no week at all'
    | 'day'
    | 'no such day'
    | 'no day at all'
    | 'slice'
    | 'slice of no such week'
    | 'slice of nobody'
    | 'changes'
    | 'change'
    | 'no such change';
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether anything was published yet for the organisation to show; an earlier release wrote no list without drafts, and no changes. */
  documents: 'published' | 'none yet' | 'by an earlier release';
  /** Whether the organisation has a calendar; an earlier release published no days and no slices of it. */
  calendar: 'published' | 'none' | 'by an earlier release';
};

/** What distinguishes one answer from another; `code` and `message` are null for data. */
export type Outcome = { status: number; code: string | null; message: string | null };

type Line = { row: number; name: string; change: Partial<Situation>; outcome: Outcome };
export type AccessCase = { name: string; situation: Situation; outcome: Outcome };

const good: Situation = {
  credential: 'issued',
  access: 'active',
  apiEnabled: true,
  revoked: false,
  sees: 'all',
  expiry: 'never',
  target: 'timetable',
  method: 'GET',
  documents: 'published',
  calendar: 'published',
};
const granted: Outcome = { status: 200, code: null, message: null };
const invalidKey = (message: string): Outcome => ({ status: 401, code: 'INVALID_API_KEY', message });
const expired = (message: string): Outcome => ({ status: 402, code: 'ACCESS_EXPIRED', message });
const refused = (status: number, code: string, message: string): Outcome => ({ status, code, message });

const line = (row: number, name: string, change: Partial<Situation>, outcome: Outcome): Line => ({
  row,
  name,
  change,
  outcome,
});

const noCredential = invalidKey('Authentication required');
const unknownKey = invalidKey('Invalid or inactive API key');
const trialEnded = expired('The trial has ended. Choose a plan to restore access.');
const planEnded = expired('The plan has ended. Renew it to restore access.');
const paymentFailed = expired('A payment failed. Update the payment details to restore access.');
const suspended = refused(402, 'ACCOUNT_SUSPENDED', 'The account is suspended. Contact support to restore access.');
const apiOff = invalidKey('API access is not enabled for this organisation. Contact support to request it.');
const expiredKey = invalidKey('API key has expired');
const unknownPath = refused(404, 'NOT_FOUND', 'No such path');
const wrongMethod = refused(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and OPTIONS are allowed');
const noVersion = refused(404, 'TIMETABLE_NOT_FOUND', 'Timetable not found');
const noCalendar = refused(404, 'CALENDAR_NOT_FOUND', 'The organisation has no calendar');
const noWeek = refused(404, 'WEEK_NOT_FOUND', 'Week not found');
const noDay = refused(404, 'DAY_NOT_FOUND', 'Day not found');
const noChange = refused(404, 'CHANGE_NOT_FOUND', 'No such change, or not any more. Read everything');
const noEntity = refused(404, 'ENTITY_NOT_FOUND', 'The week has no such class, teacher or room');
const failure = refused(500, 'INTERNAL_ERROR', 'Something went wrong on our side');

const lines: readonly Line[] = [
  line(1, 'no Authorization header', { credential: 'none' }, noCredential),
  line(1, 'an Authorization header of another scheme', { credential: 'other scheme' }, noCredential),
  line(1, 'the word Bearer alone', { credential: 'scheme alone' }, noCredential),
  line(2, 'a token that has not the form of a key', { credential: 'no key at all' }, unknownKey),
  line(2, 'a mistyped key', { credential: 'mistyped' }, unknownKey),
  line(2, 'a key that was never issued', { credential: 'never issued' }, unknownKey),
  line(3, 'a trial that has ended', { access: 'trial_ended' }, trialEnded),
  line(3, 'a plan that has ended', { access: 'plan_ended' }, planEnded),
  line(3, 'a payment that failed', { access: 'payment_failed' }, paymentFailed),
  line(3, 'a suspended account', { access: 'suspended' }, suspended),
  line(4, 'API access that is off', { apiEnabled: false }, apiOff),
  line(5, 'a revoked key', { revoked: true }, unknownKey),
  line(6, 'a key that expired earlier', { expiry: 'earlier' }, expiredKey),
  line(6, 'a key that expires this moment', { expiry: 'this moment' }, expiredKey),
  line(7, 'an unknown path', { target: 'unknown path' }, unknownPath),
  line(8, 'a POST', { method: 'POST' }, wrongMethod),
  line(8, 'a PUT', { method: 'PUT' }, wrongMethod),
  line(8, 'a PATCH', { method: 'PATCH' }, wrongMethod),
  line(8, 'a DELETE', { method: 'DELETE' }, wrongMethod),
  line(9, 'documents that were never published', { documents: 'none yet' }, failure),
  line(10, 'a version that does not exist', { target: 'no such version' }, noVersion),
  line(10, 'a version of another organisation', { target: 'version of another organisation' }, noVersion),
  line(
    10,
    'a draft, with a key that sees published versions only',
    { sees: 'published only', target: 'draft' },
    noVersion,
  ),
  line(10, 'a change that does not exist', { target: 'no such change' }, noChange),
  line(10, 'changes of an earlier release', { target: 'changes', documents: 'by an earlier release' }, noChange),
  line(11, 'the calendar of an organisation without one', { target: 'calendar', calendar: 'none' }, noCalendar),
  line(11, 'a week of an organisation without a calendar', { target: 'week', calendar: 'none' }, noCalendar),
  line(
    ...([11, 'no week at all, of an organisation without a calendar'] as const),
    ...([{ target: 'no week at all', calendar: 'none' }, noCalendar] as const),
  ),
  line(11, 'a day of an organisation without a calendar', { target: 'day', calendar: 'none' }, noCalendar),
  line(11, 'a slice of an organisation without a calendar', { target: 'slice', calendar: 'none' }, noCalendar),
  line(12, 'a day of an earlier release', { target: 'day', calendar: 'by an earlier release' }, noDay),
  line(12, 'a slice of an earlier release', { target: 'slice', calendar: 'by an earlier release' }, noWeek),
  line(12, 'a day that is not served', { target: 'no such day' }, noDay),
  line(12, 'what is no day', { target: 'no day at all' }, noDay),
  line(12, 'a slice of a week that is not served', { target: 'slice of no such week' }, noWeek),
  line(13, 'a slice of an entity that does not exist', { target: 'slice of nobody' }, noEntity),
  line(12, 'a week that is not served', { target: 'no such week' }, noWeek),
  line(12, 'what is no week', { target: 'no week at all' }, noWeek),
];

/** Valid requests, and each line alone. */
export const singleCases: readonly AccessCase[] = [
  toCase('a good key and its list', { target: 'list' }, granted),
  toCase('a good key and its timetable', {}, granted),
  toCase('a good key and its calendar', { target: 'calendar' }, granted),
  toCase('a good key and its week', { target: 'week' }, granted),
  toCase('a good key and its day', { target: 'day' }, granted),
  toCase('a good key and its slice', { target: 'slice' }, granted),
  toCase('a good key and what changed', { target: 'changes' }, granted),
  toCase('a good key and a change', { target: 'change' }, granted),
  toCase('a list without a calendar', { target: 'list', calendar: 'none' }, granted),
  toCase('a key that expires later', { expiry: 'later' }, granted),
  toCase('a good key and a draft', { target: 'draft' }, granted),
  ...restricted('its list', { target: 'list' }, granted, failure),
  ...restricted('a published version', {}, granted, failure),
  ...restricted('a version that does not exist', { target: 'no such version' }, noVersion, failure),
  ...restricted('its calendar', { target: 'calendar' }, granted, granted),
  ...restricted('its week', { target: 'week' }, granted, granted),
  ...restricted('its day', { target: 'day' }, granted, granted),
  ...restricted('its slice', { target: 'slice' }, granted, granted),
  ...restricted('what changed', { target: 'changes' }, granted, noChange),
  toCase(
    'a key that sees all, and the list of an earlier release',
    { target: 'list', documents: 'by an earlier release' },
    granted,
  ),
  ...lines.map(({ name, change, outcome }) => toCase(name, change, outcome)),
];

/** A request with a key that sees published versions only, now and with what an earlier release published. */
function restricted(what: string, change: Partial<Situation>, now: Outcome, earlier: Outcome): AccessCase[] {
  const sees = 'published only' as const;
  return [
    toCase(`a key that sees published versions only, and ${what}`, { ...change, sees }, now),
    toCase(
      `the same by an earlier release, and ${what}`,
      { ...change, sees, documents: 'by an earlier release' },
      earlier,
    ),
  ];
}

/** These, and each pair of lines that can apply at once, of which the earlier one wins. */
export const accessCases: readonly AccessCase[] = [
  ...singleCases,
  ...lines.flatMap((one) =>
    lines
      .filter((other) => one.row < other.row && canBothBe(one.change, other.change))
      .map((other) => toCase(`${one.name}, before ${other.name}`, { ...one.change, ...other.change }, one.outcome)),
  ),
];

function canBothBe(one: Partial<Situation>, other: Partial<Situation>): boolean {
  return !Object.keys(one).some((part) => part in other);
}

function toCase(name: string, change: Partial<Situation>, outcome: Outcome): AccessCase {
  return { name, situation: { ...good, ...change }, outcome };
}
