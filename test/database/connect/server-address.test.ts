// No message contains a password, in any form of connection string.

import { inspect } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openDatabase } from '../../../src/database/connect/open-database.ts';
import { serverAddress } from '../../../src/database/connect/server-address.ts';

const refusalOf = (url: string) =>
  openDatabase({ url, folder: '' }).then(
    async (open) => {
      await open.close();
      throw new Error('it was opened');
    },
    (error: unknown) => error as Error,
  );

test.each([
  ['before the host', 'postgres://belfry:geheim@127.0.0.1:1/school'],
  ['as a parameter', 'postgresql://belfry@127.0.0.1:1/school?password=geheim'],
  ['as a parameter, with an @', 'postgresql://belfry@127.0.0.1:1/school?password=gehe@im'],
  ['with an @', 'postgres://belfry:gehe@im@127.0.0.1:1/school'],
  ['with encoded characters', 'postgres://belfry:geheim%2F%40%3F%23%25@127.0.0.1:1/school'],
  ['with a percent sign', 'postgres://belfry:geheim%@127.0.0.1:1/school'],
  ['with a space', 'postgres://belfry:geheim geheim@127.0.0.1:1/school'],
])('%s: host, port and database are named', async (_, url) => {
  const error = await refusalOf(url);
  expect(error.message).toMatch(/^cannot reach PostgreSQL at 127\.0\.0\.1:1\/school: connect ECONNREFUSED/);
  expect(inspect(error, { depth: 9 })).not.toMatch(/gehe|im@/);
});

test.each([
  ['with a slash', 'postgres://belfry:ge/heim@127.0.0.1:1/school'],
  ['with a slash after digits, as if they were a port', 'postgres://belfry:12/heim@127.0.0.1:1/school'],
  ['with an @ and a slash', 'postgres://belfry:ge@heim/heim@127.0.0.1:1/school'],
  ['with a question mark', 'postgres://belfry:12?heim@127.0.0.1:1/school'],
  ['with a question mark and an equals sign', 'postgres://belfry:12?heim=heim@127.0.0.1:1/school'],
  ['with a number sign', 'postgres://belfry:12#heim@127.0.0.1:1/school'],
  ['as a parameter, with a number sign', 'postgres://belfry@127.0.0.1:1/school?password=ge#heim'],
  ['with invalid percent-encoding', 'postgres://belfry:heim%e9x@127.0.0.1:1/school'],
  ['in the form of keywords and values', 'host=127.0.0.1 port=1 user=belfry password=heim dbname=school'],
  ['without a scheme', 'belfry:heim@127.0.0.1:1/school'],
])('%s: the address is refused as a whole, with the form that is right', async (_, url) => {
  const error = await refusalOf(url);
  expect(error.message).toMatch(/^cannot read the address of PostgreSQL, DATABASE_URL: .*It is not shown here/);
  expect(inspect(error, { depth: 9 })).not.toMatch(/heim|belfry:|:12/);
});

test.each([
  ['postgres://u:p@db.internal/x', 'db.internal:5432/x'],
  ['postgres://u@[::1]:1/x', '[::1]:1/x'],
  ['postgres://u@/x?host=%2Frun%2Fpostgresql', '/run/postgresql:5432/x'],
  ['/run/postgresql x', '/run/postgresql:5432/x'],
  ['socket:/run/postgresql?db=x', '/run/postgresql:5432/x'],
  ['postgres://', 'env.internal:7/env'],
  ['postgres://db.internal', 'db.internal:7/env'],
])('%s is %s', (url, expected) => {
  const named = expected.includes('env') ? { PGHOST: 'env.internal', PGPORT: '7', PGDATABASE: 'env' } : {};
  const unnamed = { PGHOST: undefined, PGPORT: undefined, PGDATABASE: undefined, PGUSER: undefined };
  for (const [name, value] of Object.entries({ ...unnamed, ...named })) vi.stubEnv(name, value);
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  expect(serverAddress(url)).toBe(expected);
});
