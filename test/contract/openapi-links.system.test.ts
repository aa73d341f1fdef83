// The description of the API matches the answers of a running server to links: every status that it lists for every method is
// requested, and the answer is checked against it.

import { beforeAll, describe, expect, test } from 'vitest';
import type { AccessRecord, PersonalTimetables } from '../../src/contract/types.generated.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { cutToPerson } from '../../src/document/cut-to-person.ts';
import { type PublishedFolder, publishedFolder } from '../support/published-folder.ts';
import { linkPath, newLinkToken, type PublishedLinks, publishedLinks } from '../support/published-links.ts';
import { type RunningServer, runningServer } from '../support/running-server.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';
import { describedAnswers, expectDescribed } from './described-answer.ts';
import { exchangeRaw } from './exchange-raw.ts';

let form: PublishedFolder;
let links: PublishedLinks;
let usualServer: RunningServer;
/** With a short timeout, for slow clients. */
let quickServer: RunningServer;
let token: string;
beforeAll(async () => {
  form = publishedFolder(await temporaryFolder(whenFileEnds));
  links = publishedLinks(form.store);
  const limits = { headersTimeout: 150, requestTimeout: 300, connectionsCheckingInterval: 50 };
  usualServer = await runningServer(form.folder, { whenDone: whenFileEnds });
  quickServer = await runningServer(form.folder, { limits, whenDone: whenFileEnds });
  await form.writeAccess('north');
  token = await links.add('north', { my: dataOfLink() });
});

/** A class of the demo school. */
function dataOfLink(): PersonalTimetables {
  const document = demoSchool().documents[0]?.document;
  const school = document?.classes[0];
  if (document === undefined || school === undefined) throw new Error('the demo school has no class');
  const { entityId, name, shortName } = school;
  const timetable = cutToPerson(document, { kind: 'class', entityId });
  return {
    kind: 'class',
    entity: { entityId, externalId: null, name, shortName },
    ...{ calendar: null, orgName: 'North', generation: 1, timetables: timetable === null ? [] : [timetable] },
  };
}

const feed = '/ical/{token}.ics';
const my = '/api/v1/my';
const proved = new Set<string>();

type Asking = { headers?: Record<string, string>; of?: string; sent?: string };

/** @param of another token @param sent the method that is sent, where the refusal is for the method itself */
async function ask(
  method: string,
  template: string,
  expected: number,
  { headers = {}, of = token, sent }: Asking = {},
) {
  const path = template.replace('{token}', of);
  const authorization: Record<string, string> = template === my && of !== '' ? { Authorization: `Bearer ${of}` } : {};
  const response = await fetch(`http://127.0.0.1:${usualServer.port}${path}`, {
    method: sent ?? method,
    headers: { ...authorization, ...headers },
  });
  expect(response.status).toBe(expected);
  const answer = { status: expected, headers: response.headers, body: await response.text() };
  expectDescribed(method, template, answer, sent === undefined);
  proved.add(`${method} ${template} ${expected}`);
  return response.headers;
}

async function askRaw(method: string, template: string, expected: number, rest: string, server = usualServer) {
  const answer = await exchangeRaw(server, `${method.toUpperCase()} ${template.replace('{token}', token)} ${rest}`);
  expect(answer.status).toBe(expected);
  expectDescribed(method, template, answer, false);
  proved.add(`${method} ${template} ${expected}`);
}

describe.each([feed, my])('%s', (template) => {
  test.each(['get', 'head'])('%s: 200 and 304', async (method) => {
    const given = await ask(method, template, 200);
    for (const encoding of ['br', 'gzip', 'identity'])
      await ask(method, template, 200, { headers: { 'Accept-Encoding': encoding } });
    await ask(method, template, 304, { headers: { 'If-None-Match': given.get('etag') ?? '' } });
    const since = { 'If-Modified-Since': given.get('last-modified') ?? '' };
    if (template === feed) await ask(method, template, 304, { headers: since });
  });

  test.each(['get', 'head'])('%s: every refusal', async (method) => {
    const expired = await links.add('north', {}, { expiresAt: '2020-01-01T00:00:00.000Z' });
    const making = newLinkToken('north');
    await links.write(making, 'north');
    const broken = newLinkToken('north');
    await form.store.write([{ path: linkPath(broken, 'north'), bytes: Buffer.from('{') }]);
    const of = (which: string) => ({ of: which });
    const unknown = template === feed ? 404 : 401;
    for (const which of ['', 'belfry_link_wrong', newLinkToken('north'), expired])
      await ask(method, template, unknown, of(which));
    await ask(method, template, 404, of(making));
    await ask(method, template, 500, of(broken));
    const ended: Partial<AccessRecord>[] = [{ state: 'suspended' }, { state: 'locked', lockedBecause: 'plan_ended' }];
    for (const access of ended) {
      await form.writeAccess('north', access);
      await ask(method, template, template === feed ? 404 : 402);
    }
    await form.writeAccess('north');
    for (const sent of ['POST', 'PUT', 'PATCH', 'DELETE']) await ask(method, template, 405, { sent });
    await ask(method, template, 412, { headers: { 'If-Match': '"another"' } });
    const past = { 'If-Unmodified-Since': 'Sun, 06 Nov 1994 08:49:37 GMT' };
    if (template === feed) await ask(method, template, 412, { headers: past });
  });

  test('options: the allowed methods, with a token and without', async () => {
    await ask('options', template, 204);
    await ask('options', template, 204, { of: '' });
  });

  test.each(['get', 'head', 'options'])('%s: not HTTP, too slow, too large', async (method) => {
    await askRaw(method, template, 400, 'nonsense\r\n\r\n');
    await askRaw(method, template, 408, 'HTTP/1.1\r\nHost: x\r\n', quickServer);
    await askRaw(method, template, 431, `HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`);
  });
});

test('every answer to a link in the description was checked', () => {
  const ofLinks = describedAnswers.filter((each) => / \/api\/v1\/my | \/ical\//.test(each));
  expect(ofLinks.length).toBeGreaterThan(40);
  expect(ofLinks.filter((each) => !proved.has(each))).toEqual([]);
});
