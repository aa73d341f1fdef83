// The paths, commands and options that the service units and the Containerfile name exist.

import { execFile, execFileSync, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import { unpackPackage } from '../support/packed-package.ts';
import { repositoryFolder } from '../support/run-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const shipped = (name: string) => readFileSync(join(repositoryFolder, 'scripts/deploy', name), 'utf8');
const { version, repository, homepage, bugs } = JSON.parse(
  readFileSync(join(repositoryFolder, 'package.json'), 'utf8'),
);
const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;
if (!hasSystemd && process.env['CI'])
  throw new Error('systemd-analyze is not installed, and CI must not skip what needs it');

let installed: string;
let packed: string;
beforeAll(async () => {
  installed = await temporaryFolder(whenFileEnds);
  packed = (await unpackPackage(installed)).file;
  symlinkSync(join(repositoryFolder, 'node_modules/@electric-sql'), join(installed, 'node_modules/@electric-sql'));
});

/** A path of the image, in the folder of this test. */
const here = (path: string) => path.replace('/opt/belfry', installed);

describe.each(['belfry-serve.service', 'belfry-watch.service', 'belfry-dashboard.service'])('%s', (name) => {
  test.skipIf(!hasSystemd)('is valid for systemd (needs systemd-analyze)', async () => {
    const unit = join(await temporaryFolder(), name);
    // The path of node differs between machines, so it is not checked.
    writeFileSync(unit, shipped(name).replace('/usr/bin/node', process.execPath));
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8' });
    expect([status, stderr.split('\n').filter((line) => line.includes(name))]).toEqual([0, []]);
  });

  test.skipIf(!hasSystemd)('has an exposure of at most 2.0 (needs systemd-analyze security)', () => {
    const unit = join(repositoryFolder, 'scripts/deploy', name);
    const measured = spawnSync('systemd-analyze', ['security', '--offline=true', '--no-pager', unit], {
      encoding: 'utf8',
    });
    const [, level] = /Overall exposure level for \S+: ([\d.]+)/.exec(measured.stdout) ?? [];
    expect(Number(level)).toBeLessThanOrEqual(2);
  });

  test('starts the installed package, with a command and options that it has', () => {
    const [, own = '', line = ''] =
      /^ExecStart=\/usr\/bin\/node (?:(--\S+) )?\/opt\/belfry\/node_modules\/belfry\/dist\/belfry\.js (.*)$/m.exec(
        shipped(name),
      ) ?? [];
    const program = [...(own === '' ? [] : [own]), join(installed, 'node_modules/belfry/dist/belfry.js')];
    const help = execFileSync(process.execPath, [...program, ...line.split(' '), '--help'], { encoding: 'utf8' });
    expect(help).toContain(`Usage: belfry ${line.split(' ')[0]}`);
    for (const option of line.match(/--\S+/g) ?? []) expect(help).toContain(`${option} `);
  });
});

describe('the Containerfile', () => {
  const copies = [...shipped('Containerfile').matchAll(/^COPY (?!--from)(.+) (\S+)$/gm)].map(
    ([, from = '', to = '']) => ({
      from: from.split(' '),
      to,
    }),
  );
  const instruction = (name: string): string[] =>
    JSON.parse(new RegExp(`^${name} (\\[.*\\])$`, 'm').exec(shipped('Containerfile'))?.[1] ?? '[]');
  let open: OpenDatabase;

  beforeAll(async () => {
    open = await openTestDatabase();
  });
  afterAll(() => open.close());

  test('takes the image that it is built from as an argument, so that a digest can be given', () => {
    const names = [...shipped('Containerfile').matchAll(/^ARG (\w+)=\S+$/gm)].map(([, name]) => `\${${name}}`);
    const bases = [...shipped('Containerfile').matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
    expect(bases).not.toEqual([]);
    for (const base of bases) expect(names).toContain(base?.trim());
  });

  test('has all that it copies in its context, and no data, settings, tests or history', () => {
    const rules = shipped('Containerfile.dockerignore').split('\n');
    const letIn = rules.filter((rule) => rule.startsWith('!')).map((rule) => rule.slice(1));
    expect(rules.find((rule) => rule !== '' && !rule.startsWith('#'))).toBe('*');
    expect(letIn.toSorted()).toEqual(copies.flatMap(({ from }) => from).toSorted());
    for (const secret of ['**/*.env', '**/.env*', '**/node_modules']) expect(rules).toContain(secret);
  });

  test('is healthy while the process of its command answers, and not when none does', async () => {
    const [, check = '[]'] = /^HEALTHCHECK .*CMD (\[.*\])$/m.exec(shipped('Containerfile')) ?? [];
    const [program = '', ...inImage]: string[] = JSON.parse(check);
    const words = inImage.map(here);
    expect([program, existsSync(words[0] ?? '')]).toEqual(['node', true]);
    const server = createServer((_, response) => response.end('ok'));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    const address = server.address();
    const open = String(typeof address === 'object' ? address?.port : '');
    const statusOf = (ports: Record<string, string>) =>
      new Promise((resolve) => {
        const env = { ...process.env, ADMIN_PORT: '1', WATCH_ADMIN_PORT: '1', DASHBOARD_PORT: '1', ...ports };
        execFile(process.execPath, words, { cwd: repositoryFolder, env }).on('exit', resolve);
      });
    expect(await statusOf({})).toBe(1);
    for (const name of ['ADMIN_PORT', 'WATCH_ADMIN_PORT', 'DASHBOARD_PORT'])
      expect([name, await statusOf({ [name]: open })]).toEqual([name, 0]);
    server.close();
  });

  test('has no root, and the labels of OCI with the release that it holds', () => {
    const text = shipped('Containerfile');
    expect(text).toMatch(/^USER node$/m);
    expect(text.indexOf('\nUSER node')).toBeLessThan(text.indexOf('\nENTRYPOINT'));
    expect(/^ARG VERSION=(\S+)$/m.exec(text)?.[1]).toBe(version);
    const labels = [...text.matchAll(/org\.opencontainers\.image\.(\w+)="[^"]+"/g)].map(([, name]) => name);
    expect(labels).toEqual(['title', 'description', 'version', 'licenses', 'source', 'documentation']);
    // No address stands anywhere but in package.json; a label cannot read it.
    const labelOf = (name: string) => new RegExp(`image\\.${name}="([^"]+)"`).exec(text)?.[1];
    expect(labelOf('source')).toBe(repository.url.replace(/^git\+|\.git$/g, ''));
    expect(labelOf('documentation')).toBe(homepage);
    expect(bugs.startsWith(labelOf('source') ?? '-')).toBe(true);
  });

  test('copies everything that the package is made of', { tags: 'long' }, async () => {
    const image = await temporaryFolder();
    for (const { from, to } of copies) {
      for (const each of from) {
        expect(existsSync(join(repositoryFolder, each))).toBe(true);
        const target = join(image, to === './' ? each : to);
        mkdirSync(join(target, '..'), { recursive: true });
        cpSync(join(repositoryFolder, each), target, { recursive: true });
      }
    }
    symlinkSync(join(repositoryFolder, 'node_modules'), join(image, 'node_modules'));
    expect(shipped('Containerfile')).toMatch(/^RUN npm pack --pack-destination \/tmp /m);
    const { status, stdout, stderr } = spawnSync('npm', ['pack', '--silent'], { cwd: image, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    // Their hashes depend on where modules were found.
    const listed = (file: string) => {
      const names = execFileSync('tar', ['-tzf', file], { encoding: 'utf8' }).replaceAll(/-[A-Z0-9]{8}(?=\.)/g, '');
      return names.split('\n').toSorted();
    };
    expect(listed(join(image, stdout.trim().split('\n').at(-1) ?? ''))).toEqual(listed(packed));
  });

  test('publishes, serves nothing in the clear, and shows the demo by default', async () => {
    const out = join(await temporaryFolder(), 'out');
    const run = (...command: string[]) => {
      const [, ...entry] = instruction('ENTRYPOINT');
      const [, host] = /^ENV .*\bHOST=(\S+)/m.exec(shipped('Containerfile')) ?? [];
      const settings = { BELFRY_OUT: out, BELFRY_BUCKET: '', HOST: host, TLS_CERT: '', TLS_KEY: '' };
      const env = { ...process.env, DATABASE_URL: open.connectionString, ...settings };
      return spawnSync(process.execPath, [...entry.map(here), ...command], { cwd: installed, env, encoding: 'utf8' });
    };
    expect(run('build')).toMatchObject({ status: 0, stderr: '' });
    for (const file of ['site/index.html', 'site/schemas/timetable.json'])
      expect([file, existsSync(join(out, file))]).toEqual([file, true]);
    // It serves no plain HTTP: without a certificate it exits, and says what to set.
    const refused = run('serve');
    expect(refused.stderr).toContain('set TLS_CERT and TLS_KEY, or give --behind-tls-proxy');
    expect(refused.status).toBe(2);
    const word = /^#\s+(serve --\S+)/m.exec(shipped('Containerfile'))?.[1] ?? '';
    expect(run(...word.split(' '), '--help')).toMatchObject({ status: 0, stderr: '' });
    expect(instruction('CMD')).toEqual(['demo']);
    expect(run('demo', '--help')).toMatchObject({ status: 0, stderr: '' });
  });
});
