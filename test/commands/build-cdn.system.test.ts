// `build:cdn`: one self-contained file for each runtime, and an edited configuration is never overwritten.

import { readdir, readFile, writeFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Runtime, runtimes } from '../../scripts/command/bundle-cdn-function.ts';
import { runLine } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test.each(Object.keys(runtimes) as Runtime[])(
  '--for %s writes one file that imports only what the runtime has',
  async (runtime) => {
    const folder = await temporaryFolder();
    const { code, stdout } = await runLine(`build-cdn --for ${runtime} --to ${folder} --json`, {});
    const report = JSON.parse(stdout);
    const { file, start } = runtimes[runtime];
    expect([code, report.file, report.start]).toEqual([0, join(folder, file), start]);
    expect(report.compressed).toBeLessThan(50 * 1024);
    expect(await readdir(folder)).toEqual(runtime === 'workers' ? [file, 'wrangler.toml'] : [file]);
    const text = await readFile(join(folder, file), 'utf8');
    const imported = [...text.matchAll(/(?:\bfrom|\bimport)\s*\(?\s*["']([^"']+)["']/g)].map(([, name = '']) => name);
    // Deno has these too: https://docs.deno.com/api/node/
    const inDeno = runtime === 'deno' ? ['node:crypto', 'node:util', 'node:zlib'] : [];
    const inNode = runtime === 'node' || runtime === 'bun' ? builtinModules.map((name) => `node:${name}`) : [];
    expect(imported.filter((name) => ![...inDeno, ...inNode].includes(name))).toEqual([]);
  },
);

test('an edited wrangler.toml is kept, the example is written beside it, and both are printed', async () => {
  const folder = await temporaryFolder();
  const build = () => runLine(`build-cdn --to ${folder}`, {});
  expect((await build()).stdout).toContain(join(folder, 'wrangler.toml'));
  expect((await build()).stdout).not.toContain('example');
  const example = await readFile(join(folder, 'wrangler.toml'), 'utf8');
  const own = `${example}\n# of this school\n`;
  await writeFile(join(folder, 'wrangler.toml'), own);
  const { code, stdout } = await build();
  expect([code, stdout.includes('was edited, so it was not overwritten')]).toEqual([0, true]);
  expect(await readFile(join(folder, 'wrangler.toml'), 'utf8')).toBe(own);
  expect(await readFile(join(folder, 'wrangler.example.toml'), 'utf8')).toBe(example);
});

test('every variable of the function is in the guide, and those of Workers in the example', async () => {
  const guide = await readFile('scripts/deploy/README.md', 'utf8');
  const folder = await temporaryFolder();
  await runLine(`build-cdn --to ${folder}`, {});
  const example = await readFile(join(folder, 'wrangler.toml'), 'utf8');
  const read = async (name: string) => readFile(`src/serve/edge/${name}.ts`, 'utf8');
  const source = (await Promise.all(['edge-bucket', 'fetch-handler', 'settings'].map(read))).join('\n');
  const variables = new Set(
    source.match(/\b(S3_[A-Z_]+|BUCKET(_PREFIX)?|CORS_ORIGIN|REFUSE_AFTER|BEHIND_TLS_PROXY|HOST|PORT)\b/g),
  );
  expect(variables.size).toBeGreaterThan(10);
  for (const name of variables) {
    expect(guide).toContain(`\`${name}\``);
    if (!['HOST', 'PORT', 'BEHIND_TLS_PROXY', 'S3_SESSION_TOKEN'].includes(name)) expect(example).toContain(name);
  }
});

test('an unknown runtime is wrong usage', async () => {
  const { code, stderr } = await runLine('build-cdn --for fastly', {});
  expect(code).toBe(2);
  expect(stderr).toContain('Allowed choices are workers, deno, bun, node');
});
