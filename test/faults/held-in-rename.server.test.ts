// A publisher is suspended in the system call that replaces a record, loses its lease, and continues: nothing older may
// be published, not even for a moment.

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { readRecord, recordPath } from '../support/record-places.ts';
import { canTrace, startTracedBuild } from '../support/traced-publisher.ts';
import { usePublishedSchools } from '../support/use-published-schools.ts';

const schools = usePublishedSchools(['north']);
const { open } = schools;

const setAccess = (state: string) =>
  sql`update organisation set access = ${state} where id = 'north'`.execute(open.database);
const describeNorth = (text: string) => schools.describe('north-v1', text);

/** What is published before, by the publisher that is suspended, and by the one that comes meanwhile. */
const parts = [
  { part: 'access', change: setAccess, texts: ['suspended', 'active', 'suspended'] },
  { part: 'pointer', change: describeNorth, texts: ['', 'a slip', ''] },
] as const;

describe.skipIf(!canTrace)('a publisher that is suspended in rename', { tags: 'server' }, () => {
  test.each(parts)(
    'never replaces the $part that another publisher has written meanwhile',
    async ({ part, change, texts }) => {
      const [before, older, newer] = texts;
      await change(before);
      await schools.build();
      await change(older);
      const target = join(schools.folder, recordPath('north'));
      const renames = 'rename,renameat,renameat2';
      // The delay gives time to stop strace, which then holds the call until it continues.
      const held = startTracedBuild({ databaseUrl: open.connectionString, folder: schools.folder }, [
        ...['-e', `trace=${renames}`, '-e', `inject=${renames}:delay_enter=2s`],
      ]);
      await held.stopTracingAt(`, "${target}"`);

      await schools.endLeases();
      await change(newer);
      await schools.build();
      const shown = () => JSON.stringify(readRecord(schools.folder, 'north')[part]);
      const after = shown();

      const seen = new Set<string>();
      let ended = false;
      const watching = (async () => {
        while (!ended) {
          seen.add(shown());
          await sleep(5);
        }
      })();
      held.goOnTracing();
      const trace = await held.trace.finally(() => {
        ended = true;
      });
      await watching;
      expect(renameOf(trace, target)).toContain('= -1 ENOENT');
      expect([...seen]).toEqual([after]);
      await schools.build();
      await schools.expectConverged();
    },
  );

  /** What the rename to `target` returned; strace splits a call into two lines when another thread makes one in between. */
  function renameOf(trace: string, target: string): string | undefined {
    const lines = trace.split('\n');
    const at = lines.findIndex((line) => line.includes(`, "${target}"`));
    const returned = lines.slice(at).find((line) => !line.includes('<unfinished') && /\brename/.test(line));
    return at < 0 ? undefined : returned;
  }
});
