// A process of its own for tests of the embedded server: opens the database in a folder once, writes a note every now and
// then for as long as it lives, whatever becomes of the server, and prints the number of each that the database has taken.
// usage: embedded-writer.ts FOLDER NAME [milliseconds to wait for another process that opens it]

import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { openDatabase } from '../../src/database/connect/open-database.ts';
import { DatabaseUnreachableError } from '../../src/errors.ts';

const [folder = '', name = '', openTimeout = '30000'] = process.argv.slice(2);
const { database } = await openDatabase({ url: undefined, folder, openTimeout: Number(openTimeout) });
await sql`create table if not exists note (writer text, number integer, primary key (writer, number))`.execute(
  database,
);
console.log('opened');
for (let number = 0; ; ) {
  try {
    await sql`insert into note values (${name}, ${number}) on conflict do nothing`.execute(database);
    console.log(`written ${number}`);
    number += 1;
  } catch (error) {
    if (!(error instanceof DatabaseUnreachableError)) throw error;
  }
  await sleep(20);
}
