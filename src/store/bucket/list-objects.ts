// Lists and removes objects of a bucket. Only these two requests need XML, with a few known elements
// (https://docs.aws.amazon.com/AmazonS3/latest/API/API_ListObjectsV2.html and API_DeleteObjects.html).

import { createHash } from 'node:crypto';
import type { BucketClient } from './bucket-client.ts';

type ListedObject = { key: string; changedAt: Date; size: number };
/** `prefixes` are S3's CommonPrefixes: the other keys, cut off at the delimiter. */
type Page = { objects: ListedObject[]; prefixes: string[] };

/** More pages than any store of ours has: 100 million objects. */
const maxPages = 100_000;

/**
 * Yields the objects whose keys begin with `prefix`, page by page. What is removed or reported missing is decided by what a
 * listing lacks, so a listing that may be incomplete is an error, never a shorter list.
 */
export async function* listObjects(client: BucketClient, prefix: string, delimiter?: string): AsyncGenerator<Page> {
  const asked = { 'list-type': '2', prefix, ...(delimiter === undefined ? {} : { delimiter }) };
  let token: string | undefined;
  const tokens = new Set<string>();
  for (let page = 1; page <= maxPages; page++) {
    const query = { ...asked, ...(token === undefined ? {} : { 'continuation-token': token }) };
    const { bytes } = await client({ method: 'GET', query, time: 'file' });
    const { next, ...found } = readPage(new TextDecoder().decode(bytes), prefix);
    yield found;
    if (next === null) return;
    if (tokens.has(next)) throw new Error('the bucket sends the same page of its listing again and again');
    tokens.add(next);
    token = next;
  }
  throw new Error(`the bucket lists more than ${maxPages} pages`);
}

/** One page, and the token of the next; null after the last. @throws Error for anything but a complete page of this listing */
function readPage(xml: string, prefix: string): Page & { next: string | null } {
  const listing = /^\s*(?:<\?xml[^>]*>\s*)?<ListBucketResult(?:\s[^>]*)?>(.*)<\/ListBucketResult>\s*$/s.exec(xml)?.[1];
  if (listing === undefined) throw new Error('the bucket answered with something that is not a listing');
  const objects = parts(listing, 'Contents').map((object) => {
    const [key, changed, size] = [part(object, 'Key'), part(object, 'LastModified'), part(object, 'Size')];
    const changedAt = new Date(changed ?? '');
    if (key === undefined || Number.isNaN(changedAt.getTime()) || !/^\d+$/.test(size ?? ''))
      throw new Error('the bucket lists an object without its key, its time or its size');
    return { key, changedAt, size: Number(size) };
  });
  const prefixes = parts(listing, 'CommonPrefixes').map((cut) => part(cut, 'Prefix') ?? '');
  const outside = [...objects.map(({ key }) => key), ...prefixes].find((key) => !key.startsWith(prefix));
  if (outside !== undefined) throw new Error(`the bucket lists ${outside}, which is not below ${prefix}`);
  const isTruncated = part(listing, 'IsTruncated');
  const token = part(listing, 'NextContinuationToken') ?? '';
  if (isTruncated === 'false') return { objects, prefixes, next: null };
  if (isTruncated === 'true' && token !== '') return { objects, prefixes, next: token };
  throw new Error(
    isTruncated === 'true'
      ? 'the bucket says that its listing has another page, and does not say which'
      : 'the bucket does not say whether its listing is complete',
  );
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
  const xml = new TextDecoder().decode(bytes);
  if (!/<DeleteResult[\s/>]/.test(xml)) throw new Error('the bucket does not say what it has removed');
  const [first] = parts(xml, 'Error');
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
