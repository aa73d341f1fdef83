// All ways to serve what lies in the folder BELFRY_OUT, but for the one from the folder: the node server over Ceph, the
// function in workerd over R2, and the function reading Ceph by signed requests. Prints `serving <address> <name>` for
// each and `all are up`, and ends them all on SIGTERM.

import { copyPublished } from '../../src/publish/copy-published.ts';
import { bucketClient, bucketStore, publisherPatience } from '../../src/snapshot/bucket-store.ts';
import { folderStore } from '../../src/snapshot/folder-store.ts';
import { startEdgeRuntime } from './edge-runtime.ts';
import { startObjectGateway } from './object-gateway.ts';
import { startProcess } from './run-process.ts';

const ends: (() => Promise<unknown>)[] = [];
const end = async () => {
  for (const each of ends.reverse()) await each();
};
process.once('SIGTERM', () => void end().then(() => process.exit()));

const published = folderStore(process.env['BELFRY_OUT'] ?? 'out');

try {
  const overR2 = await startEdgeRuntime(null);
  ends.push(() => overR2.close());
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
    ends.push(() => overS3.close());
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
    ends.push(async () => {
      node.child.kill('SIGTERM');
      await node.finished;
    });
    const [, address] = /Serving on (\S+),/.exec(await node.printed('Ctrl-C')) ?? [];
    console.log(`serving ${address} the node server over Ceph`);
  }
  console.log('all are up');
} catch (error) {
  console.error(error);
  await end();
  process.exit(1);
}
