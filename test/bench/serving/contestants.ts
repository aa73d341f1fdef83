// The servers that are compared, each with a suitable configuration: how to start it, and how to request a file.

import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type ChildCommand, startCommand, startProgram } from '../child-command.ts';
import type { BenchForm } from './bench-form.ts';
import { isInstalled, type Request } from './generate-load.ts';
import type { Wanted } from './loads.ts';

export type Place = {
  form: BenchForm;
  port: number;
  /** Put before the program, as taskset is. */
  prefix: readonly string[];
  /** Whether its cache is smaller than what is requested. */
  cold: boolean;
};

export type Contestant = {
  name: string;
  start(place: Place): Promise<Pick<ChildCommand, 'stop'>>;
  /** The request in this contestant's form; null if it has no equivalent. */
  ask(wanted: Wanted): Request | null;
};

const program = (name: string) => fileURLToPath(new URL(`${name}.ts`, import.meta.url));
const acceptEncoding = ({ encoding }: Wanted) => (encoding === 'br' ? 'gzip, br' : 'gzip');

const throughApi = (wanted: Wanted): Request => ({
  path: `/api/v1/timetables${wanted.versionId === null ? '' : `/${wanted.versionId}`}`,
  headers: { Authorization: `Bearer ${wanted.key}`, 'Accept-Encoding': acceptEncoding(wanted) },
});
const isUnknownKey = ({ key }: Wanted) => /^belfry_0+$/.test(key);

/** A file of the plain folder. Servers without keys get the header too, and ignore it. */
const plainFile = (wanted: Wanted, suffix = ''): Request => ({
  path: `/${wanted.organisationId}/${wanted.versionId ?? 'timetables'}.json${suffix}`,
  headers: throughApi(wanted).headers,
});
const production = { NODE_ENV: 'production' };

export const belfry: Contestant = {
  name: 'Belfry',
  start: ({ form, port, prefix, cold }) => {
    const env = { BELFRY_OUT: form.published, PORT: String(port), ADMIN_PORT: String(port + 500), LOG_LEVEL: 'error' };
    return startCommand('serve', cold ? ['--cache', '1'] : [], env, 'Serving', prefix);
  },
  ask: throughApi,
};

export const bare: Contestant = {
  name: 'bare node:http',
  start: ({ form, port, prefix, cold }) =>
    startProgram(program('bare-server'), [String(port), form.plain, ...(cold ? ['cold'] : [])], {}, 'ready', prefix),
  ask: (wanted) => (isUnknownKey(wanted) ? { ...plainFile(wanted), path: '/refused' } : plainFile(wanted)),
};

/** A server without keys. serve-handler leaks a file descriptor at each 304, so it gets none. */
const fileServer = (name: string, kind: 'sirv' | 'serve-handler', suffix?: string): Contestant => ({
  name,
  start: ({ form, port, prefix }) =>
    startProgram(program('file-server'), [String(port), form.plain, kind], production, 'ready', prefix),
  ask: (wanted) =>
    isUnknownKey(wanted) || (wanted.conditional && kind === 'serve-handler') ? null : plainFile(wanted, suffix),
});

/** @param database with the large organisation in it */
const perRequest = (database: string): Contestant => ({
  name: 'fastify + kysely + pg',
  start: ({ port, prefix }) =>
    startProgram(
      program('per-request-server'),
      [String(port)],
      { DATABASE_URL: database, ...production },
      'ready',
      prefix,
    ),
  ask: (wanted) => (wanted.organisationId === 'large' && wanted.conditional !== true ? throughApi(wanted) : null),
});

const nginx: Contestant = {
  name: 'nginx, gzip_static',
  async start({ form, port, prefix }) {
    const folder = await mkdtemp(join(tmpdir(), 'belfry-nginx-'));
    const lines = [form.large, form.huge, ...form.small, form.cold].flatMap(({ id, keys }) =>
      keys.map((key) => `"Bearer ${key}" ${id};`),
    );
    await writeFile(join(folder, 'keys.map'), lines.join('\n'));
    const template = await readFile(new URL('nginx.conf', import.meta.url), 'utf8');
    const values: Record<string, string> = {
      '@port@': String(port),
      '@folder@': folder,
      '@plain@': form.plain,
      // As root, nginx would run its workers as nobody, who cannot read the folder of the measurement.
      '@user@': process.getuid?.() === 0 ? 'user root;' : '',
    };
    await writeFile(
      join(folder, 'nginx.conf'),
      template.replace(/@(?:port|folder|plain|user)@/g, (name) => values[name] ?? name),
    );
    const running = await startProgram('nginx', ['-c', join(folder, 'nginx.conf')], {}, null, prefix);
    return {
      async stop() {
        await running.stop();
        await rm(folder, { recursive: true });
      },
    };
  },
  ask: throughApi,
};

/** @param database of the contestant that builds each answer; null leaves it out */
export function listContestants(database: string | null, few: boolean): Contestant[] {
  const sirv = fileServer('sirv, precompressed', 'sirv');
  if (few) return [belfry, bare, sirv];
  return [
    belfry,
    bare,
    sirv,
    fileServer('serve-handler (uncompressed)', 'serve-handler'),
    fileServer('serve-handler, .br by name', 'serve-handler', '.br'),
    ...(database === null ? [] : [perRequest(database)]),
    ...(isInstalled('nginx') ? [nginx] : []),
  ];
}
