// The access matrix of links as a table, in the form of that of keys (access-lines.ts): situations and their answers. Each line
// changes one part of an otherwise valid situation. The same cases run through the pure function and through servers.

import type { Outcome } from './access-lines.ts';

export type LinkSituation = {
  resource: 'feed' | 'my';
  credential: 'none' | 'no token at all' | 'mistyped' | 'key' | 'never issued' | 'issued';
  organisation: 'there' | 'gone';
  access: 'active' | 'trial_ended' | 'plan_ended' | 'payment_failed' | 'suspended';
  apiEnabled: boolean;
  revoked: boolean;
  expiry: 'never' | 'later' | 'this moment' | 'earlier';
  method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Whether it was derived yet what the link shows. */
  documents: 'published' | 'none yet';
};

type Line = { row: number; name: string; change: Partial<LinkSituation>; outcome: Outcome };
export type LinkCase = { name: string; situation: LinkSituation; outcome: Outcome };

const good: LinkSituation = {
  resource: 'my',
  credential: 'issued',
  organisation: 'there',
  access: 'active',
  apiEnabled: true,
  revoked: false,
  expiry: 'never',
  method: 'GET',
  documents: 'published',
};
const granted: Outcome = { status: 200, code: null, message: null };
/** A feed is refused without a word: the body is a calendar without events. */
const noFeed: Outcome = { status: 404, code: null, message: null };
const refused = (status: number, code: string, message: string): Outcome => ({ status, code, message });

const noCredential = refused(401, 'INVALID_API_KEY', 'Authentication required');
const unknownLink = refused(401, 'INVALID_API_KEY', 'Invalid or inactive link');
const expired = refused(401, 'INVALID_API_KEY', 'Link has expired');
const ended = (message: string) => refused(402, 'ACCESS_EXPIRED', message);
const suspended = refused(402, 'ACCOUNT_SUSPENDED', 'The account is suspended. Contact support to restore access.');
const wrongMethod = refused(405, 'METHOD_NOT_ALLOWED', 'Only GET, HEAD and OPTIONS are allowed');
const notYet = refused(404, 'MY_NOT_FOUND', 'The timetable of this link is being made. Ask again in a minute');

const lines: readonly Line[] = [
  { row: 1, name: 'no token', change: { credential: 'none' }, outcome: noCredential },
  { row: 2, name: 'what is no token at all', change: { credential: 'no token at all' }, outcome: unknownLink },
  { row: 2, name: 'a mistyped token', change: { credential: 'mistyped' }, outcome: unknownLink },
  { row: 2, name: 'a key', change: { credential: 'key' }, outcome: unknownLink },
  { row: 2, name: 'a token that was never issued', change: { credential: 'never issued' }, outcome: unknownLink },
  { row: 3, name: 'an organisation that is gone', change: { organisation: 'gone' }, outcome: unknownLink },
  ...(
    [
      ['trial_ended', 'The trial has ended. Choose a plan to restore access.'],
      ['plan_ended', 'The plan has ended. Renew it to restore access.'],
      ['payment_failed', 'A payment failed. Update the payment details to restore access.'],
    ] as const
  ).map(([access, message]) => ({ row: 4, name: access, change: { access }, outcome: ended(message) })),
  { row: 4, name: 'a suspended account', change: { access: 'suspended' }, outcome: suspended },
  { row: 5, name: 'a revoked link', change: { revoked: true }, outcome: unknownLink },
  { row: 6, name: 'a link that expired earlier', change: { expiry: 'earlier' }, outcome: expired },
  { row: 6, name: 'a link that expires this moment', change: { expiry: 'this moment' }, outcome: expired },
  ...(['POST', 'PUT', 'PATCH', 'DELETE'] as const).map((method) => ({
    ...{ row: 7, name: `a ${method}`, change: { method }, outcome: wrongMethod },
  })),
  { row: 8, name: 'what was not derived yet', change: { documents: 'none yet' }, outcome: notYet },
];

const canBothBe = (one: Partial<LinkSituation>, other: Partial<LinkSituation>): boolean =>
  !Object.keys(one).some((part) => part in other) &&
  // Without a link that was issued, or without its organisation, there is no record that says more.
  !(one.organisation === 'gone' && 'access' in other);

const single = [
  { name: 'a good link', change: {}, outcome: granted },
  { name: 'a link that expires later', change: { expiry: 'later' as const }, outcome: granted },
  { name: 'a link where the API is off', change: { apiEnabled: false }, outcome: granted },
  ...lines,
];
const pairs = lines.flatMap((one) =>
  lines
    .filter((other) => one.row < other.row && canBothBe(one.change, other.change))
    .map((other) => ({
      name: `${one.name}, before ${other.name}`,
      change: { ...one.change, ...other.change },
      outcome: one.outcome,
    })),
);

const ofDocument = ({ name, change, outcome }: Omit<Line, 'row'>): LinkCase => ({
  name: `the document with ${name}`,
  situation: { ...good, ...change },
  outcome,
});
const ofFeed = ({ name, change, outcome }: Omit<Line, 'row'>): LinkCase => ({
  name: `the feed with ${name}`,
  situation: { ...good, ...change, resource: 'feed' },
  outcome: [200, 405].includes(outcome.status) ? outcome : noFeed,
});

/** Valid requests and each line alone, of both resources. */
export const singleLinkCases: readonly LinkCase[] = [...single.map(ofDocument), ...single.map(ofFeed)];

/** These, and each pair of lines that can apply at once, of which the earlier one wins. */
export const linkCases: readonly LinkCase[] = [...singleLinkCases, ...pairs.map(ofDocument), ...pairs.map(ofFeed)];
