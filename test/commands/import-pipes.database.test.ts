// What a command reads from a pipe is read whole: looking at its beginning to tell its format takes nothing away.
// @module-tag slow

import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { ascXml, smallAsc } from '../formats/asc/asc-xml.ts';
import { bindTestStore } from '../support/bind-store.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { nodeArguments, repositoryFolder } from '../support/run-process.ts';
import { smallTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';

const open = useTestDatabase();
const run = promisify(execFile);
const belfry = ['"$NODE"', ...nodeArguments(['scripts/belfry.ts'])].join(' ');
const document = JSON.stringify(smallTimetable({ description: 'x'.repeat(100_000) }));
const school = ascXml(smallAsc());
const imported = /imported .*version 1/;

test.each([
  ['a document of a process', document, `${belfry} import --organisation school --name S <(cat "$FILE")`, imported],
  [
    'a document at /dev/stdin',
    document,
    `cat "$FILE" | ${belfry} import --organisation school --name S /dev/stdin`,
    imported,
  ],
  ['a file as /dev/stdin', document, `${belfry} import --organisation school --name S /dev/stdin < "$FILE"`, imported],
  [
    'slow pieces',
    document,
    `(head -c 100 "$FILE"; sleep 0.2; tail -c +101 "$FILE") | ${belfry} import --organisation school --name S /dev/stdin`,
    imported,
  ],
  [
    "a school's own file of a process",
    school,
    `${belfry} import --organisation school --name S <(cat "$FILE")`,
    imported,
  ],
  ["a school's own file, converted", school, `${belfry} convert <(cat "$FILE")`, /ready to import/],
])('%s', async (_, content, line, expected) => {
  await sql`delete from organisation`.execute(open.database);
  const folder = await temporaryFolder();
  const out = join(folder, 'out');
  await bindTestStore(open, out);
  const FILE = join(folder, 'file');
  await writeFile(FILE, content);
  const env = { ...process.env, NODE: process.execPath, FILE, ...commandEnvironment(open, out) };
  const { stdout } = await run('bash', ['-c', line], { cwd: repositoryFolder, env });
  expect(stdout).toMatch(expected);
});
