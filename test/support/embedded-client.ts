// A process of its own for tests of the embedded server: opens the database in a folder, writes notes, and says so.
// usage: embedded-client.ts FOLDER NAME COUNT [hold]

import { sql } from 'kysely';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { DatabaseUnreachableError } from '../../src/errors.ts';

const [folder = '', name = '', count = '0', hold] = process.argv.slice(2);

/** Writes the notes that are not there yet. */
async function write(): Promise<void> {
  const open = await openDatabase({ url: undefined, folder });
  try {
    await sql`create table if not exists note (writer text, number integer, primary key (writer, number))`.execute(
      open.database,
    );
    for (let number = 0; number < Number(count); number += 1)
      await sql`insert into note values (${name}, ${number}) on conflict do nothing`.execute(open.database);
    console.log('written');
    if (hold === 'hold') await new Promise((resolve) => setTimeout(resolve, 60_000));
  } finally {
    await open.close();
  }
}

// The process that runs the server may end before the others: they retry, as a person would.
for (let attempt = 0; ; attempt += 1) {
  try {
    await write();
    break;
  } catch (error) {
    const again = error instanceof DatabaseUnreachableError;
    if (!again || attempt === 20) throw error;
  }
}
