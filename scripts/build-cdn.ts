// npm run build:cdn: bundles the CDN function to one file, with an example of how to deploy it.

import { mkdir, writeFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { bundleCdnFunction } from './support/bundle-cdn-function.ts';
import { createCommand, exitCodes, print, runCommand } from './support/run-command.ts';

/** Compressed bytes that the function may have. */
const limit = 50 * 1024;

const configuration = `# An example for Cloudflare Workers: \`npx wrangler deploy\` in this folder.
name = "belfry"
main = "belfry.js"
compatibility_date = "2026-04-01"

[[r2_buckets]]
binding = "BUCKET"
bucket_name = "belfry"

# Or any S3-compatible bucket, with the last two as secrets (\`npx wrangler secret put ...\`):
# [vars]
# S3_BUCKET_URL = "https://s3.example/belfry"
# S3_REGION = "us-east-1"
# S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY
`;

const command = createCommand('build:cdn', 'Bundle the CDN function to one file')
  .option('--to <folder>', 'where to', 'out/cdn')
  .option('--json', 'report as JSON')
  .action(async ({ to, json }: { to: string; json?: boolean }) => {
    const bytes = await bundleCdnFunction();
    const compressed = gzipSync(bytes).length;
    await mkdir(to, { recursive: true });
    await writeFile(`${to}/belfry.js`, bytes);
    await writeFile(`${to}/wrangler.toml`, configuration);
    print(json, { file: `${to}/belfry.js`, bytes: bytes.length, compressed }, () => [
      `Wrote ${to}/belfry.js, ${bytes.length} bytes, ${compressed} compressed, and ${to}/wrangler.toml.`,
    ]);
    if (compressed > limit) {
      console.error(`error: the function must stay below ${limit} compressed bytes`);
      process.exitCode = exitCodes.failed;
    }
  });

await runCommand(command);
