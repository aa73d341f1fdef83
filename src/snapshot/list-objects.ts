// Lists and removes objects of a bucket. S3 speaks XML in these two requests alone, flat and of a few known elements
// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html and API_DeleteObjects.html).

import { createHash } from 'node:crypto';
import type { BucketClient } from './bucket-client.ts';

export type ListedObject = { key: string; changedAt: Date; size: number };
/** `prefixes` are what a delimiter cuts the other keys down to. */
type Page = { objects: ListedObject[]; prefixes: string[] };

/** One page after the other of the objects whose keys begin with `prefix`. */
export async function* listObjects(client: BucketClient, prefix: string, delimiter?: string): AsyncGenerator<Page> {
  const asked = { 'list-type': '2', prefix, ...(delimiter === undefined ? {} : { delimiter }) };
  let token: string | undefined;
  do {
    const query = { ...asked, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const { bytes } = await client({ method: 'GET', query, time: 'file' });
    const xml = new TextDecoder().decode(bytes);
    if (!xml.includes('</ListBucketResult>')) throw new Error('the bucket has answered a listing with something else');
    yield {
      objects: parts(xml, 'Contents').map((object) => ({
        key: part(object, 'Key') ?? '',
        changedAt: new Date(part(object, 'LastModified') ?? 0),
        size: Number(part(object, 'Size') ?? 0),
      })),
      prefixes: parts(xml, 'CommonPrefixes').map((cut) => part(cut, 'Prefix') ?? ''),
    };
    token = part(xml, 'NextContinuationToken');
  } while (token !== undefined);
}

/**
 * @param keys a thousand at most, which is S3's limit
 * @throws Error when one of them cannot be removed; one that is not there is no error
 */
export async function removeObjects(client: BucketClient, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
  const body = new TextEncoder().encode(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
  // S3 wants a checksum of its own in this request, and every server knows this one.
  const headers = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
  const { bytes } = await client({ method: 'POST', query: { delete: '' }, headers, body, time: 'file' });
  const [first] = parts(new TextDecoder().decode(bytes), 'Error');
  if (first !== undefined) throw new Error(`${part(first, 'Key')}: ${part(first, 'Message') || part(first, 'Code')}`);
}

/** What stands in each element of this name. None of those that are asked for can hold another of its own name. */
const parts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside);

/** The text of the first element of this name. */
const part = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(#x?)?(\w+);/g, (entity, numeric: string | undefined, name: string) =>
    numeric === undefined
      ? (entities[name] ?? entity)
      : String.fromCodePoint(Number.parseInt(name, numeric === '#' ? 10 : 16)),
  );
};
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters that XML cannot hold have no escape either: no name of the published output has any. */
const escapeXml = (text: string): string => text.replace(/[&<>"'\s]/g, (sign) => `&#${sign.charCodeAt(0)};`);
