// belfry build-cdn: bundles the CDN function to one file for a runtime.

import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { Option } from 'commander';
import { CheckFailedError } from '../src/errors.ts';
import { ignoreMissing } from '../src/store/folder/durable-folders.ts';
import { bundleCdnFunction, type Runtime, runtimes } from './command/bundle-cdn-function.ts';
import { createCommand } from './command/create-command.ts';
import { orUnwritable } from './input/or-unwritable.ts';
import { print } from './reports/print-report.ts';

/** The maximum size of the compressed function, in bytes. */
const limit = 50 * 1024;

/** Commented lines show optional settings. */
const configuration = `# An example for Cloudflare Workers: \`npx wrangler deploy\` in this folder.
name = "belfry"
main = "belfry.js"
compatibility_date = "2026-04-01"

[[r2_buckets]]
binding = "BUCKET"
bucket_name = "belfry"

[vars]
# The prefix of every path in the bucket, without a trailing slash:
# BUCKET_PREFIX = "live"
# Origins whose pages may read answers, separated by commas, or *:
# CORS_ORIGIN = "https://school.example"
# Refuse all requests when no publisher has written a heartbeat for this many seconds:
# REFUSE_AFTER = "120"

# Instead of the binding any S3-compatible bucket, with the last two as secrets (\`npx wrangler secret put ...\`):
# S3_BUCKET_URL = "https://s3.example/belfry"
# S3_REGION = "us-east-1"
# S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
`;

type Options = { to: string; for: Runtime; json?: boolean };

export const command = createCommand('build-cdn', 'Bundle the CDN function to one file', [
  'build-cdn',
  'build-cdn --for deno --to out/edge',
])
  .alias('build:cdn')
  .addOption(
    new Option('--for <runtime>', 'the runtime of the function').choices(Object.keys(runtimes)).default('workers'),
  )
  .option('--to <folder>', 'the folder to write', 'out/cdn')
  .option('--json', 'report as JSON')
  .action(async ({ to, for: runtime, json }: Options) => {
    const bytes = await bundleCdnFunction(runtime);
    const compressed = gzipSync(bytes).length;
    const { file: name, start } = runtimes[runtime];
    const file = join(to, name);
    const written = await orUnwritable(to, async () => {
      await mkdir(to, { recursive: true });
      await writeFile(file, bytes);
      return runtime === 'workers' ? writeConfiguration(to) : null;
    });
    print(json, { file, bytes: bytes.length, compressed, start, configuration: written }, () => [
      `Wrote ${file}, ${bytes.length} bytes, ${compressed} compressed. To start it: ${start}`,
      ...(written === null ? [] : [`Wrote ${written}.`]),
      ...(written?.endsWith('example.toml')
        ? ['The wrangler.toml beside it was edited, so it was not overwritten.']
        : []),
    ]);
    if (compressed > limit) throw new CheckFailedError(`the function must stay below ${limit} compressed bytes`);
  });

/** Writes the example beside an edited wrangler.toml, which it never overwrites. @returns the file written */
async function writeConfiguration(folder: string): Promise<string> {
  const own = join(folder, 'wrangler.toml');
  const found = await readFile(own, 'utf8').catch(ignoreMissing);
  const file = found === null || found === configuration ? own : join(folder, 'wrangler.example.toml');
  await writeFile(file, configuration);
  return file;
}
