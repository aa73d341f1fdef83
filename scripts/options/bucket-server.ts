// The server of the bucket and its credentials, from the AWS_ variables.

import { SettingError } from '../../src/errors.ts';
import type { BucketServer } from '../../src/store/bucket/open-bucket.ts';
import { settings } from './settings.ts';

/** The bucket's server and credentials. */
export function bucketServer(): BucketServer {
  const region = settings.region.value ?? settings.defaultRegion.value;
  const endpoint = settings.endpointOfS3.value ?? settings.endpoint.value ?? addressAtAws(region);
  const [accessKeyId, secretAccessKey] = [settings.accessKeyId.value, settings.secretAccessKey.value];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    throw new SettingError(
      'a bucket needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, which are not both set; profiles and roles are not' +
        ' used: `aws configure export-credentials --format env` prints theirs as variables',
    );
  const sessionToken = settings.sessionToken.value;
  return { endpoint, region: region ?? 'us-east-1', accessKeyId, secretAccessKey, sessionToken };
}

function addressAtAws(region: string | undefined): string {
  if (region !== undefined) return `https://s3.${region}.amazonaws.com`;
  throw new SettingError('a bucket needs AWS_ENDPOINT_URL_S3, or AWS_REGION for a bucket of AWS');
}
