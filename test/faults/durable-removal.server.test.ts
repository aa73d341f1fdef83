// A removal must survive a power cut: the folder is synced before the change is cleared from the queue.

import { dirname, join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { createSchools, publisherInto, runBuild } from '../support/fault-schools.ts';
import { recordPath } from '../support/record-places.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { openTestDatabase } from '../support/test-database.ts';
import { canTrace, startTracedBuild } from '../support/traced-publisher.ts';

test.skipIf(!canTrace)(
  'the removal of a record is synced to the disk before the change is deleted from the queue',
  { tags: 'server' },
  async () => {
    const open = await openTestDatabase();
    await createSchools(open.database, ['north']);
    const folder = await temporaryFolder();
    const publisher = publisherInto(folder);
    await runBuild(publisher, open.database, 'everything');
    await sql`delete from organisation`.execute(open.database);

    const calls = 'trace=unlink,unlinkat,fsync,fdatasync,write,writev,sendto,sendmsg';
    const build = startTracedBuild({ databaseUrl: open.connectionString, folder }, ['-y', '-s', '300', '-e', calls]);
    const trace = await build.trace;
    await open.close();
    const lines = trace.split('\n');
    const record = join(folder, recordPath('north'));
    const removed = lines.findIndex((line) => line.includes('unlink') && line.includes(record));
    const synced = lines.findIndex(
      (line, index) => index > removed && /f(data)?sync/.test(line) && line.includes(`<${dirname(record)}>`),
    );
    const forgotten = lines.findIndex((line) => line.includes('delete from pending_change'));
    expect([removed, synced, forgotten]).toEqual([removed, synced, forgotten].toSorted((one, other) => one - other));
    expect(removed).toBeGreaterThan(-1);
    expect(synced).toBeGreaterThan(removed);
  },
);
