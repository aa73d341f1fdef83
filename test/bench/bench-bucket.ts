// A bucket of Ceph's gateway, for the length of a measurement.

import { bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { startObjectGateway } from '../support/object-gateway.ts';

/** @throws Error where Ceph's gateway is not installed */
export async function startBenchBucket() {
  const gateway = await startObjectGateway();
  if (gateway === null) throw new Error('this needs radosgw, ceph-mon, ceph-osd and ceph-common to be installed');
  const { endpoint, name, accessKeyId, secretAccessKey } = gateway.bucket;
  const region = 'us-east-1';
  const prefix = 'bench';
  const store = bucketStore(`s3://${name}/${prefix}`, { endpoint, region, accessKeyId, secretAccessKey });
  /** For a publisher in another process. */
  const variables = {
    BELFRY_BUCKET: store.location,
    AWS_ENDPOINT_URL_S3: endpoint,
    AWS_REGION: region,
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
  };
  return { gateway, store, prefix, variables };
}
