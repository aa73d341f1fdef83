// A request that arrives after the record of a link was replaced is always answered by the new record.

import { renameSync, writeFileSync } from 'node:fs';
import { utimes } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { linkPath, publishedLinks } from '../support/published-links.ts';
import { recordPath } from '../support/record-places.ts';
import { served } from '../support/served.ts';
import { times } from '../support/thoroughness.ts';

const rounds = times(50, 500);

async function serveLink() {
  const { form, server } = await served({});
  const links = publishedLinks(form.store);
  const token = await links.add('north');
  const path = `/ical/${token}.ics`;
  const statuses = async () => [
    (await server.call({ path })).status,
    (await server.call({ path: '/api/v1/my', headers: { Authorization: `Bearer ${token}` } })).status,
  ];
  return { form, server, links, token, path, statuses, record: linkPath(token, 'north') };
}
const good = [200, 200];
const refused = [404, 401];

test(`a link is refused at once when it is revoked, and accepted at once when it is restored: ${rounds} changes`, async () => {
  const { form, links, token, statuses, record } = await serveLink();
  const valid = (await form.store.read(record)) ?? Buffer.of();
  for (let round = 0; round < rounds; round++) {
    await links.write(token, 'north', { revoked: true });
    expect(await statuses()).toEqual(refused);
    await form.store.write([{ path: record, bytes: valid }]);
    expect(await statuses()).toEqual(good);
  }
});

test(`a suspension applies to links at once, and so does its end: ${rounds} changes`, async () => {
  const { form, statuses } = await serveLink();
  for (let round = 0; round < rounds; round++) {
    await form.writeAccess('north', { state: 'suspended' });
    expect(await statuses()).toEqual([404, 402]);
    await form.writeAccess('north');
    expect(await statuses()).toEqual(good);
  }
});

test('a cached record of a link is read again as soon as it is replaced, with the same time and size', async () => {
  const { form, links, token, statuses, record } = await serveLink();
  const file = join(form.folder, record);
  await links.write(token, 'north', { expiresAt: '2999-01-01T00:00:00.000Z' });
  const valid = Buffer.from((await form.store.read(record)) ?? []).toString();
  for (let round = 0; round < 10; round++)
    for (const expired of [true, false]) {
      await statuses();
      await sleep(40);
      await statuses();
      writeFileSync(`${file}.new`, expired ? valid.replace('2999', '2000') : valid);
      renameSync(`${file}.new`, file);
      await utimes(file, 1_700_000_000, 1_700_000_000);
      expect([await statuses(), await statuses()]).toEqual(expired ? [refused, refused] : [good, good]);
    }
});

test('a link is refused at once when its record, or that of its organisation, is removed', async () => {
  const { form, statuses, record } = await serveLink();
  for (const path of [record, recordPath('north')]) {
    const bytes = (await form.store.read(path)) ?? Buffer.of();
    for (let round = 0; round < 20; round++) {
      expect(await statuses()).toEqual(good);
      await form.store.remove([path]);
      expect(await statuses()).toEqual(refused);
      await form.store.write([{ path, bytes }]);
    }
  }
});

test(`of 32 callers none is granted the feed after it was revoked, through ${rounds} revocations`, async () => {
  const { form, server, path, record, statuses } = await serveLink();
  const valid = Buffer.from((await form.store.read(record)) ?? []).toString();
  const file = join(form.folder, record);
  let isRevoked = false;
  let changes = 0;
  const change = (revoked: boolean) => {
    // Of the same size, so that only the reading tells.
    writeFileSync(`${file}.new`, revoked ? valid.replace('"revoked":false', '"revoked":true ') : valid);
    renameSync(`${file}.new`, file);
    isRevoked = revoked;
    changes += 1;
  };
  const agent = new Agent({ keepAlive: true });
  let late = 0;
  let answers = 0;
  const ask = () =>
    new Promise<void>((answered, failed) => {
      const [whenAsked, revokedWhenAsked] = [changes, isRevoked];
      get({ port: server.port, host: '127.0.0.1', path, agent }, (response) => {
        // A change in between may show or not.
        if (whenAsked === changes && response.statusCode !== (revokedWhenAsked ? 404 : 200)) late += 1;
        answers += 1;
        response.resume().on('end', answered);
      }).on('error', failed);
    });
  const callForEver = async () => {
    while (changes < 2 * rounds) {
      await ask();
      if (Math.random() < 0.05) change(!isRevoked);
    }
  };
  await Promise.all(Array.from({ length: 32 }, callForEver));
  agent.destroy();
  expect([late, answers > changes]).toEqual([0, true]);
  change(false);
  expect(await statuses()).toEqual(good);
});
