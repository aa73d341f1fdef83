// Runs the access matrix against servers of a published output: the one of node:http, the function at the edge, or another
// machine's.

import { test as eachTest, expect } from 'vitest';
import type { AccessRecord } from '../../src/contract/types.generated.ts';
import { type AccessCase, accessCases, type Outcome, type Situation } from '../access/access-lines.ts';
import { newKey, type PublishedForm } from '../support/published-folder.ts';
import type { Call, RawClient } from '../support/raw-client.ts';

/** A server to test. */
export type MatrixServer = { name: string; call: RawClient['call'] };

/** Servers that read what `form` writes. `now` is the time of their clocks. */
export type Matrix = { servers: readonly MatrixServer[]; form: PublishedForm; now: number };

const roots = ['/api/v1', '/api/partner/v1'];
const document = { id: 'v1', name: 'Main school' };
const week = { week: '2026-W36', lessons: [] };

/** Declares one test for each case of the matrix: every server, on each family of paths. */
export function runMatrix(open: () => Matrix, cases: readonly AccessCase[] = accessCases): void {
  /** Keys by what is stored: cases that differ only in their request share an organisation. */
  const keys = new Map<string, string>();
  eachTest.each(cases)('$name: $outcome.status $outcome.message', async ({ situation, outcome }: AccessCase) => {
    const { servers, form, now } = open();
    if (keys.size === 0) await form.publish('south', { other: document });
    const stored = storedParts(situation);
    const key = keys.get(stored) ?? (await addOrganisation(form, `north-${keys.size}`, situation, now));
    keys.set(stored, key);
    for (const root of roots) {
      const call = callFor(root, key, situation);
      const seen = servers.map(async (server) => {
        const { status, body } = await server.call(call);
        return [server.name, outcomeOf(status, JSON.parse(body.toString()))];
      });
      expect(await Promise.all(seen)).toEqual(servers.map(({ name }) => [name, outcome]));
    }
  });
}

const storedParts = ({ credential, access, apiEnabled, revoked, sees, expiry, documents, calendar }: Situation) =>
  JSON.stringify([credential === 'never issued', access, apiEnabled, revoked, sees, expiry, documents, calendar]);

const expiries: Record<Situation['expiry'], number> = { never: 0, later: 3_600_000, 'this moment': 0, earlier: -1 };

/** Writes an organisation in this situation. @returns a key of it, which is in its record unless it was never issued */
async function addOrganisation(form: PublishedForm, id: string, situation: Situation, now: number): Promise<string> {
  const { credential, access: state, apiEnabled, revoked, sees, expiry, documents, calendar } = situation;
  const access: Partial<AccessRecord> =
    state === 'active' || state === 'suspended' ? { state } : { state: 'locked', lockedBecause: state };
  const expiresAt = expiry === 'never' ? null : new Date(now + expiries[expiry]).toISOString();
  const key = newKey(id);
  const published = { v1: document, draft: { ...document, id: 'draft', status: 'draft' } };
  if (documents === 'published') {
    await form.publish(id, published);
    await form.publishChanges(id, { list: { changes: [] }, 'change/one': { id: 'one' } });
  }
  if (documents === 'by an earlier release') await form.publishAsEarlier(id, published);
  const ofCalendar = { calendar: { orgId: id }, weeks: { '2026-W36': week } };
  if (calendar === 'by an earlier release') await form.derive(id, ofCalendar);
  if (calendar === 'published') {
    await form.derive(id, { ...ofCalendar, slices: { '2026-W36': { 'class/7A': week, 'teacher/7B': week } } });
    await form.publishDays(id, { '2026-09-01': { date: 20260901 } });
  }
  await form.writeAccess(id, { ...access, apiEnabled });
  if (credential !== 'never issued')
    await form.writeKey(key, id, {
      ...{ revoked, expiresAt },
      ...(sees === 'published only' && { publishedOnly: true }),
    });
  return key;
}

function callFor(root: string, key: string, { credential, target, method }: Situation): Call {
  const headers: Record<Situation['credential'], Record<string, string>> = {
    none: {},
    'other scheme': { Authorization: `Basic ${Buffer.from(`user:${key}`).toString('base64')}` },
    'scheme alone': { Authorization: 'Bearer' },
    'no key at all': { Authorization: 'Bearer secret' },
    mistyped: { Authorization: `Bearer ${key.slice(0, -1)}${key.endsWith('0') ? '1' : '0'}` },
    'never issued': { Authorization: `Bearer ${key}` },
    issued: { Authorization: `Bearer ${key}` },
  };
  const ends: Record<Situation['target'], string> = {
    list: '/timetables',
    timetable: '/timetables/v1',
    draft: '/timetables/draft',
    'no such version': '/timetables/v2',
    'version of another organisation': '/timetables/other',
    calendar: '/calendar',
    week: '/weeks/2026-W36',
    'no such week': '/weeks/2026-W48',
    'no week at all': '/weeks/latest',
    day: '/days/2026-09-01',
    'no such day': '/days/2026-09-02',
    'no day at all': '/days/today',
    slice: '/weeks/2026-W36/classes/7A',
    'slice of no such week': '/weeks/2026-W48/classes/7A',
    'slice of nobody': '/weeks/2026-W36/classes/7B',
    changes: '/changes',
    change: '/changes/one',
    'no such change': '/changes/two',
    'unknown path': '/timetables/v1/lessons',
  };
  return { method, path: root + ends[target], headers: headers[credential] };
}

/** A body in one of the two shapes of refusals, or with data. */
type Body = { success?: boolean; code?: string; error?: string | { code: string; message: string } };

function outcomeOf(status: number, { success, code, error }: Body): Outcome {
  if (success === true) return { status, code: null, message: null };
  if (typeof error === 'object') return { status, ...error };
  return { status, code: code ?? null, message: error ?? null };
}
