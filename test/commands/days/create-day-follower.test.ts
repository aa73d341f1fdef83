// A folder of exports is followed: each file is read when two looks agree, and nothing that happens to a file withdraws anything.

import { execFileSync } from 'node:child_process';
import { mkdir, rename, rm, symlink, truncate, utimes, writeFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { type Gpu014Row, gpu014, mathematics } from '../../formats/days/gpu014-rows.ts';
import { followFolder } from './follow-folder.ts';

const cancelled: Gpu014Row = { ...mathematics, letter: 'C' };
const on = (date: string, more: Gpu014Row = {}) => ({ ...cancelled, date, ...more });
const week = gpu014([on('20261123'), on('20261124', { number: '32' }), on('20261125', { number: '33' })]);
const sentWeek = { from: 20261123, to: 20261125, changes: ['31-410-3', '32-410-3', '33-410-3'] };

/** Sets the time of the last change, in seconds after another. */
const age = (path: string, seconds: number) => utimes(path, seconds, 1_795_000_000 + seconds);

describe('a file', () => {
  test('is read at the second look that agrees, and sent once', async () => {
    const { path, look, looks, received, heard } = await followFolder();
    await look();
    await writeFile(path('GPU014.TXT'), week);
    await look();
    expect(received()).toEqual([]);
    await look();
    expect(received()).toEqual([sentWeek]);
    expect(heard()).toEqual(['GPU014.TXT: 2026-11-23 to 2026-11-25, 3 changes']);
    await looks(40);
    expect([received(), heard()]).toEqual([[], []]);
  });

  test('that grows from look to look is not read before it is complete', async () => {
    const { path, look, received, heard } = await followFolder();
    for (let end = 20; end < week.length; end += 40) {
      await writeFile(path('GPU014.TXT'), week.slice(0, end));
      await look();
    }
    expect([received(), heard()]).toEqual([[], []]);
    await writeFile(path('GPU014.TXT'), week);
    await look();
    await look();
    expect(received()).toEqual([sentWeek]);
  });

  test('with equal content and another time sends nothing', async () => {
    const { path, looks, received } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    received();
    await writeFile(path('GPU014.TXT'), week);
    await looks(4);
    await writeFile(path('new'), week);
    await rename(path('new'), path('GPU014.TXT'));
    await looks(4);
    expect(received()).toEqual([]);
  });

  test('with another content and the same time and size is found after some looks', async () => {
    const { path, looks, received } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await age(path('GPU014.TXT'), 0);
    await looks(2);
    received();
    await writeFile(path('GPU014.TXT'), week.replaceAll('410', '499'));
    await age(path('GPU014.TXT'), 0);
    await looks(20);
    expect(received()).toMatchObject([{ changes: ['31-499-3', '32-499-3', '33-499-3'] }]);
  });

  test('that is renamed over is read', async () => {
    const { path, looks, received } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    received();
    await writeFile(path('export.tmp'), gpu014([on('20261123', { number: '77' })]));
    await looks(3);
    expect(received()).toEqual([]);
    await rename(path('export.tmp'), path('GPU014.TXT'));
    await looks(2);
    expect(received()).toEqual([{ from: 20261123, to: 20261123, changes: ['77-410-3'] }]);
  });

  test('that is gone withdraws nothing and is told once, and read again when it is back', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    heard();
    received();
    await rm(path('GPU014.TXT'));
    await looks(5);
    expect([received(), heard()]).toEqual([[], ['GPU014.TXT is gone. What it said stays.']]);
    await writeFile(path('GPU014.TXT'), week);
    await looks(5);
    expect([received(), heard()]).toEqual([[], []]);
    await writeFile(path('GPU014.TXT'), gpu014([on('20261123')]));
    await looks(2);
    expect(received()).toHaveLength(1);
  });

  test('that cannot be opened keeps what it said, is told once, and is read when it can', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    heard();
    received();
    // A pipe and a folder in its place, and a link that leads nowhere or in a circle.
    await rm(path('GPU014.TXT'));
    execFileSync('mkfifo', [path('GPU014.TXT')]);
    await looks(3);
    await rm(path('GPU014.TXT'));
    await mkdir(path('GPU014.TXT'));
    await looks(3);
    await rm(path('GPU014.TXT'), { recursive: true });
    await symlink('GPU014.TXT', path('GPU014.TXT'));
    await looks(3);
    expect([received(), heard()]).toEqual([[], ['GPU014.TXT is gone. What it said stays.']]);
    await rm(path('GPU014.TXT'));
    await writeFile(path('GPU014.TXT'), gpu014([on('20261124')]));
    await looks(2);
    expect(received()).toEqual([{ from: 20261124, to: 20261124, changes: ['31-410-3'] }]);
  });

  test('that is refused is told once with its lines, until it changes; what it said before stays', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    heard();
    received();
    await writeFile(path('GPU014.TXT'), gpu014([on('20261123'), on('2026112')]));
    await looks(40);
    expect(heard()).toEqual([
      'GPU014.TXT is refused, 1 problem. What was sent before stays.',
      '  line 2  column 1 is not a date of the form YYYYMMDD',
    ]);
    await writeFile(path('GPU014.TXT'), '');
    await looks(5);
    expect(heard()).toEqual(['GPU014.TXT is refused, 1 problem. What was sent before stays.', '  the file is empty']);
    expect(received()).toEqual([]);
    await writeFile(path('GPU014.TXT'), week);
    await looks(3);
    expect([received(), heard()]).toEqual([[], []]);
  });

  test('whose warnings stay the same tells them once', async () => {
    const { path, looks, heard } = await followFolder();
    await writeFile(path('a.txt'), gpu014([on('20261123', { text: 'krank' })]));
    await looks(2);
    expect(heard()).toEqual([
      'a.txt: 1 warning',
      '  line 1  $.changes[0].text has a word of illness or leave at character 1',
      'a.txt: 2026-11-23, 1 change',
    ]);
    await writeFile(path('a.txt'), gpu014([on('20261123', { text: 'krank', number: '5' })]));
    await looks(2);
    expect(heard()).toEqual(['a.txt: 2026-11-23, 1 change']);
  });

  test('that does not have a coming day any more leaves it, and says so', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('GPU014.TXT'), week);
    await looks(2);
    heard();
    received();
    await writeFile(path('GPU014.TXT'), gpu014([on('20261123'), on('20261124')]));
    await looks(9);
    expect(received()).toMatchObject([{ from: 20261123, to: 20261124 }]);
    expect(heard()).toEqual([
      'GPU014.TXT has nothing for 2026-11-25 any more. What it said before stays.',
      'GPU014.TXT: 2026-11-23 to 2026-11-24, 2 changes',
    ]);
  });

  test.each(['.GPU014.TXT', '~$plan.csv', 'plan.csv~', 'export.tmp', 'export.TXT.part'])(
    '%s is nobody’s export',
    async (name) => {
      const { path, looks, received, heard } = await followFolder();
      await writeFile(path(name), week);
      await looks(4);
      expect([received(), heard()]).toEqual([[], []]);
    },
  );

  test('that is too large is told, and nothing of it is read', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('GPU014.TXT'), '');
    await truncate(path('GPU014.TXT'), 17 * 1024 * 1024);
    await looks(4);
    expect([received(), heard()]).toEqual([[], ['GPU014.TXT is too large. Nothing of it was sent.']]);
  });
});

