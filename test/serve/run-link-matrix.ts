// Runs the access matrix of links against servers, as run-matrix.ts does that of keys.

import { test as eachTest, expect } from 'vitest';
import type { AccessRecord } from '../../src/contract/types.generated.ts';
import { emptyCalendar } from '../../src/serve/links/empty-calendar.ts';
import type { Outcome } from '../access/access-lines.ts';
import { type LinkCase, type LinkSituation, linkCases } from '../access/link-lines.ts';
import { newKey } from '../support/published-folder.ts';
import { newLinkToken, publishedLinks } from '../support/published-links.ts';
import type { Call, Reply } from '../support/raw-client.ts';
import type { Matrix } from './run-matrix.ts';

/** Declares one test for each case: every server. */
export function runLinkMatrix(open: () => Matrix, cases: readonly LinkCase[] = linkCases): void {
  /** Tokens by what is stored: cases that differ only in their request share an organisation. */
  const tokens = new Map<string, string>();
  eachTest.each(cases)('$name: $outcome.status $outcome.message', async ({ situation, outcome }: LinkCase) => {
    const { servers, form, now } = open();
    const stored = storedParts(situation);
    const token = tokens.get(stored) ?? (await addLink({ servers, form, now }, `linked-${tokens.size}`, situation));
    tokens.set(stored, token);
    const call = callFor(token, situation);
    const seen = servers.map(async ({ name, call: send }) => {
      const reply = await send(call);
      expect(reply.headers, name).toMatchObject(linkHeaders);
      return [name, outcomeOf(reply, call.method)];
    });
    expect(await Promise.all(seen)).toEqual(servers.map(({ name }) => [name, outcome]));
  });
}

/** On every answer to a link. */
const linkHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
};

const storedParts = ({ credential, resource: _, method: _method, ...stored }: LinkSituation) =>
  JSON.stringify([credential === 'never issued', stored]);

const expiries: Record<LinkSituation['expiry'], number> = { never: 0, later: 3_600_000, 'this moment': 0, earlier: -1 };

async function addLink({ form, now }: Matrix, id: string, situation: LinkSituation): Promise<string> {
  const { credential, organisation, access: state, apiEnabled, revoked, expiry, documents } = situation;
  const links = publishedLinks(form.store);
  const token = newLinkToken(id);
  const access: Partial<AccessRecord> =
    state === 'active' || state === 'suspended' ? { state } : { state: 'locked', lockedBecause: state };
  if (organisation === 'there') await form.writeAccess(id, { ...access, apiEnabled });
  if (credential === 'never issued') return token;
  const expiresAt = expiry === 'never' ? null : new Date(now + expiries[expiry]).toISOString();
  await links.write(token, id, { expiresAt });
  if (documents === 'published') await links.show(token, id);
  if (revoked) await links.write(token, id, { expiresAt, revoked });
  return token;
}

function callFor(token: string, { resource, credential, method }: LinkSituation): Call {
  const texts: Record<LinkSituation['credential'], string> = {
    none: '',
    'no token at all': 'secret',
    mistyped: `${token.slice(0, -1)}${token.endsWith('0') ? '1' : '0'}`,
    key: newKey('north'),
    'never issued': token,
    issued: token,
  };
  const text = texts[credential];
  return resource === 'feed'
    ? { method, path: `/ical/${text}.ics` }
    : { method, path: '/api/v1/my', headers: credential === 'none' ? {} : { Authorization: `Bearer ${text}` } };
}

function outcomeOf({ status, headers, body }: Reply, method: string | undefined): Outcome {
  if (status === 200 || headers['content-type'] === 'text/calendar; charset=utf-8') {
    if (status !== 200 && method !== 'HEAD') expect(body.equals(emptyCalendar)).toBe(true);
    return { status, code: null, message: null };
  }
  const { code, error } = JSON.parse(body.toString());
  return typeof error === 'object' ? { status, ...error } : { status, code, message: error };
}
