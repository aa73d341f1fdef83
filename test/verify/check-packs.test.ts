// What `check` finds of the packs of days and slices.

import { expect, test } from 'vitest';
import { parseOrganisationId as org } from '../../src/access/ids.ts';
import type { IndexedPack } from '../../src/contract/types.generated.ts';
import { noEarlierPack } from '../../src/snapshot/pack/open-packs.ts';
import { writeSlicesPack } from '../../src/snapshot/pack/write-packs.ts';
import { daysName, nameOfSlices, paths } from '../../src/snapshot/paths.ts';
import { sha256 } from '../../src/snapshot/sha256.ts';
import { checkPacks } from '../../src/verify/check-packs.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { validate } from '../support/published-school.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const week = '2026-W48';

async function school() {
  const form = publishedFolder(await temporaryFolder());
  const slices = { [week]: { 'class/7A': ['Ma'], 'class/7B': [] } };
  const derived = await form.derive('north', { calendar: {}, weeks: {}, slices });
  const days = await form.publishDays('north', { '2026-11-23': { date: 20261123 } });
  const pack = derived.slices?.[week];
  if (pack === undefined) throw new Error('there are no slices');
  const path = (name: string, { hash }: { hash: string }) => paths.pack(org('north'), name, hash);
  return {
    ...{ form, derived, days, pack, ofSlices: path(nameOfSlices(week), pack), ofDays: path(daysName, days.pack) },
    async problems(parts: Parameters<typeof checkPacks>[2] = { derived, days }) {
      const found: string[] = [];
      const addProblem = (at: string, problem: string) => {
        found.push(`${at.split('/').at(-1)?.split('.')[0]} ${problem}`);
      };
      await checkPacks({ store: form.store, validate, addProblem, onFile() {} }, org('north'), parts);
      return found;
    },
  };
}

test('packs that were just published have no problem, and an organisation without them has none', async () => {
  const { problems } = await school();
  expect(await problems()).toEqual([]);
  expect(await problems({})).toEqual([]);
});

test('a pack that is missing or damaged is found', async () => {
  const { form, ofSlices, ofDays, problems } = await school();
  const bytes = (await form.store.read(ofDays)) ?? new Uint8Array();
  await form.store.write([{ path: ofDays, bytes: bytes.with(9, 0) }]);
  await form.store.remove([ofSlices]);
  expect(await problems()).toEqual([
    '2026-W48-slices is named by a record but missing',
    'days does not have the hash that its record names',
  ]);
});

test('a pack that was written wrongly is found: its index, a place, a size, a hash', async () => {
  const { form, derived, days, pack, problems } = await school();
  const withPack = (changed: IndexedPack) => problems({ derived: { ...derived, slices: { [week]: changed } }, days });
  expect(await withPack({ ...pack, index: { ...pack.index, bytes: 80 } })).toEqual([
    '2026-W48-slices does not begin with the index that its record names',
  ]);
  // An index that is right in itself, before entries that it does not fit.
  const other = await writeSlicesPack([['class/7A', Buffer.from('"Ph"')]], noEarlierPack);
  const bytes = other.bytes.slice();
  bytes.fill(0, other.pack.index.bytes);
  const wrong = { ...other.pack, hash: sha256(bytes) };
  await form.store.write([{ path: paths.pack(org('north'), nameOfSlices(week), wrong.hash), bytes }]);
  expect(await withPack(wrong)).toEqual([
    expect.stringMatching(/^2026-W48-slices has an entry [0-9a-f]{32} that does not have its hash$/),
  ]);

  const { '2026-11-23': day } = days.days;
  if (day === undefined) throw new Error('there is no day');
  const withDay = (changes: Partial<typeof day>) =>
    problems({ days: { ...days, days: { '2026-11-23': { ...day, ...changes } } } });
  expect(await withDay({ hash: 'a'.repeat(64) })).toEqual([
    'days has an entry 2026-11-23 that does not have the data of its hash',
  ]);
  expect(await withDay({ identity: { bytes: day.identity.bytes + 1 } })).toEqual([
    'days has an entry 2026-11-23 that is not a complete response',
  ]);
  expect(await withDay({ br: day.gzip })).toEqual([expect.stringContaining('that cannot be decoded')]);
});
