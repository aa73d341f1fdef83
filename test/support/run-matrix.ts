// Holds a server to the access matrix. It takes any server that reads a published output: the one of node:http, a
// function at the edge, another machine.

import { test as eachTest, expect } from 'vitest';
import type { AccessRecord } from '../../src/contract/types.generated.ts';
import { type AccessCase, accessCases, type Outcome, type Situation } from './access-lines.ts';
import { newKey, type PublishedForm } from './published-folder.ts';
import type { Call, Reply } from './raw-client.ts';
import { recordPath } from './record-places.ts';

/** What the matrix needs of a server. `now` is the moment that its clock shows. */
export type MatrixServer = { call(call: Call): Promise<Pick<Reply, 'status' | 'body'>>; now: number };

const roots = ['/api/v1/timetables', '/api/partner/v1/timetables'];
const document = { id: 'v1', name: 'Main school' };

/** Declares one test for each case of the matrix on each family of paths. */
export function runMatrix(open: () => { server: MatrixServer; form: PublishedForm }): void {
  eachTest.each(accessCases)('$name: $outcome.status $outcome.message', async ({ situation, outcome }: AccessCase) => {
    const { server, form } = open();
    const key = newKey('north');
    await bring(form, key, situation, server.now);
    for (const root of roots) {
      const { status, body } = await server.call(callFor(root, key, situation));
      expect(outcomeOf(status, JSON.parse(body.toString()))).toEqual(outcome);
    }
  });
}

const expiries: Record<Situation['expiry'], number> = { never: 0, later: 60_000, 'this moment': 0, earlier: -1 };

/** Brings the published output of one organisation, `north`, into a situation. */
async function bring(form: PublishedForm, key: string, situation: Situation, now: number): Promise<void> {
  const { access: state, apiEnabled, revoked, expiry, documents, target } = situation;
  const access: Partial<AccessRecord> =
    state === 'active' || state === 'suspended' ? { state } : { state: 'locked', lockedBecause: state };
  const expiresAt = expiry === 'never' ? null : new Date(now + expiries[expiry]).toISOString();
  await form.store.remove([recordPath('north'), recordPath('south')]);
  if (documents === 'published') await form.publish('north', { v1: document });
  if (target === 'version of another organisation') await form.publish('south', { other: document });
  await form.writeAccess('north', { ...access, apiEnabled });
  await form.writeKey(key, 'north', { revoked, expiresAt });
  if (situation.credential === 'never issued') await form.removeKey(key, 'north');
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
    list: '',
    timetable: '/v1',
    'no such version': '/v2',
    'version of another organisation': '/other',
    'unknown path': '/v1/lessons',
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
