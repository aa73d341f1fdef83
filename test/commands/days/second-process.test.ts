// A second process does to a file what planning programs do, while the folder is followed: it writes the file in pieces, renames
// over it, puts something else in its place, and removes it. Only whole states are ever sent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { followDays } from '../../../scripts/running/days/follow-days.ts';
import { gpu014, mathematics } from '../../formats/days/gpu014-rows.ts';
import { followFolder } from './follow-folder.ts';

/** State number `n` cancels the first `n` periods, each with the number of the state. */
const program = `
const fs = require('node:fs');
const { setTimeout: sleep } = require('node:timers/promises');
const [path, states] = [process.argv[1], JSON.parse(process.argv[2])];
(async () => {
  for (const [index, text] of states.entries()) {
    if (index % 3 === 0) {
      // In pieces that end in the middle of a row.
      fs.writeFileSync(path, '');
      const rows = text.match(/[^\\n]+\\n/g);
      let rest = '';
      for (const row of rows) {
        fs.appendFileSync(path, rest + row.slice(0, 12));
        rest = row.slice(12);
        await sleep(40);
      }
      fs.appendFileSync(path, rest);
    } else if (index % 3 === 1) {
      fs.writeFileSync(path + '.tmp', text);
      fs.renameSync(path + '.tmp', path);
    } else {
      fs.rmSync(path);
      fs.mkdirSync(path);
      await sleep(60);
      fs.rmdirSync(path);
      fs.writeFileSync(path, text.slice(0, 30));
      await sleep(30);
      fs.writeFileSync(path, text);
    }
    await sleep(150);
  }
})();
`;

const stateOf = (number: number): string =>
  gpu014(
    Array.from({ length: 6 }, (_, index) => ({
      ...{ ...mathematics, number: String(number), period: String(index + 1), letter: 'C' },
    })),
  );
const refsOf = (number: number): string[] => Array.from({ length: 6 }, (_, index) => `${number}-410-${index + 1}`);

test('whatever a second process does to a file, only whole states are sent, and the last one in the end', async () => {
  const { path, sent, said, look } = await followFolder();
  const stop = new AbortController();
  const following = followDays(look, 20, stop.signal);
  const states = Array.from({ length: 9 }, (_, index) => stateOf(index + 1));
  const child = spawn(process.execPath, ['-e', program, path('GPU014.TXT'), JSON.stringify(states)], {
    stdio: 'inherit',
  });
  const [code] = await once(child, 'exit');
  expect(code).toBe(0);
  await expect.poll(() => sent.at(-1)?.changes, { timeout: 20_000 }).toEqual(refsOf(9));
  stop.abort();
  await following;
  const whole = states.map((_, index) => refsOf(index + 1).join());
  expect(sent.filter(({ changes }) => !whole.includes(changes.join()))).toEqual([]);
  expect(said.filter((line) => /cannot be sent/.test(line))).toEqual([]);
});
