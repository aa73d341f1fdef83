// Asks servers of a published output what `http-cases.ts` has.

import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { PublishedFolder } from '../support/published-folder.ts';
import { publishedLinks } from '../support/published-links.ts';
import type { Call, RawClient, Reply } from '../support/raw-client.ts';
import {
  changedAt,
  type HttpCase,
  httpCases,
  type Outcome,
  type Resource,
  resources,
  siteLength,
} from './http-cases.ts';

/** How to ask for each resource. */
export type Asked = Record<Resource, Call>;

/** Publishes a resource of each kind. */
export async function publishResources(form: PublishedFolder): Promise<Asked> {
  const key = await form.addOrganisation('north', { v1: { id: 'v1', text: 'lesson '.repeat(200) } });
  const moment = new Date(changedAt);
  const feed = { feed: 'BEGIN:VCALENDAR\r\n'.repeat(20), changedAt: moment.toISOString() };
  const token = await publishedLinks(form.store).add('north', feed);
  const bytes = Buffer.from(Array.from({ length: siteLength }, (_, index) => 32 + (index % 90)));
  await form.store.write([{ path: 'site/file.txt', bytes }]);
  await utimes(join(form.folder, 'site/file.txt'), moment, moment);
  return {
    site: { path: '/file.txt' },
    document: { path: '/api/v1/timetables/v1', headers: { Authorization: `Bearer ${key}` } },
    feed: { path: `/ical/${token}.ics` },
  };
}

/** Declares a test for each case and resource. */
export function runHttpCases(name: string, open: () => { call: RawClient['call']; asked: Asked }): void {
  describe(name, () => {
    for (const resource of resources) {
      const cases = httpCases.flatMap((each) => {
        const outcome = outcomeFor(each, resource);
        return outcome === undefined ? [] : [{ ...each, outcome }];
      });
      test.each(cases)(`the ${resource}: $section $says`, async ({ method = 'GET', headers, outcome }) => {
        const { call, asked } = open();
        const { path, headers: own = {} } = asked[resource];
        const ask = (more: Record<string, string>, how = method) =>
          call({ path, method: how, headers: { ...own, ...more } });
        const whole = await ask({}, 'GET');
        const reply = await ask(headers(String(whole.headers['etag'])));
        if (outcome === 'as without') expect(shapeOf(reply)).toEqual(shapeOf(await ask({})));
        else expectOutcome(reply, outcome, whole, method === 'HEAD');
      });
    }
  });
}

const outcomeFor = ({ outcome }: HttpCase, resource: Resource): Outcome | undefined =>
  typeof outcome === 'string' || Array.isArray(outcome)
    ? (outcome as Outcome) // `Array.isArray` does not know arrays that are read-only
    : (outcome as Partial<Record<Resource, Outcome>>)[resource];

/** A document without the moment of its answer. */
const contentOf = (body: Buffer) => body.toString('latin1').replace(/"timestamp":"[^"]*"/, '');
const shapeOf = ({ status, headers, body }: Reply) => [status, headers['allow'], contentOf(body)];
/** What a 304 and a 206 must repeat (sections 15.3.7 and 15.4.5). */
const repeated = ['etag', 'cache-control', 'vary'];
const pick = ({ headers }: Reply, names: string[]) => names.map((name) => headers[name]);

function expectOutcome(reply: Reply, outcome: Exclude<Outcome, 'as without'>, whole: Reply, isHead: boolean): void {
  const { status, headers, body } = reply;
  const content = isHead ? '' : contentOf(whole.body);
  const size = whole.body.length;
  if (outcome === 'whole') {
    expect([status, contentOf(body), headers['content-range']]).toEqual([200, content, undefined]);
    expect(pick(reply, [...repeated, 'content-length'])).toEqual(pick(whole, [...repeated, 'content-length']));
  } else if (outcome === 'unchanged') {
    expect([status, body.length, pick(reply, repeated)]).toEqual([304, 0, pick(whole, repeated)]);
  } else if (outcome === 'failed') {
    expect([status, body.includes(whole.body.subarray(0, 60)), headers['content-range']]).toEqual([
      412,
      false,
      undefined,
    ]);
  } else if (outcome === 'no such range') {
    expect([status, body.length, headers['content-range']]).toEqual([416, 0, `bytes */${size}`]);
  } else {
    const [first, last] = outcome;
    expect([status, headers['content-range']]).toEqual([206, `bytes ${first}-${last}/${size}`]);
    expect(headers['content-length']).toBe(String(last - first + 1));
    expect(body.equals(whole.body.subarray(first, last + 1))).toBe(true);
    expect(pick(reply, repeated)).toEqual(pick(whole, repeated));
  }
}
