// All ways to serve the folder BELFRY_OUT except the node server on the folder itself: behind nginx and Caddy,
// the node server over Ceph, the function in workerd over R2, and the function reading Ceph by signed requests in workerd,
// deno, bun and node. Prints `serving <address> <name>` for each and `all are up`, and ends them all on SIGTERM. The
// proxies' certificates are added to the file PROXY_CERTIFICATES.

import { appendFileSync } from 'node:fs';
import { bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { copyPublished } from '../../src/verify/copy-published.ts';
import { startEdgeRuntime } from './edge-runtime.ts';
import { startObjectGateway } from './object-gateway.ts';
import { startProcess } from './run-process.ts';
import { bucketVariables, isRuntimeInstalled, startBundle } from './start-bundle.ts';
import { isInstalled, startTlsProxy } from './tls-proxy.ts';

// In the exit handler, synchronously: miniflare, which ends its own processes, exits as soon as a signal arrives.
const ends: (() => unknown)[] = [];
process.on('exit', () => {
  for (const each of ends.reverse()) each();
});
process.once('SIGTERM', () => process.exit());

/** Where it serves. */
async function startNode(options: string[], variables: Record<string, string | undefined>): Promise<string> {
  const node = startProcess(['scripts/belfry.ts', 'serve', ...options], { PORT: '0', ADMIN_PORT: '0', ...variables });
  ends.push(() => node.child.kill('SIGTERM'));
  return /Serving on (\S+),/.exec(await node.printed('Ctrl-C'))?.[1] ?? '';
}

const published = folderStore(process.env['BELFRY_OUT'] ?? 'out');

try {
  const overR2 = await startEdgeRuntime(null);
  await copyPublished(published, overR2.store);
  console.log(`serving http://127.0.0.1:${overR2.port} the function in workerd over R2`);

  const behind = await startNode(['--behind-tls-proxy'], { BELFRY_BUCKET: undefined });
  for (const kind of ['nginx', 'caddy'] as const) {
    if (!isInstalled(kind)) {
      console.log(`skipped: the node server behind ${kind}, which is not installed`);
      continue;
    }
    const proxy = await startTlsProxy(kind, Number(new URL(behind).port), 'localhost');
    ends.push(() => proxy.stop());
    appendFileSync(process.env['PROXY_CERTIFICATES'] ?? '/dev/null', proxy.ca);
    console.log(`serving https://localhost:${proxy.port} the node server over a folder, behind ${kind}`);
  }

  const gateway = await startObjectGateway();
  if (gateway === null) {
    console.log('skipped: the servers over Ceph, since its radosgw is not installed');
  } else {
    ends.push(() => gateway.stop());
    const { bucket } = gateway;
    const prefix = 'conformance';
    const { endpoint, accessKeyId, secretAccessKey } = bucket;
    const server = { endpoint, region: 'us-east-1', accessKeyId, secretAccessKey };
    const store = bucketStore(`s3://${bucket.name}/${prefix}`, server);
    await copyPublished(published, store);

    const overS3 = await startEdgeRuntime({ store, bucket, prefix });
    console.log(`serving http://127.0.0.1:${overS3.port} the function in workerd over Ceph by signed requests`);

    for (const runtime of ['deno', 'bun', 'node'] as const) {
      if (!isRuntimeInstalled(runtime)) {
        console.log(`skipped: the function under ${runtime}, which is not installed`);
        continue;
      }
      const bundle = await startBundle(runtime, bucketVariables({ bucket, prefix }));
      ends.push(() => bundle.close());
      console.log(`serving http://127.0.0.1:${bundle.port} the function as one file under ${runtime}, over Ceph`);
    }

    const address = await startNode([], {
      BELFRY_BUCKET: store.location,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    console.log(`serving ${address} the node server over Ceph`);
  }
  console.log('all are up');
} catch (error) {
  console.error(error);
  process.exit(1);
}
