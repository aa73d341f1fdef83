// A publisher is killed at each step of writing, and at random moments. Readers keep what they had, and the next
// publisher finishes the work.
// @module-tag long

import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, describe, expect, test } from 'vitest';
import { paths } from '../../src/snapshot/paths.ts';
import { type Publisher, revokeKey } from '../support/belfry.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  describeVersion,
  newKeyOf,
  publisherInto,
  publishSchools,
  readersOf,
  renameTeacher,
  runBuild,
  stepsOfBuild,
  versionsOf,
} from '../support/fault-schools.ts';
import { outputKinds, type PublishedOutput } from '../support/published-output.ts';
import { startPublisher } from '../support/start-publisher.ts';
import { aRecord, everyKindOfStep, everyStep, isAt, steppingStore } from '../support/stepping-store.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { nightly, thorough, times } from '../support/thoroughness.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const schools = ['north', 'south'];
const open = useTestDatabase();
let output: PublishedOutput;
let publisher: Publisher;

/** One edit of each kind: documents of both organisations, and a key. */
async function editAll(mark: string): Promise<void> {
  await describeVersion(open.database, 'north-v1', mark);
  await renameTeacher(open.database, 'south', mark);
  const key = await newKeyOf(open.database, publisher, 'north');
  await open.database
    .updateTable('api_key')
    .set({ revoked_at: new Date().toISOString() })
    .where('id', '=', key.id)
    .execute();
}

const inFolder = thorough ? everyStep : everyKindOfStep;
/** Fewer, since the other steps are the same as in a folder. */
const inBucket = nightly ? everyStep : thorough ? everyKindOfStep : aRecord;
const names = new Map([
  [everyStep, 'each step'],
  [everyKindOfStep, 'each kind of step'],
  [aRecord, 'the first replacement of a record'],
]);

/** The kinds of store, with the steps and the number of random moments to try in each. */
const outputs = outputKinds.map((each, index) => ({
  ...each,
  choose: index === 0 ? inFolder : inBucket,
  moments: index === 0 ? times(1, 6) : times(1, nightly ? 6 : 2),
}));

for (const { kind, missing, make, choose, moments } of outputs)
  describe.skipIf(missing)(`a publisher into ${kind}`, () => {
    beforeAll(async () => {
      output = await make(whenFileEnds);
      publisher = await publishSchools(open.database, schools, output.store);
    });

    test(
      `killed at ${names.get(choose)} of a build, the next build finishes it and readers see only complete data`,
      async () => {
        await editAll('to be counted');
        const taken = await stepsOfBuild(publisher, open.database);
        expect(taken.length).toBeGreaterThan(10);
        const steps = choose(taken);
        const readers = await readersOf(open.database, schools, output);
        for (const step of steps) {
          // After one step is before the next, except for statements in between.
          for (const moment of nightly || step === steps.at(-1)
            ? (['before', 'after'] as const)
            : (['before'] as const)) {
            await editAll(`${moment} ${step}`);
            const fault = { step, moment, signal: 'SIGKILL' } as const;
            const killed = startPublisher({ command: 'build', connectionString: open.connectionString, output, fault });
            const { stdout } = await killed.finished;
            expect(stdout).toContain('now');
            await runBuild(publisher, open.database);
            await expectConverged(open.database, output.store);
          }
        }
        const { statuses } = await readers.stop();
        expect(Object.keys(statuses)).toEqual(['200']);
        // A process and two builds for each step: of all of them, that takes minutes.
      },
      thorough ? 600_000 : 60_000,
    );

    test(`a first build interrupted at ${names.get(choose)} is finished by a plain build`, async () => {
      const all = await stepsOfBuild(publisherInto((await make()).store), open.database);
      const taken = all.filter(({ path }) => !path.startsWith(paths.site) && !path.includes('south'));
      expect(taken.length).toBeGreaterThan(10);
      class Killed extends Error {}
      for (const place of choose(taken)) {
        const { store } = await make();
        let dead = false;
        const dying = steppingStore(store, (step) => {
          dead ||= isAt(step, place);
          if (dead) throw new Killed();
        });
        await runBuild(publisherInto(dying), open.database).catch(() => {});
        expect(dead).toBe(true);
        await runBuild(publisherInto(store), open.database);
        await expectConverged(open.database, store);
      }
    });

    test(
      `killed at a random moment while editors go on, the next build publishes every change`,
      async () => {
        const readers = await readersOf(open.database, schools, output);
        for (let round = 0; round < moments; round++) {
          const killed = startPublisher({ command: 'watch', connectionString: open.connectionString, output });
          await killed.printed('ready');
          const moment = Math.random() * 400;
          const editing = (async () => {
            for (let edit = 0; edit < 8; edit++) {
              await describeVersion(open.database, versionsOf('north')[edit % 2] ?? '', `round ${round} edit ${edit}`);
              await renameTeacher(open.database, 'south', `Teacher ${round} ${edit}`);
              if (edit === 4) {
                const { id } = await newKeyOf(open.database, publisher, 'south');
                await revokeKey(open.database, publisher, id);
              }
              await sleep(Math.random() * 60);
            }
          })();
          await sleep(moment);
          killed.child.kill('SIGKILL');
          await killed.finished;
          await editing;
          await runBuild(publisher, open.database);
          await expectConverged(open.database, output.store);
        }
        await readers.stop();
      },
      40_000 + moments * 20_000,
    );
  });
