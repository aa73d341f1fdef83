// The settings are parsed strictly: an invalid value is refused, never guessed. The meaning of each setting comes from
// settings.ts; the values that must be refused are listed here.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { bucketServer } from '../../scripts/options/bucket-server.ts';
import { publishedLocation, settings, settingsOf } from '../../scripts/options/settings.ts';
import { SettingError } from '../../src/errors.ts';
import { runLine } from '../support/run-command.ts';

const all = Object.values(settings);

beforeEach(() => {
  for (const { name } of all) vi.stubEnv(name, undefined);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

const aSecret = ['two words', 'tab\t', 'line\n', ' ', 'schlüssel'];
const noFolder = ['s3://timetables/live', 'https://user:heim@host/out', '  '];
const noAddress = [
  's3.example.org',
  'ftp://s3.example.org',
  'https://',
  'https://user:heim@s3.example.org',
  'http://a b',
];
const noRegion = ['eu central', 'https://s3.example.org', ' '];
const noPort = ['http', '65536', '0x1f90', '8e3', '-1', ' 80', '8080.0', '٨٠'];

const refused: Record<string, string[]> = {
  DATABASE_URL: ['timetables', 'mysql://belfry:heim@127.0.0.1/x', 'postgres://belfry:ge/heim@127.0.0.1:1/x'],
  BELFRY_LISTEN_URL: ['timetables', 'mysql://belfry:heim@127.0.0.1/x', 'postgres://belfry:ge/heim@127.0.0.1:1/x'],
  BELFRY_DATA: noFolder,
  BELFRY_OUT: noFolder,
  BELFRY_BUCKET: [
    'timetables',
    's3:timetables',
    's3://',
    's3:///live',
    's3://b/../x',
    's3://b//x',
    'https://u:heim@h/b',
  ],
  AWS_ENDPOINT_URL_S3: noAddress,
  AWS_ENDPOINT_URL: noAddress,
  AWS_REGION: noRegion,
  AWS_DEFAULT_REGION: noRegion,
  AWS_ACCESS_KEY_ID: aSecret,
  AWS_SECRET_ACCESS_KEY: aSecret,
  AWS_SESSION_TOKEN: aSecret,
  BELFRY_KEEP_DAYS: ['30d', '-1', '+7', '1.5', '1e3', '0x1e', ' 30', 'Infinity', '3651', '٣٠'],
  BELFRY_KEEP_MB: ['64M', '-1', '6.4', '1e3', ' 64', '1000001', 'all'],
  BELFRY_LINKS_MB: ['2G', '0', '-1', '6.4', '1e3', ' 64', '1000001', 'all'],
  BELFRY_RESERVE_MB: ['2G', '-1', '6.4', '1e3', ' 64', '1000001', 'all'],
  BELFRY_CHECK_SECONDS: ['60s', '4', '3601', '-5', '7.5', ' 60', 'never'],
  ADMIN_HOST: ['http://127.0.0.1', '127.0.0.1/8', 'two hosts', ' '],
  ADMIN_NAMES: ['https://a.example', 'a.example:8081', 'a b', ',', ' '],
  DASHBOARD_HOST: ['http://127.0.0.1', '127.0.0.1/8', 'two hosts', ' '],
  DASHBOARD_PORT: noPort,
  DASHBOARD_NAMES: ['https://a.example', 'a.example:8443', 'a.example/x', 'a b', ',', ' '],
  HOST: ['http://127.0.0.1', '127.0.0.1/8', 'two hosts', ' '],
  PORT: noPort,
  ADMIN_PORT: noPort,
  WATCH_ADMIN_PORT: noPort,
  BELFRY_URL: [...noAddress, 'timetables.example', 'http://a/path', 'https://user:heim@a', 'ftp://a', ' '],
  TLS_CERT: [' '],
  TLS_KEY: [' '],
  BELFRY_WEBHOOK_ALLOW: ['10.0.0.1', 'school.example', '10.0.0.0/33', '10.0.0.0/8;::1/128', '::1/129', ',', ' '],
  CORS_ORIGIN: ['school.example', 'https://school.example/', 'https://School.example', '*, https://a', ',', ' '],
  LOG_LEVEL: ['loud', 'INFO', 'warning', 'fatal', '30', ' info'],
  BELFRY_SERVERS: [...noAddress, ',', '127.0.0.1:8081', 'http://a:8081/status', 'http://a;http://b', ' '],
};

/** The message names the variable and the value, unless the value may contain a password. */
function expectSentence(sentence: string, name: string, value: string) {
  expect(sentence).toContain(name);
  const isHidden = ['DATABASE_URL', 'BELFRY_LISTEN_URL'].includes(name) || aSecret.includes(value);
  if (isHidden && value.trim() !== '') expect(sentence).not.toContain(value);
  if (!isHidden && !value.includes('@')) expect(sentence).toMatch(new RegExp(`^${name} must be .*, not `));
  if (!isHidden && !value.includes('@')) expect(sentence).toContain(value);
  expect(sentence).not.toContain('heim');
}

test('the table has values to refuse for each setting', () => {
  expect(Object.keys(refused).toSorted()).toEqual(all.map(({ name }) => name).toSorted());
});

describe.each(all)('$name', (setting) => {
  const { name, example } = setting;

  test.each(refused[name] ?? [])('is refused as "%s"', (value) => {
    vi.stubEnv(name, value);
    expect(() => setting.value).toThrow(SettingError);
    try {
      void setting.value;
    } catch (error) {
      expectSentence(String(error).replace('SettingError: ', ''), name, value);
    }
  });

  test('accepts its example', () => {
    const { value: otherwise } = setting;
    vi.stubEnv(name, example);
    expect(setting.value).toBeDefined();
    expect(setting.value).not.toEqual(otherwise);
  });

  test('has the same value when empty as when unset', () => {
    const { value: otherwise } = setting;
    vi.stubEnv(name, '');
    expect(setting.value).toEqual(otherwise);
  });
});

test('the defaults are those of the table', () => {
  const defaults = {
    dataFolder: '.data',
    outFolder: 'out',
    keepDays: 30,
    keepMegabytes: 64,
    linkMegabytes: 2000,
    reserveMegabytes: 200,
    checkSeconds: 60,
    host: '127.0.0.1',
    port: 8080,
  };
  const found = Object.fromEntries(Object.entries(settings).map(([key, { value }]) => [key, value]));
  expect(JSON.parse(JSON.stringify(found))).toEqual({
    ...defaults,
    adminPort: 8081,
    adminHost: '127.0.0.1',
    watchAdminPort: 8083,
    dashboardHost: '127.0.0.1',
    dashboardPort: 8082,
    logLevel: 'info',
  });
  expect(publishedLocation()).toBe('out');
  vi.stubEnv('BELFRY_BUCKET', 's3://timetables/live/');
  expect(publishedLocation()).toBe('s3://timetables/live/');
});

test.each([0, 7, 3650])('BELFRY_KEEP_DAYS=%s is accepted', (days) => {
  vi.stubEnv('BELFRY_KEEP_DAYS', String(days));
  expect(settings.keepDays.value).toBe(days);
});

describe('on a real command line an invalid value exits with 2, in one sentence, before anything is done', () => {
  const lines: Record<string, string> = {
    import: 'import --organisation school nothing.json',
    organisations: 'organisations list',
    keys: 'keys list --organisation school',
    links: 'links list --organisation school',
    webhooks: 'webhooks list --organisation school',
    rollback: 'rollback --organisation school',
    forget: 'forget --organisation school',
    copy: 'copy --from s3://timetables/live --to out/copy',
    timetables: 'timetables list --organisation school',
    export: 'export --organisation school --to -',
    bench: 'bench levels',
  };
  // Each variable with one of its commands, so that in the end nearly every command has refused something.
  test.each(all.map(({ name, commands }, index) => [name, commands[index % commands.length] ?? ''] as const))(
    '%s, for %s',
    async (name, command) => {
      const [value = ''] = refused[name] ?? [];
      const unset = Object.fromEntries(all.map(({ name }) => [name, undefined]));
      const bucket = all.filter(({ name }) => /^(AWS_(ACCESS|SECRET)|BELFRY_BUCKET)/.test(name));
      const inBucket = name.startsWith('AWS_')
        ? Object.fromEntries(bucket.map((each) => [each.name, each.example]))
        : {};
      const region = { AWS_REGION: name === 'AWS_DEFAULT_REGION' ? undefined : 'x' };
      const variables = { ...unset, ...inBucket, ...region, [name]: value };
      const { code, stdout, stderr } = await runLine(lines[command] ?? command, variables);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toMatch(/^error: .+\n$/);
      expectSentence(stderr.trimEnd().replace('error: ', ''), name, value);
    },
  );
});

test('a command checks only the settings that it uses', () => {
  const namesFor = (command: string) => settingsOf(command).map(({ name }) => name);
  expect(namesFor('migrate')).toEqual(['DATABASE_URL', 'BELFRY_DATA']);
  expect(namesFor('bench')).toEqual(['DATABASE_URL']);
  expect(namesFor('smoke')).toEqual([]);
  expect(namesFor('serve')).not.toContain('DATABASE_URL');
  expect(namesFor('watch')).not.toContain('PORT');
  expect(namesFor('start')).toEqual(all.map(({ name }) => name).filter((name) => name !== 'WATCH_ADMIN_PORT'));
});

test('the table in the guide for operators is the table of settings', () => {
  const guide = readFileSync(new URL('../../scripts/deploy/operating.md', import.meta.url), 'utf8');
  const section = /^## Settings\n(.*?)^## /ms.exec(guide)?.[1] ?? '';
  const rows = section.split('\n').filter((line) => line.startsWith('| `'));
  expect(rows).toEqual(
    all.map(({ name, meaning, unset, example }) => `| \`${name}\` | ${meaning} | ${unset} | \`${example}\` |`),
  );
});

/** The AWS_ variables. */
function stubBucket(variables: Record<string, string>) {
  for (const { name } of all) if (name.startsWith('AWS_')) vi.stubEnv(name, variables[name]);
}
const credentials = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

test.each([
  [{ AWS_REGION: 'eu-central-1' }, 'https://s3.eu-central-1.amazonaws.com', 'eu-central-1'],
  [{ AWS_DEFAULT_REGION: 'eu-west-1' }, 'https://s3.eu-west-1.amazonaws.com', 'eu-west-1'],
  [{ AWS_ENDPOINT_URL: 'https://s3.example.org' }, 'https://s3.example.org', 'us-east-1'],
  [{ AWS_ENDPOINT_URL_S3: 'http://ceph:8000', AWS_REGION: 'x' }, 'http://ceph:8000', 'x'],
  [{ AWS_ENDPOINT_URL_S3: 'https://a', AWS_ENDPOINT_URL: 'https://b' }, 'https://a', 'us-east-1'],
])('with %o, the bucket is at %s in the region %s', (variables, endpoint, region) => {
  stubBucket({ ...credentials, ...variables });
  const found = { endpoint, region, accessKeyId: 'id', secretAccessKey: 'secret', sessionToken: undefined };
  expect(bucketServer()).toEqual(found);
  stubBucket({ ...credentials, ...variables, AWS_SESSION_TOKEN: 'token' });
  expect(bucketServer()).toEqual({ ...found, sessionToken: 'token' });
});

test.each([
  [{ AWS_REGION: 'x', AWS_ACCESS_KEY_ID: 'id' }, 'AWS_SECRET_ACCESS_KEY'],
  [{ AWS_REGION: 'x', AWS_PROFILE: 'school' }, 'aws configure export-credentials --format env'],
  [credentials, 'AWS_ENDPOINT_URL_S3, or AWS_REGION'],
])('with %o, the bucket is wrong usage: %s', (variables, message) => {
  stubBucket(variables);
  expect(() => bucketServer()).toThrow(SettingError);
  expect(() => bucketServer()).toThrow(message);
});
