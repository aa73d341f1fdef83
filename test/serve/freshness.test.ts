// A request that arrives after a record was replaced is always answered by the new record.

import { renameSync, writeFileSync } from 'node:fs';
import { readFile, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { recordPath } from '../support/record-places.ts';
import { listPath, type Served, served } from '../support/served.ts';
import { times } from '../support/thoroughness.ts';

const rounds = times(50, 500);
/** Ends when the server has cached the latest record: it has read it, and once more after the folder has settled. */
async function untilTrusted(context: Served): Promise<void> {
  await statusOf(context);
  await sleep(40);
  await statusOf(context);
}
const statusOf = async ({ server, bearer }: Served) => (await server.call({ path: listPath, headers: bearer })).status;

test(`a key is refused at once when it is revoked, and accepted at once when it is restored: ${rounds} changes`, async () => {
  const context = await served({});
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await context.form.writeKey(context.key, 'north', { revoked: round % 2 === 0 });
    found.push(await statusOf(context));
  }
  expect(found).toEqual(Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? 401 : 200)));
});

test(`a suspension applies at once, and so does its end: ${rounds} changes`, async () => {
  const context = await served({});
  const found: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const state = round % 2 === 0 ? 'suspended' : 'active';
    await context.form.writeAccess('north', { state });
    found.push(await statusOf(context));
  }
  expect(found).toEqual(Array.from({ length: rounds }, (_, round) => (round % 2 === 0 ? 402 : 200)));
});

test(`list and document are those of the current pointer: ${rounds} changes`, async () => {
  const { form, server, bearer } = await served({});
  const pointers: Uint8Array[] = [];
  for (const name of ['one', 'two']) {
    await form.publish('north', { [name]: { id: name } });
    pointers.push((await form.store.read(recordPath('north'))) ?? Buffer.of());
  }
  for (let round = 0; round < rounds; round++) {
    await form.store.write([{ path: recordPath('north'), bytes: pointers[round % 2] ?? Buffer.of() }]);
    const [name, other] = round % 2 === 0 ? ['one', 'two'] : ['two', 'one'];
    const { body } = await server.call({ path: listPath, headers: bearer });
    expect(JSON.parse(body.toString()).data.timetables).toEqual([{ id: name }]);
    expect((await server.call({ path: `${listPath}/${name}`, headers: bearer })).status).toBe(200);
    expect((await server.call({ path: `${listPath}/${other}`, headers: bearer })).status).toBe(404);
  }
});

test('a record that is replaced twice in quick succession, at the same size, is read again each time', async () => {
  const context = await served({});
  const file = join(context.form.folder, recordPath('north'));
  await context.form.writeKey(context.key, 'north', { expiresAt: '2999-01-01T00:00:00.000Z' });
  const good = await readFile(file, 'utf8');
  const expired = good.replace('2999', '2000');
  const replace = (record: string) => {
    writeFileSync(`${file}.new`, record);
    renameSync(`${file}.new`, file);
  };
  for (let round = 0; round < rounds; round++) {
    replace(round % 2 === 0 ? good : expired);
    expect(await statusOf(context)).toBe(round % 2 === 0 ? 200 : 401);
    replace(round % 2 === 0 ? expired : good);
    expect(await statusOf(context)).toBe(round % 2 === 0 ? 401 : 200);
  }
});

test('a record that is overwritten in place is read again within a second', async () => {
  const context = await served({});
  const file = join(context.form.folder, recordPath('north'));
  const good = await readFile(file, 'utf8');
  for (const wrong of [true, false]) {
    await untilTrusted(context);
    writeFileSync(file, wrong ? good.replace('"apiEnabled":true', '"apiEnabled":false') : good);
    await sleep(1001);
    expect(await statusOf(context)).toBe(wrong ? 401 : 200);
  }
});

test('a cached record is read again as soon as it is replaced, even with the same modification time', async () => {
  const context = await served({});
  const { form, key } = context;
  const replacements = [
    [(wrong: boolean) => form.writeKey(key, 'north', { revoked: wrong }), 401],
    [(wrong: boolean) => form.writeAccess('north', { apiEnabled: !wrong }), 401],
    [(wrong: boolean) => breakPointer(context, wrong), 500],
  ] as const;
  for (let round = 0; round < 5; round++) {
    for (const [replace, status] of replacements) {
      for (const wrong of [true, false]) {
        await untilTrusted(context);
        await replace(wrong);
        await utimes(join(form.folder, recordPath('north')), 1_700_000_000, 1_700_000_000);
        expect([await statusOf(context), await statusOf(context)]).toEqual(wrong ? [status, status] : [200, 200]);
      }
    }
  }
});

test('a key is refused at once when its record is removed, and accepted at once when it is written again', async () => {
  const context = await served({});
  const record = await context.form.store.read(recordPath('north'));
  for (let round = 0; round < 50; round++) {
    expect(await statusOf(context)).toBe(200);
    await context.form.store.remove([recordPath('north')]);
    expect(await statusOf(context)).toBe(401);
    await context.form.store.write([{ path: recordPath('north'), bytes: record ?? Buffer.of() }]);
  }
});

/** Replaces the organisation's id in the record by another of the same length, or restores it. */
async function breakPointer({ form }: Served, broken: boolean): Promise<void> {
  const bytes = await form.store.read(recordPath('north'));
  const text = Buffer.from(bytes ?? []).toString();
  const [from, to] = broken ? ['north', 'south'] : ['south', 'north'];
  const first = text.replace(`"organisationId":"${from}"`, `"organisationId":"${to}"`);
  await form.store.write([{ path: recordPath('north'), bytes: Buffer.from(first) }]);
}
