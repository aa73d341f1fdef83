// A publisher is killed at each step of writing, and at random moments. Readers keep what they had, and the next
// publisher finishes the work.

import { basename } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, test } from 'vitest';
import { revokeKey } from '../../src/publish/change-access.ts';
import type { Publisher } from '../../src/publish/publish-organisation.ts';
import { expectConverged } from '../support/expect-converged.ts';
import {
  createSchools,
  describeVersion,
  newKeyOf,
  publisherInto,
  renameTeacher,
  runBuild,
  versionsOf,
} from '../support/fault-schools.ts';
import { outputKinds, type PublishedOutput } from '../support/published-output.ts';
import { type Readers, startReaders } from '../support/published-readers.ts';
import { startPublisher } from '../support/start-publisher.ts';
import { steppingStore } from '../support/stepping-store.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { nightly, thorough, times } from '../support/thoroughness.ts';

const schools = ['north', 'south'];
const open = useTestDatabase();
let output: PublishedOutput;
let publisher: Publisher;

beforeEach(async () => {
  await open.database.deleteFrom('organisation').execute();
  await createSchools(open.database, schools);
});

async function publishInto(made: Promise<PublishedOutput>): Promise<void> {
  output = await made;
  publisher = publisherInto(output.store);
  await runBuild(publisher, open.database, 'everything');
}

async function readersOfAll(): Promise<Readers> {
  const keys = new Map<string, string>();
  for (const id of schools) keys.set(id, (await newKeyOf(open.database, publisher, id)).key);
  return startReaders({ output, keys });
}

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

/** The paths of the steps that a build of `editAll` has, in their order. */
async function listSteps(): Promise<string[]> {
  const steps: string[] = [];
  await editAll('to be counted');
  const counting = steppingStore(publisher.store, ({ path }, moment) => {
    if (moment === 'before') steps.push(path);
  });
  await runBuild(publisherInto(counting), open.database);
  return steps;
}

/** What kind of file a step writes. */
const kindOf = (path: string) =>
  ['records/', '/files/', '/history/'].find((part) => path.includes(part)) ?? basename(path);
/** The first of each kind. */
const firstOfKind = (path: string, index: number, paths: readonly string[]) =>
  paths.findIndex((other) => kindOf(other) === kindOf(path)) === index;

/** Where, whether every step is tried rather than one of each kind, and how many random moments. */
const outputs = outputKinds.map((each, index) => ({
  ...each,
  everyStep: nightly || (thorough && index === 0),
  moments: nightly || index === 0 ? times(2, 6) : 2,
}));

for (const { kind, missing, make, everyStep, moments } of outputs)
  describe.skipIf(missing)(`a publisher into ${kind}`, () => {
    beforeEach(() => publishInto(make()));

    test(`killed at ${everyStep ? 'each step' : 'each kind of step'} of a build, the next build finishes it and readers see nothing torn`, async () => {
      const paths = await listSteps();
      expect(paths.length).toBeGreaterThan(10);
      const steps = paths.flatMap((path, index) => (everyStep || firstOfKind(path, index, paths) ? [index + 1] : []));
      const readers = await readersOfAll();
      for (const step of steps) {
        // What is after one step is before the next, but for what the database does in between.
        for (const moment of nightly || step === paths.length
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
    }, 600_000);

    test(`a first build interrupted at ${everyStep ? 'any step' : 'any kind of step'} is finished by a plain build`, async () => {
      const taken: { number: number; path: string }[] = [];
      const counting = steppingStore((await make()).store, (step, moment) => {
        if (moment === 'before' && step.path.includes('north')) taken.push(step);
      });
      await runBuild(publisherInto(counting), open.database);
      expect(taken.length).toBeGreaterThan(10);
      const paths = taken.map(({ path }) => path);
      const steps = taken.filter(({ path }, index) => everyStep || firstOfKind(path, index, paths));
      class Killed extends Error {}
      for (const step of steps) {
        const { store } = await make();
        const dying = steppingStore(store, ({ number }) => {
          if (number >= step.number) throw new Killed();
        });
        await runBuild(publisherInto(dying), open.database).catch(() => {});
        await runBuild(publisherInto(store), open.database);
        await expectConverged(open.database, store);
      }
    });

    test(
      `killed at ${moments} random moments while editors go on, a watcher is replaced by the next and nothing is lost`,
      async () => {
        const readers = await readersOfAll();
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
                await revokeKey(open.database, publisher, id, Date.now());
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
      60_000 + moments * 20_000,
    );
  });
