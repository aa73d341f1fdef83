// The timetables of one organisation do not exist for another: the answer is the same as for an id that never existed.

import { expect, test } from 'vitest';
import { publishedFolder } from '../support/published-folder.ts';
import { runningServer } from '../support/running-server.ts';
import { listPath } from '../support/served.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const ids = (prefix: string) => Array.from({ length: 30 }, (_, index) => `${prefix}-${index}`);
const documentsOf = (prefix: string) => ({
  ...Object.fromEntries(ids(prefix).map((id) => [id, { id, secret: prefix }])),
  both: { id: 'both', secret: prefix },
});

async function twoOrganisations() {
  const form = publishedFolder(await temporaryFolder());
  const keys = {
    north: await form.addOrganisation('north', documentsOf('north')),
    south: await form.addOrganisation('south', documentsOf('south')),
  };
  const server = await runningServer(form.folder);
  const ask = async (organisation: 'north' | 'south', path: string, headers: Record<string, string> = {}) => {
    const Authorization = `Bearer ${keys[organisation]}`;
    const { status, headers: found, body } = await server.call({ path, headers: { Authorization, ...headers } });
    return { status, headers: { ...found, date: '' }, body: body.toString() };
  };
  return { server, ask };
}

const withoutTimestamp = (body: string) => body.replace(/"timestamp":"[^"]+"/, '');

test.each([
  ['north', 'south'],
  ['south', 'north'],
] as const)('with the key of %s every id of %s is answered like an id that never existed', async (own, other) => {
  const { server, ask } = await twoOrganisations();
  for (const root of [listPath, '/api/partner/v1/timetables']) {
    const never = await ask(own, `${root}/never-existed`);
    expect(never.status).toBe(404);
    for (const id of ids(other)) {
      for (const headers of [{}, { 'If-None-Match': '*', 'Accept-Encoding': 'br' }]) {
        const foreign = await ask(own, `${root}/${id}`, headers);
        expect(foreign.status).toBe(404);
        expect(foreign.headers).toEqual(never.headers);
        expect(withoutTimestamp(foreign.body)).toBe(withoutTimestamp(never.body));
      }
    }
  }
  const failures = server.logLines.filter((line) => JSON.parse(line).level >= 40);
  expect(failures).toEqual([]);
});

test('an id that both organisations use is, for each, its own version', async () => {
  const { ask } = await twoOrganisations();
  for (const organisation of ['north', 'south', 'north'] as const) {
    const { body } = await ask(organisation, `${listPath}/both`);
    expect(JSON.parse(body).data).toEqual({ id: 'both', secret: organisation });
  }
});

test('the list of an organisation has only its own versions', async () => {
  const { ask } = await twoOrganisations();
  const { data } = JSON.parse((await ask('north', listPath)).body);
  expect(data.orgId).toBe('north');
  expect(data.timetables.map(({ id }: { id: string }) => id)).toEqual([...ids('north'), 'both']);
});
