// A publisher is killed at each step of writing, and at random moments. Readers keep what they had, and the next
// publisher finishes the work.
// @module-tag long
// @module-tag slow

import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { paths } from '../../src/snapshot/paths.ts';
import { revokeKey } from '../support/belfry.ts';
import { expectConverged } from '../support/expect-converged.ts';
import { publisherInto, stepsOfBuild, versionsOf } from '../support/fault-schools.ts';
import { outputKinds } from '../support/published-output.ts';
import { type PublisherSettings, startPublisher } from '../support/start-publisher.ts';
import { aRecord, everyKindOfStep, everyStep, isAt, steppingStore } from '../support/stepping-store.ts';
import { nightly, thorough, times } from '../support/thoroughness.ts';
import { type PublishedSchools, usePublishedSchools } from '../support/use-published-schools.ts';

/** One edit of each kind: documents of both organisations, a key, and a link. */
async function editAll(schools: PublishedSchools, mark: string): Promise<void> {
  await schools.describe('north-v1', mark);
  await schools.renameTeacher('south', mark);
  const { id } = await schools.newKey('north');
  await schools.run(`update api_key set revoked_at = now() where id = '${id}'`);
  await schools.run(`insert into link (id, organisation_id, kind, entity_id, sha256)
    select 'link_' || seed, 'north', 'teacher', 'entity-tch_1', encode(sha256(seed::bytea), 'hex')
    from (select gen_random_uuid()::text as seed) seeds;
    update link set revoked_at = now() where id in (select id from link where revoked_at is null limit 1)`);
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
    const schools = usePublishedSchools(['north', 'south'], make);
    const { open } = schools;
    const start = (command: 'build' | 'watch', fault?: PublisherSettings['fault']) =>
      startPublisher({
        command,
        connectionString: open.connectionString,
        output: schools.output,
        ...(fault && { fault }),
      });

    test(`killed at ${names.get(choose)} of a build, the next build finishes it and readers see only complete data`, async () => {
      await editAll(schools, 'to be counted');
      const taken = await stepsOfBuild(schools.publisher, open.database);
      expect(taken.length).toBeGreaterThan(10);
      const steps = choose(taken);
      const readers = await schools.readers();
      for (const step of steps) {
        // After one step is before the next, except for statements in between.
        for (const moment of nightly || step === steps.at(-1)
          ? (['before', 'after'] as const)
          : (['before'] as const)) {
          await editAll(schools, `${moment} ${step}`);
          const killed = start('build', { step, moment, signal: 'SIGKILL' });
          const { stdout } = await killed.finished;
          expect(stdout).toContain('now');
          await schools.build();
          await schools.expectConverged();
        }
      }
      const { statuses } = await readers.stop();
      expect(Object.keys(statuses)).toEqual(['200']);
    });

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
        await schools.build('due', { store: dying }).catch(() => {});
        expect(dead).toBe(true);
        await schools.build('due', { store });
        await expectConverged(open.database, store);
      }
    });

    test(`killed at a random moment while editors go on, the next build publishes every change`, async () => {
      const readers = await schools.readers();
      for (let round = 0; round < moments; round++) {
        const killed = start('watch');
        await killed.printed('ready');
        const moment = Math.random() * 400;
        const editing = (async () => {
          for (let edit = 0; edit < 8; edit++) {
            await schools.describe(versionsOf('north')[edit % 2] ?? '', `round ${round} edit ${edit}`);
            await schools.renameTeacher('south', `Teacher ${round} ${edit}`);
            if (edit === 4) {
              const { id } = await schools.newKey('south');
              await revokeKey(open.database, schools.publisher, id);
            }
            await sleep(Math.random() * 60);
          }
        })();
        await sleep(moment);
        killed.child.kill('SIGKILL');
        await killed.finished;
        await editing;
        await schools.build();
        await schools.expectConverged();
      }
      await readers.stop();
    });
  });
