import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { Derived } from '../../src/contract/types.generated.ts';
import { ConflictError } from '../../src/errors.ts';
import { replacePart } from '../../src/snapshot/replace-part.ts';
import { readRecordByHandle } from '../../src/snapshot/stored-organisation.ts';
import { type PublishedFolder, publishedFolder } from '../support/published-folder.ts';
import { handleFor, recordPath } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const week = (text: string) => ({ calendar: { text }, weeks: { '2026-W48': { text } } });
const always = async () => {};

async function publishedSchool(): Promise<PublishedFolder> {
  const form = publishedFolder(await temporaryFolder());
  await form.addOrganisation('north', { v1: { id: 'v1' } });
  return form;
}

/** The record as the caller has read it, with what `replacePart` needs besides. */
const place = async ({ store }: PublishedFolder) => {
  const handle = handleFor('north');
  return { organisationId: org('north'), handle, stored: await readRecordByHandle(store, org('north'), handle) };
};
const recordText = async ({ store }: PublishedFolder) =>
  Buffer.from((await store.read(recordPath('north'))) ?? []).toString();
const shown = async (form: PublishedFolder) => {
  const { record } = (await place(form)).stored;
  if (record === null) throw new Error('the record is gone');
  return record;
};

test('access and documents that are published keep the calendar', async () => {
  const form = await publishedSchool();
  const derived = await form.derive('north', week('first'));
  await form.writeAccess('north', { state: 'suspended' });
  await form.publish('north', { v2: { id: 'v2' } });
  const record = await shown(form);
  expect(record.derived).toEqual(derived);
  expect([record.access?.state, Object.keys(record.pointer?.timetables ?? {})]).toEqual(['suspended', ['v2']]);
});

test('a calendar that is published keeps access and documents, even those published meanwhile', async () => {
  const form = await publishedSchool();
  const before = await place(form);
  await form.writeAccess('north', { state: 'suspended' });
  await form.publish('north', { v2: { id: 'v2' } });
  const access = (await shown(form)).access;
  const derived = await form.derive('north', week('other'));
  await form.derive('north', null);
  await replacePart(form.store, before, 'derived', derived, always);
  const record = await shown(form);
  expect(record).toMatchObject({ access, derived });
  expect(Object.keys(record.pointer?.timetables ?? {})).toEqual(['v2']);
});

test('a record whose calendar was removed has the bytes that it had before there was one', async () => {
  const form = await publishedSchool();
  const before = await recordText(form);
  expect(before).not.toContain('derived');
  await form.derive('north', week('first'));
  expect(await recordText(form)).toContain('"derived":{');
  await form.derive('north', null);
  expect(await recordText(form)).toBe(before);
});

test.each<[string, (form: PublishedFolder) => Promise<unknown>]>([
  ['another was published', (form) => form.derive('north', week('quicker'))],
  ['it was removed', (form) => form.derive('north', null)],
])('a publisher of a calendar that is late gives up when %s', async (_, meanwhile) => {
  const form = await publishedSchool();
  const first = await form.derive('north', week('first'));
  const late = await place(form);
  await meanwhile(form);
  const text = await recordText(form);
  const older: Derived = { ...first, tzdata: '2025b' };
  await expect(replacePart(form.store, late, 'derived', older, always)).rejects.toThrow(ConflictError);
  await expect(replacePart(form.store, late, 'derived', undefined, always)).rejects.toThrow(ConflictError);
  expect(await recordText(form)).toBe(text);
});

test('the guard is asked about the calendar that is replaced, and prevents it', async () => {
  const form = await publishedSchool();
  const first = await form.derive('north', week('first'));
  const asked: unknown[] = [];
  const refuse = async (replaced: unknown) => {
    asked.push(replaced);
    throw new Error('the lease was lost');
  };
  await expect(replacePart(form.store, await place(form), 'derived', undefined, refuse)).rejects.toThrow('lease');
  expect([asked, (await shown(form)).derived]).toEqual([[first], first]);
});

test('days are a part of their own: publishing anything else keeps them, and they keep the rest', async () => {
  const form = await publishedSchool();
  const derived = await form.derive('north', week('first'));
  const days = await form.publishDays('north', { '2026-11-23': { date: 20261123 } });
  await form.writeAccess('north', { state: 'suspended' });
  await form.publish('north', { v2: { id: 'v2' } });
  expect((await shown(form)).days).toEqual(days);
  expect((await shown(form)).derived).toEqual(derived);
  await form.derive('north', null);
  expect((await shown(form)).days).toEqual(days);
  await form.publishDays('north', null);
  expect(await recordText(form)).not.toContain('"days"');
});