describe('several files', () => {
  test('have a day each', async () => {
    const { path, looks, received } = await followFolder();
    await writeFile(path('monday.txt'), gpu014([on('20261123')]));
    await writeFile(path('tuesday.txt'), gpu014([on('20261124')]));
    await looks(2);
    expect(received()).toMatchObject([
      { from: 20261123, to: 20261123 },
      { from: 20261124, to: 20261124 },
    ]);
  });

  test('with the same days: the newer decides on its days, the older on the others, and this is told', async () => {
    const { path, looks, received, heard } = await followFolder();
    await writeFile(path('week.txt'), week);
    await writeFile(path('tuesday.txt'), gpu014([on('20261124', { number: '90' })]));
    await age(path('week.txt'), 1);
    await age(path('tuesday.txt'), 2);
    await looks(2);
    expect(received()).toEqual([
      { from: 20261123, to: 20261123, changes: ['31-410-3'] },
      { from: 20261124, to: 20261124, changes: ['90-410-3'] },
      { from: 20261125, to: 20261125, changes: ['33-410-3'] },
    ]);
    const overlap = 'week.txt and tuesday.txt both have 2026-11-24: tuesday.txt is newer and decides';
    expect(heard().filter((line) => line === overlap)).toHaveLength(1);
    await looks(5);
    expect([received(), heard()]).toEqual([[], []]);
    // Now the week is newer.
    await writeFile(path('week.txt'), `${week}${gpu014([on('20261124', { number: '50', period: '1' })])}`);
    await age(path('week.txt'), 3);
    await looks(2);
    expect(received()).toMatchObject([{ from: 20261123, to: 20261125 }]);
    expect(heard()).toContain('tuesday.txt and week.txt both have 2026-11-24: week.txt is newer and decides');
  });

  test('of which the newer one is withdrawn from a day: the older decides again', async () => {
    const { path, looks, received } = await followFolder();
    await writeFile(path('week.txt'), week);
    await age(path('week.txt'), 1);
    await writeFile(path('day.txt'), gpu014([on('20261124', { number: '90' })]));
    await age(path('day.txt'), 2);
    await looks(2);
    received();
    await writeFile(path('day.txt'), gpu014([on('20261126', { number: '90' })]));
    await age(path('day.txt'), 3);
    await looks(2);
    expect(received()).toEqual([sentWeek, { from: 20261126, to: 20261126, changes: ['90-410-3'] }]);
  });

  test('of weeks that are over are left alone, and cut where they reach into this one', async () => {
    const { path, looks, received } = await followFolder({ now: () => Date.UTC(2026, 10, 25, 7) });
    await writeFile(path('old.txt'), gpu014([on('20261116')]));
    await writeFile(path('both.txt'), gpu014([on('20261120'), on('20261123', { number: '40' })]));
    await looks(3);
    expect(received()).toEqual([{ from: 20261123, to: 20261123, changes: ['40-410-3'] }]);
  });
});

