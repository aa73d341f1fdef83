// A publisher process that suspends or kills itself at a given step: `build` or `watch` as the commands wire them, over a
// stepping store. Settings come from the environment, see `startPublisher`.

import { openStore } from '../../scripts/command/open-store.ts';
import { createValidator } from '../../src/contract/validator.ts';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { build, watch } from './belfry.ts';
import { isAt, steppingStore } from './stepping-store.ts';

const { env } = process;
const { STEP: place = '', MOMENT: moment, SIGNAL: signal } = env;

let isDue = true;
const store = steppingStore(await openStore(env['BELFRY_BUCKET'] ?? env['BELFRY_OUT'] ?? ''), (step, when) => {
  if (when === 'before') console.log(`step ${step.number} ${step.action} ${step.path}`);
  if (!isDue || when !== moment || !isAt(step, place)) return;
  isDue = false;
  console.log('now');
  process.kill(process.pid, signal);
});
const open = await openDatabase({ url: env['DATABASE_URL'], folder: '' });
const publisher = { store, validate: createValidator(), now: Date.now };
console.log('ready');

if (env['COMMAND'] === 'watch') {
  const stop = new AbortController();
  process.on('SIGTERM', () => stop.abort());
  await watch(publisher, open, stop.signal, console.log);
} else {
  await build(publisher, open.database, 'due');
}
await open.close();
console.log('finished');
