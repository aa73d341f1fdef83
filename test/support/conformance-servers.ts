// All ways to serve what lies in the folder BELFRY_OUT, but for the one from the folder: the node server over Ceph, the
// function in workerd over R2, and the function reading Ceph by signed requests. Prints `serving <address> <name>` for
// each and `all are up`, and ends them all on SIGTERM.

import { copyPublished } from '../../src/publish/copy-published.ts';
import { bucketClient, bucketStore, publisherPatience } from '../../src/snapshot/bucket-store.ts';
import { folderStore } from '../../src/snapshot/folder-store.ts';
import { startEdgeRuntime } from './edge-runtime.ts';
import { startObjectGateway } from './object-gateway.ts';
import { startProcess } from './run-process.ts';

// Done while the process exits, and so without waiting: miniflare, which ends its own, exits as soon as a signal comes.
const ends: (() => unknown)[] = [];
process.on('exit', () => {
  for (const each of ends.reverse()) each();
});
process.once('SIGTERM', () => process.exit());

const published = folderStore(process.env['BELFRY_OUT'] ?? 'out');

try {
  const overR2 = await startEdgeRuntime(null);
  await copyPublished(published, overR2.store);
  console.log(`serving http://127.0.0.1:${overR2.port} the function in workerd over R2`);

  const gateway = await startObjectGateway();
  if (gateway === null) {
    console.log('skipped: the servers over Ceph, since its radosgw is not installed');
  } else {
    ends.push(() => gateway.stop());
    const { bucket } = gateway;
    const prefix = 'conformance';
    const { endpoint, accessKeyId, secretAccessKey } = bucket;
    const client = bucketClient(publisherPatience, {
      endpoint,
      region: 'us-east-1',
      credentials: { accessKeyId, secretAccessKey },
    });
    const store = bucketStore(`s3://${bucket.name}/${prefix}`, publisherPatience, client);
    await copyPublished(published, store);

    const overS3 = await startEdgeRuntime({ store, bucket, prefix });
    console.log(`serving http://127.0.0.1:${overS3.port} the function in workerd over Ceph by signed requests`);

    const node = startProcess(['scripts/serve.ts'], {
      BELFRY_BUCKET: store.location,
      AWS_ENDPOINT_URL_S3: endpoint,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
      PORT: '0',
      ADMIN_PORT: '0',
    });
    ends.push(() => node.child.kill('SIGTERM'));
    const [, address] = /Serving on (\S+),/.exec(await node.printed('Ctrl-C')) ?? [];
    console.log(`serving ${address} the node server over Ceph`);
  }
  console.log('all are up');
} catch (error) {
  console.error(error);
  process.exit(1);
}
