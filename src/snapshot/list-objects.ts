// Lists and removes objects of a bucket. Only these two requests need XML, with a few known elements
// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html and API_DeleteObjects.html).

import { createHash } from 'node:crypto';
import type { BucketClient } from './bucket-client.ts';

export type ListedObject = { key: string; changedAt: Date; size: number };
/** `prefixes` are S3's CommonPrefixes: the other keys, cut off at the delimiter. */
type Page = { objects: ListedObject[]; prefixes: string[] };

/** Yields the objects whose keys begin with `prefix`, page by page. */
export async function* listObjects(client: BucketClient, prefix: string, delimiter?: string): AsyncGenerator<Page> {
  const asked = { 'list-type': '2', prefix, ...(delimiter === undefined ? {} : { delimiter }) };
  let token: string | undefined;
  do {
    const query = { ...asked, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const { bytes } = await client({ method: 'GET', query, time: 'file' });
    const xml = new TextDecoder().decode(bytes);
    if (!xml.includes('</ListBucketResult>'))
      throw new Error('the bucket answered with something that is not a listing');
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
 * @param keys at most 1,000, which is S3's limit
 * @throws Error when one of them cannot be removed; a missing object is no error
 */
export async function removeObjects(client: BucketClient, keys: readonly string[]): Promise<void> {
  const objects = keys.map((key) => `<Object><Key>${escapeXml(key)}</Key></Object>`).join('');
  const body = new TextEncoder().encode(`<Delete><Quiet>true</Quiet>${objects}</Delete>`);
  // This request needs a checksum, and every server supports this one.
  const headers = { 'Content-MD5': createHash('md5').update(body).digest('base64') };
  const { bytes } = await client({ method: 'POST', query: { delete: '' }, headers, body, time: 'file' });
  const [first] = parts(new TextDecoder().decode(bytes), 'Error');
  if (first !== undefined) throw new Error(`${part(first, 'Key')}: ${part(first, 'Message') || part(first, 'Code')}`);
}

/** The content of each element with this name. These elements never nest. */
const parts = (xml: string, name: string): string[] =>
  [...xml.matchAll(new RegExp(`<${name}>(.*?)</${name}>`, 'gs'))].map(([, inside = '']) => inside);

/** The text of the first element with this name. */
const part = (xml: string, name: string): string | undefined => {
  const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
  return text?.replace(/&(#x?)?(\w+);/g, (entity, numeric: string | undefined, name: string) =>
    numeric === undefined
      ? (entities[name] ?? entity)
      : String.fromCodePoint(Number.parseInt(name, numeric === '#' ? 10 : 16)),
  );
};
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

/** Characters that XML cannot represent are no concern, since no published path has any. */
const escapeXml = (text: string): string => text.replace(/[&<>"'\s]/g, (sign) => `&#${sign.charCodeAt(0)};`);
