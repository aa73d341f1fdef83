// The settings of the published output: where it is, and how much it may take.

import { publishing, usingStore } from './command-groups.ts';
import { optionalSetting, settingWithDefault } from './read-setting.ts';
import { bucketAddress, folder, httpAddress, matching, secretText, wholeNumberUpTo } from './strict-value.ts';

const region = { allowed: 'the name of a region', parse: matching(/^[\w-]+$/) };
const bucketCommands = { commands: [...usingStore, 'copy'] };

export const storeSettings = {
  outFolder: settingWithDefault('BELFRY_OUT', {
    meaning: 'folder of the published output',
    default: 'out',
    example: '/var/lib/belfry/out',
    commands: usingStore,
    ...folder,
  }),
  bucket: optionalSetting('BELFRY_BUCKET', {
    meaning: 'bucket of the published output, instead of the folder; needs the AWS_ variables too',
    unset: 'the folder',
    example: 's3://timetables/live',
    commands: usingStore,
    ...bucketAddress,
  }),
  endpointOfS3: optionalSetting('AWS_ENDPOINT_URL_S3', {
    meaning: 'address of the S3 server that has the bucket',
    unset: 'AWS_ENDPOINT_URL',
    example: 'https://s3.example.org',
    ...bucketCommands,
    ...httpAddress,
  }),
  endpoint: optionalSetting('AWS_ENDPOINT_URL', {
    meaning: 'the same, used if AWS_ENDPOINT_URL_S3 is unset',
    unset: 'Amazon S3 in AWS_REGION',
    example: 'https://s3.example.org',
    ...bucketCommands,
    ...httpAddress,
  }),
  region: optionalSetting('AWS_REGION', {
    meaning: 'region of the bucket',
    unset: 'AWS_DEFAULT_REGION',
    example: 'eu-central-1',
    ...bucketCommands,
    ...region,
  }),
  defaultRegion: optionalSetting('AWS_DEFAULT_REGION', {
    meaning: 'the same, used if AWS_REGION is unset',
    unset: 'us-east-1 if an endpoint is set',
    example: 'eu-central-1',
    ...bucketCommands,
    ...region,
  }),
  accessKeyId: optionalSetting('AWS_ACCESS_KEY_ID', {
    meaning: 'id of the access key for the bucket',
    unset: 'none',
    example: 'key-of-the-bucket',
    ...bucketCommands,
    ...secretText,
  }),
  secretAccessKey: optionalSetting('AWS_SECRET_ACCESS_KEY', {
    meaning: 'secret of the access key',
    unset: 'none',
    example: 'secret-of-the-key',
    ...bucketCommands,
    ...secretText,
  }),
  sessionToken: optionalSetting('AWS_SESSION_TOKEN', {
    meaning: 'session token, for an access key that expires',
    unset: 'none',
    example: 'token-of-the-key',
    ...bucketCommands,
    ...secretText,
  }),
  keepDays: settingWithDefault('BELFRY_KEEP_DAYS', {
    meaning: 'days for which an earlier generation is kept for rollback, at most ten generations',
    default: '30',
    example: '7',
    commands: publishing,
    allowed: 'a whole number of days from 0 to 3650',
    parse: wholeNumberUpTo(3650),
  }),
  keepMegabytes: settingWithDefault('BELFRY_KEEP_MB', {
    meaning:
      'megabytes of earlier generations of an organisation; beyond it the oldest are removed, except the most recent earlier one',
    default: '64',
    example: '500',
    commands: publishing,
    allowed: 'a whole number of megabytes from 0 to 1000000',
    parse: wholeNumberUpTo(1_000_000),
  }),
  linkMegabytes: settingWithDefault('BELFRY_LINKS_MB', {
    meaning: 'megabytes that what the links of an organisation show may take; beyond it the newest links are withheld',
    default: '2000',
    example: '4000',
    commands: publishing,
    allowed: 'a whole number of megabytes from 1 to 1000000',
    parse: wholeNumberUpTo(1_000_000, 1),
  }),
  reserveMegabytes: settingWithDefault('BELFRY_RESERVE_MB', {
    meaning:
      'megabytes of the disk that are left for access, at most a tenth of it; with less free, documents are not published, and revocations are',
    default: '200',
    example: '1000',
    commands: publishing,
    allowed: 'a whole number of megabytes from 0 to 1000000',
    parse: wholeNumberUpTo(1_000_000),
  }),
} as const;
