// The dashboard over a bucket of a real object store, beside the server and the watcher of the same bucket: what it changes is served
// when it answers, as over a folder.
// @module-tag long

import { beforeAll, describe, expect, inject, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { type DashboardProcess, dashboardProcess, newAdmin } from '../support/dashboard-process.ts';
import { bucketOutput } from '../support/published-output.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

describe.skipIf(inject('bucket') === null)("the dashboard over a bucket (needs Ceph's radosgw)", () => {
  const open = useTestDatabase();
  let dashboard: DashboardProcess;
  let server: RunningServer;
  let token: string;
  beforeAll(async () => {
    const output = bucketOutput();
    await bindTestStore(open, output.store);
    dashboard = await dashboardProcess(open, '', whenFileEnds, output.variables);
    server = await runningServer('', { openReader: output.openReader(1e6), whenDone: whenFileEnds });
    token = (await newAdmin(open, 'operator')).token;
    await ask('POST', '', { id: 'riverside', name: 'Riverside' });
    await ask('POST', '', { id: 'hillside', name: 'Hillside' });
  });

  /** @param path below /control/v1/organisations */
  async function ask(method: string, path: string, body?: object) {
    const headers = { Prefer: 'wait=40' };
    const answer = await dashboard.ask({
      ...{ who: token, method, path: `/control/v1/organisations${path}`, headers },
      ...(body && { body }),
    });
    expect(answer.status, answer.text.slice(0, 500)).toBeLessThan(300);
    return answer;
  }
  /** Starts a build or a rollback, and waits until it is done however long it takes. */
  async function finish(path: string, body: object): Promise<Record<string, unknown>> {
    const { status, headers, body: answered } = await ask('POST', path, body);
    let run = answered;
    if (status === 202) {
      const [, below = ''] = (headers.get('location') ?? '').split('/control/v1/organisations');
      run = await waitUntil('it is published', async () => {
        const { body } = await ask('GET', below);
        return body['state'] !== 'running' && body;
      });
    }
    expect(run).toMatchObject({ state: 'done' });
    return run;
  }
  const newKey = async (id: string) => {
    const { body } = await ask('POST', `/${id}/keys`, { name: 'a key' });
    return { id: String(body['id']), key: String(body['key']) };
  };
  const read = async (key: string, path = '') => {
    const headers = { Authorization: `Bearer ${key}` };
    const { status, body } = await server.call({ path: `${listPath}${path}`, headers });
    return { status, data: JSON.parse(body.toString()).data };
  };

  test('a key works when it is created, and is refused when it is revoked; the keys of others go on', async () => {
    const [one, other, elsewhere] = [await newKey('riverside'), await newKey('riverside'), await newKey('hillside')];
    for (const { key } of [one, other, elsewhere]) expect((await read(key)).status).toBe(200);
    await ask('DELETE', `/riverside/keys/${one.id}`);
    const statuses = [one, other, elsewhere].map(async ({ key }) => (await read(key)).status);
    expect(await Promise.all(statuses)).toEqual([401, 200, 200]);
  });

  test('a version is stored, built and served; changed, and shown again as it was', async () => {
    const { key } = await newKey('riverside');
    const version = '/riverside/timetables/v1';
    const described = async () => (await read(key, '/v1')).data?.description;
    const builtWith = async (description: string) => {
      await ask('PUT', version, publishedTimetable('v1', { orgId: 'riverside', description }));
      const built = await finish('/riverside/builds', {});
      expect(built).toMatchObject({ withheld: [] });
      return Number(built['generation']);
    };
    const first = await builtWith('first');
    expect(await described()).toBe('first');
    expect(await builtWith('second')).toBeGreaterThan(first);
    expect(await described()).toBe('second');
    expect(await finish('/riverside/rollback', { to: first })).toMatchObject({ rolledBackTo: first });
    expect(await described()).toBe('first');
    expect((await ask('GET', '/riverside/publication')).body).toMatchObject({ rolledBackTo: first });
    expect((await ask('GET', '/riverside/timetables')).body).toMatchObject({
      items: [{ id: 'v1', served: 'earlier', because: 'rolled back' }],
    });
  });

  test('a link opens what it shows until it is revoked, and an organisation that is deleted leaves nothing behind', async () => {
    await ask('PUT', '/riverside/timetables/v2', publishedTimetable('v2', { orgId: 'riverside', versionNumber: 2 }));
    await finish('/riverside/builds', {});
    const { body: link } = await ask('POST', '/riverside/links', { kind: 'class', entityId: 'entity-cls_1' });
    await finish('/riverside/builds', {}); // as a watcher makes what the link shows
    const opened = async () => {
      const headers = { Authorization: `Bearer ${link['token']}` };
      return (await server.call({ path: '/api/v1/my', headers })).status;
    };
    expect(await opened()).toBe(200);
    await ask('DELETE', `/riverside/links/${link['linkId']}`);
    expect(await opened()).toBe(401);
    const { key } = await newKey('hillside');
    await ask('DELETE', '/hillside?confirm=hillside');
    expect((await read(key)).status).toBe(401);
  });
});