describe('the receiver', () => {
  test('that refuses is told once, with the line of each problem, and asked again later', async () => {
    const { path, looks, received, heard, refuseWith, accept } = await followFolder();
    refuseWith([{ path: '$.changes[1].lesson', message: 'meets no planned lesson' }]);
    await writeFile(path('GPU014.TXT'), week);
    await looks(149);
    expect(heard()).toEqual([
      'GPU014.TXT is refused, 1 problem. Nothing of it was sent.',
      '  line 2  $.changes[1].lesson  meets no planned lesson',
    ]);
    accept();
    await looks(10);
    expect(received()).toEqual([sentWeek]);
  });

  test('that is out of reach is tried again and again, told once, and gets everything in the end', async () => {
    const { path, looks, received, heard, failWith, accept } = await followFolder();
    failWith('nobody answers');
    await writeFile(path('GPU014.TXT'), week);
    await looks(100);
    expect(heard()).toEqual(['cannot be sent: nobody answers. What was sent stays, and it is tried again.']);
    accept();
    await looks(40);
    expect(received()).toEqual([sentWeek]);
  });
});

test('a folder that cannot be read is told once, and followed when it is back', async () => {
  const { folder, path, looks, received, heard } = await followFolder();
  await writeFile(path('GPU014.TXT'), week);
  await looks(2);
  heard();
  received();
  await rename(folder, `${folder}-away`);
  await looks(5);
  expect(heard()).toEqual([expect.stringMatching(/ cannot be read: ENOENT.* What was sent stays\.$/)]);
  await rename(`${folder}-away`, folder);
  await looks(5);
  expect([received(), heard()]).toEqual([[], []]);
});
