// The function as one file under deno, bun or node, over a bucket, started by the runtime's own command.

import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { bundleCdnFunction, type Runtime, runtimes } from '../../scripts/command/bundle-cdn-function.ts';
import type { BucketOfTest } from './bucket-of-test.ts';

export type StartedBundle = { port: number; logged(): string; close(): Promise<void> };
type ServerRuntime = Exclude<Runtime, 'workers'>;

/** @throws Error in CI when it is not installed, since tests must not be skipped there */
export function isRuntimeInstalled(runtime: ServerRuntime): boolean {
  try {
    execFileSync(runtime, ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    if (process.env['CI']) throw new Error(`${runtime} is not installed, and CI must not skip what needs it`);
    return false;
  }
}

/** The variables by which the function reads a bucket. */
export const bucketVariables = ({ bucket, prefix }: Pick<BucketOfTest, 'bucket' | 'prefix'>) => ({
  S3_BUCKET_URL: `${bucket.endpoint}/${bucket.name}`,
  S3_ACCESS_KEY_ID: bucket.accessKeyId,
  S3_SECRET_ACCESS_KEY: bucket.secretAccessKey,
  BUCKET_PREFIX: prefix,
});

/** @throws Error with its output when it ends instead of serving */
export async function startBundle(runtime: ServerRuntime, variables: Record<string, string>): Promise<StartedBundle> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-bundle-'));
  const { file, start } = runtimes[runtime];
  await writeFile(join(folder, file), await bundleCdnFunction(runtime));
  const [command = '', ...options] = start.split(' ');
  // Of the tests' environment only what is needed to find the command and its folders.
  const { PATH = '', HOME = folder } = process.env;
  const child = spawn(command, options, { cwd: folder, env: { PATH, HOME, PORT: '0', ...variables } });
  const ended = once(child, 'exit');
  let logged = '';
  child.stderr.on('data', (text) => {
    logged += text;
  });
  const close = async () => {
    child.kill();
    await ended;
    await rm(folder, { recursive: true });
  };
  for await (const line of createInterface({ input: child.stdout })) {
    const [, port] = /^Serving on http:\/\/127\.0\.0\.1:(\d+)$/.exec(line) ?? [];
    if (port !== undefined) return { port: Number(port), logged: () => logged, close };
  }
  await close();
  throw new Error(`${start} has ended: ${logged}`);
}
