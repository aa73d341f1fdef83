// `check` and `copy` read every document and keep none, so their memory does not grow with the number of documents. `npm start`
// fits a small machine.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { assembleSummary } from '../../src/document/assemble-list.ts';
import { writeSite } from '../../src/pages/build/write-site.ts';
import { formatVersion, paths } from '../../src/snapshot/paths.ts';
import { recordBytes } from '../../src/snapshot/read-record.ts';
import { folderStore } from '../../src/store/folder/folder-store.ts';
import { largeTimetable } from '../bench/large-timetable.ts';
import { childrenOf } from '../support/children-of.ts';
import { publishedFolder } from '../support/published-folder.ts';
import { runLine } from '../support/run-command.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { waitUntil } from '../support/wait-until.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

let folder: string;
beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await writeFile(join(folder, 'print-peak.mjs'), printPeak);
  const form = publishedFolder(join(folder, 'out'));
  const text = JSON.stringify(largeTimetable({ id: 'version', timetable: 'group', orgId: 'north', units: 1500 }));
  const documents = Array.from({ length: 200 }, (_, index) =>
    JSON.parse(text.replaceAll('"version"', `"v${1000 + index}"`)),
  );
  const entries = documents.map((each) => assembleSummary({ ...each })).reverse();
  const store = folderStore(join(folder, 'out'));
  await writeSite(store);
  const record = { formatVersion, storeId: 'store', databaseId: 'database', database: 'none' };
  await store.write([{ path: paths.storeRecord, bytes: recordBytes(record) }]);
  await form.writeAccess('north');
  await form.publish(
    parseOrganisationId('north'),
    Object.fromEntries(documents.map((each) => [each.id, each])),
    entries,
  );
});

/**
 * A module that prints the process's peak memory in kilobytes when it exits. Linux counts it from the start of the program;
 * `maxRSS` would include what the test's own process had when it started the command.
 */
const printPeak = `
import { existsSync, readFileSync } from 'node:fs';
const status = '/proc/self/status';
const peak = () =>
  existsSync(status) ? /VmHWM:\\s+(\\d+)/.exec(readFileSync(status, 'utf8'))[1] : process.resourceUsage().maxRSS;
process.on('exit', () => console.error('peak', peak()));
`;

// A check counts the files that it proves, a copy those of the site too.
test.each([
  ['check', /6\d\d files/],
  ['copy --from OUT --to COPY', /8\d\d files/],
])('%s of 200 documents of 0.9 MB stays under 200 MB', async (line, files) => {
  const out = join(folder, 'out');
  const named = line.replace('OUT', out).replace('COPY', join(folder, 'copy'));
  const { code, stdout, stderr } = await runLine(named, {
    BELFRY_OUT: out,
    BELFRY_BUCKET: undefined,
    NODE_OPTIONS: `--import ${join(folder, 'print-peak.mjs')}`,
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringMatching(files) });
  expect(Number(/peak (\d+)/.exec(stderr)?.[1])).toBeLessThan(200_000);
});

// Its processes in a clone: the server with the watcher and the embedded database, and that of documents. It has some 350 MB; a
// bundler that stays, PostgreSQL's usual buffers, or an archive that is unpacked at once would each add from 50 to 200.
test.skipIf(!existsSync('/proc/self/smaps_rollup'))('npm start stays under 450 MB with a new database', async () => {
  const data = await temporaryFolder();
  const { scripts }: { scripts: { start: string } } = JSON.parse(await readFile('package.json', 'utf8'));
  const own = {
    BELFRY_DATA: join(data, 'data'),
    BELFRY_OUT: join(data, 'out'),
    PORT: '0',
    ADMIN_PORT: '0',
    DASHBOARD_PORT: '0',
  };
  const { DATABASE_URL: _, BELFRY_BUCKET: __, ...inherited } = process.env;
  const child = spawn('sh', ['-c', `${scripts.start} & echo $!; wait`], { env: { ...inherited, ...own } });
  let printed = '';
  child.stdout.on('data', (text) => {
    printed += text;
  });
  const pid = () => Number.parseInt(printed, 10);
  onTestFinished(async () => {
    const ended = once(child, 'close');
    process.kill(pid(), 'SIGTERM');
    await ended;
  });
  await waitUntil('it has started', () => printed.includes('Ctrl-C ends it.'));
  await waitUntil('the process of documents has started too', () => childrenOf(pid()).length > 0);
  await sleep(5_000); // it loads its modules
  const sizes = [pid(), ...childrenOf(pid())].map(readProportion);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(450);
});

/** A process's memory in megabytes, what several share counted in proportion; none of one that has just ended. */
function readProportion(pid: number): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8'))?.[1]) / 1024;
  } catch (error) {
    if (Object(error).code === 'ESRCH' || Object(error).code === 'ENOENT') return 0;
    throw error;
  }
}
