// Probes where S3-compatible servers differ and Belfry depends on it: conditional PUT and the form of its ETag, the status of
// a missing object, and conditional GET.

import { ok, type ProbeFinding, probePrefix } from '../probe-store.ts';
import { BucketError, type BucketRequest, isAbsence, publisherTimeouts, type Timeouts } from './bucket-client.ts';
import type { Condition } from './create-object-replacer.ts';
import { removeObjects } from './list-objects.ts';
import { type BucketServer, openBucket } from './open-bucket.ts';

const withoutCondition =
  "An organisation's record has two writers, and a revocation could be overwritten. Use a store with conditional PUT " +
  '(If-Match, If-None-Match)';

/** @param id unique to this probe */
export async function probeBucket(
  address: string,
  id: string,
  server: BucketServer,
  timeouts: Timeouts = publisherTimeouts,
): Promise<ProbeFinding[]> {
  const { client, keyOf } = openBucket(address, server, timeouts);
  const keyBelow = (name: string) => keyOf(`${probePrefix(id)}${name}`);
  const [record, absent] = [keyBelow('conditions.json'), keyBelow('absent.json')];

  /** The status and ETag of the response, and whether it says that there is no such object. */
  async function answered(
    method: BucketRequest['method'],
    key: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; tag: string; isAbsent: boolean }> {
    const body = method === 'PUT' ? new TextEncoder().encode('the same each time') : undefined;
    try {
      const { status, headers: answer } = await client({ method, key, headers, body, time: 'record' });
      return { status, tag: answer.get('ETag') ?? '', isAbsent: false };
    } catch (error) {
      if (!(error instanceof BucketError)) throw error;
      return { status: error.status, tag: '', isAbsent: isAbsence(error) };
    }
  }
  const put = (key: string, condition: Condition = {}) => answered('PUT', key, condition);
  const get = (key: string, condition: Condition = {}) => answered('GET', key, condition);

  async function probeAbsent(): Promise<ProbeFinding> {
    const probe = 'GET of a missing object';
    const { status, isAbsent } = await get(absent);
    if (isAbsent) return ok(probe, 'is answered 404 NoSuchKey');
    const advice =
      status === 403
        ? 'An unknown API key would be answered 500 instead of 401, and nothing could be published for the first time. Give s3:ListBucket on the bucket to this key and to that of servers and functions'
        : 'An unknown key could not be told from a failing bucket. Use a store that answers 404 with the code NoSuchKey, ' +
          'and let nothing in front of it answer in its place';
    const found = status === 404 ? 'is answered 404 without the code NoSuchKey' : `is answered ${status}`;
    return { probe, outcome: 'failed', found, advice };
  }

  async function probeCreate(): Promise<ProbeFinding> {
    const probe = 'conditional PUT of a new object (If-None-Match: *)';
    await put(record);
    const { status } = await put(record, { 'If-None-Match': '*' });
    if (status === 412 || status === 409) return ok(probe, `is refused with ${status} when the object exists`);
    const found = status === 200 ? 'is ignored: it overwrites the object' : `is answered ${status}`;
    return { probe, outcome: 'failed', found, advice: withoutCondition };
  }

  async function probeMatch(): Promise<ProbeFinding> {
    const probe = 'conditional PUT over an unchanged object (If-Match)';
    const tagNow = async () => (await get(record)).tag;
    const wrong = await put(record, { 'If-Match': '"00000000000000000000000000000000"' });
    const quoted = await put(record, { 'If-Match': await tagNow() });
    const bare = await put(record, { 'If-Match': (await tagNow()).replaceAll('"', '') });
    const statuses = `${quoted.status} to the ETag as sent, ${bare.status} to it without quotes, ${wrong.status} to another`;
    if (wrong.status === 200) {
      const found = 'is ignored: it overwrites what another writer has written';
      return { probe, outcome: 'failed', found, advice: withoutCondition };
    }
    if (wrong.status === 501) return { probe, outcome: 'failed', found: 'is answered 501', advice: withoutCondition };
    if (quoted.status === 200) return ok(probe, `takes the ETag as the server sent it (${statuses})`);
    if (bare.status === 200) return ok(probe, `wants the ETag without quotes, which is supported (${statuses})`);
    return { probe, outcome: 'failed', found: statuses, advice: withoutCondition };
  }

  async function probeConditionalGet(): Promise<ProbeFinding> {
    const probe = 'conditional GET (If-None-Match)';
    const { tag } = await get(record);
    const { status } = await get(record, { 'If-None-Match': tag });
    if (status === 304) return ok(probe, 'is answered 304 when nothing has changed');
    const advice = 'Servers would download every record on each request, which is slower but safe';
    return { probe, outcome: 'limited', found: `is answered ${status}`, advice };
  }

  const findings: ProbeFinding[] = [];
  try {
    // In sequence, since they share objects.
    for (const each of [probeAbsent, probeCreate, probeMatch, probeConditionalGet]) findings.push(await each());
  } finally {
    await removeObjects(client, [record]).catch(() => {}); // `probeStore` tests the permission to remove
  }
  return findings;
}
