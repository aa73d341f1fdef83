// Typical mistakes on the command line, with what is printed and the exit code. The real commands run in this process, one
// after the other, on one database and one store.

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bindTestStore } from '../support/bind-store.ts';
import { loadSchool } from '../support/published-school.ts';
import { commandEnvironment } from '../support/run-command.ts';
import { runHere } from '../support/run-here.ts';
import { publishedTimetable } from '../support/small-timetable.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { useTestDatabase } from '../support/test-database.ts';
import { whenFileEnds } from '../support/when-file-ends.ts';

const open = useTestDatabase();
let folder: string;

beforeAll(async () => {
  folder = await temporaryFolder(whenFileEnds);
  await bindTestStore(open, join(folder, 'out'));
  await loadSchool(open.database, 'school', [publishedTimetable('v1')]);
  await writeFile(join(folder, 'empty.json'), '');
  await writeFile(join(folder, 'list.json'), '[]');
  await writeFile(join(folder, 'half.json'), '{"id": "v1",');
});

/** Runs a command line; `\\_` is a space within a word, and `@` is the test's folder. */
function run(line: string, variables: Record<string, string>) {
  const words = line.split(' ').map((word) => word.replaceAll('\\_', ' ').replace(/^@/, `${folder}/`));
  return runHere(words, { ...commandEnvironment(open, join(folder, 'out')), ...variables });
}

const noSchool = 'there is no organisation shcool; `npm run organisations -- list` shows them';

test.each<[line: string, code: number, says: string, variables?: Record<string, string>]>([
  // Unknown commands and options.
  ['stauts', 2, '(Did you mean status?)'],
  ['bulid', 2, '(Did you mean build?)'],
  ['organisation list', 2, '(Did you mean organisations?)'],
  ['frobnicate', 2, "unknown command 'frobnicate'"],
  ['keys lst --organisation school', 2, '(Did you mean list?)'],
  ['keys destroy key_1', 2, "unknown command 'destroy'"],
  ['organisations remove school', 2, '(Did you mean rename?)'],
  ['build --ful', 2, '(Did you mean --full?)'],
  ['build --organization school', 2, '(Did you mean --organisation?)'],
  ['status --jsn', 2, '(Did you mean --json?)'],
  ['build school', 2, 'too many arguments'],
  ['build --organisation', 2, "option '--organisation <id>' argument missing"],
  ['rollback', 2, "required option '--organisation <id>' not specified"],
  ['keys create --organisation school', 2, "required option '--name <name>' not specified"],
  ['import --organisation school', 2, "missing required argument 'file'"],
  ['export --organisation school', 2, "required option '--to <folder|file|->' not specified"],
  ['forget', 2, "required option '--organisation <id>' not specified"],
  ['calendar remove', 2, "required option '--organisation <id>' not specified"],
  ['days clear --from 2026-11-23 --to 2026-11-23', 2, "required option '--organisation <id>' not specified"],
  ['days show --date 2026-11-23 --url http://127.0.0.1:3 --token -', 2, '--url needs --organisation'],
  ['import --name x @empty.json', 2, '--name creates an organisation, and --organisation says which'],
  ['organisations rename school', 2, "required option '--name <name>' not specified"],
  // Unknown organisations, versions and keys.
  ['build --organisation shcool', 2, noSchool],
  ['status --organisation shcool', 2, noSchool],
  ['keys list --organisation shcool', 2, noSchool],
  ['keys create --organisation shcool --name x', 2, noSchool],
  ['timetables list --organisation shcool', 2, noSchool],
  ['export --organisation shcool --to -', 2, noSchool],
  ['forget --organisation shcool', 2, noSchool],
  ['rollback --organisation shcool', 2, noSchool],
  ['organisations set shcool --api on', 2, noSchool],
  ['organisations rename shcool --name x', 2, noSchool],
  ['organisations delete shcool --confirm shcool', 2, noSchool],
  ['import --organisation shcool @empty.json', 2, 'there is no organisation shcool; add --name NAME to create it'],
  ['organisations create school --name x', 2, 'there is an organisation school already'],
  [
    'organisations create Riverside --name x',
    2,
    'has 1 to 64 lower-case letters, digits, "_" and "-", not "Riverside"',
  ],
  ['build --timetable v2', 2, 'there is no timetable version v2'],
  ['export --organisation school --timetable v2 --to -', 2, 'organisation school has no timetable version v2'],
  ['rollback --organisation school --to 99', 2, 'no generation 99'],
  ['rollback --organisation ', 2, "an organisation's id has"],
  ['keys revoke key_x', 2, 'there is no key key_x'],
  ['keys revoke belfry_abcdefgh', 2, 'this is not a whole key'],
  ['keys revoke Website\\_key', 2, 'is neither the id of a key nor a key'],
  // Invalid values.
  ['keys create --organisation school --name x --expires 2026-02-30', 2, 'There is no such date or time.'],
  ['keys create --organisation school --name x --expires 31.07.2099', 2, 'not an ISO 8601 date'],
  ['keys create --organisation school --name x --expires 2020-01-01', 2, 'It is in the past.'],
  ['keys create --organisation school --name \\_', 2, 'It must not be blank.'],
  ['organisations rename school --name \\_', 2, 'It must not be blank.'],
  ['import --organisation school --publish --effective-from 2026-02-30 @empty.json', 2, 'It is a day of the calendar'],
  ['organisations set school --access locked', 2, 'locked:trial_ended, locked:plan_ended, locked:payment_failed'],
  ['organisations set school --api yes', 2, 'Allowed choices are on, off.'],
  [
    'organisations set school',
    2,
    'name what to change: --access, --api, --teachers-in-changes-keys or --teachers-in-changes-links',
  ],
  ['organisations delete school', 2, 'to delete it, run `npm run organisations -- delete school --confirm school`'],
  ['organisations delete school --confirm shool', 2, '--confirm says shool'],
  ['build-cdn --for lambda', 2, 'Allowed choices are workers, deno, bun, node.'],
  ['serve --cache 0', 2, 'It must be a whole number from 1'],
  ['rollback --organisation school --to last', 2, 'It must be a whole number from 1'],
  ['smoke --url timetables.example --key belfry_x', 2, '--url must be an http:// or https:// URL'],
  ['export --organisation school --to - --json', 2, 'both write to standard output'],
  ['organisations create @../.. --name x', 2, 'digits, "_" and "-", not'],
  [`organisations create ${'a'.repeat(10_000)} --name x`, 2, `not "${'a'.repeat(100)}..."`],
  ['organisations create __proto__/x --name x', 2, 'digits, "_" and "-", not "__proto__/x"'],
  [`organisations create long --name ${'a'.repeat(4097)}`, 2, 'It must not be longer than 4096 bytes.'],
  [`organisations rename school --name ${'\u{1f600}'.repeat(1025)}`, 2, 'It must not be longer than 4096 bytes.'],
  ['organisations create bell --name A\u0007B', 2, 'It must not have control characters or line breaks.'],
  ['organisations rename school --name A\nB', 2, 'It must not have control characters or line breaks.'],
  ['keys create --organisation school --name A\u001b[31mB', 2, 'It must not have control characters or line breaks.'],
  [`keys create --organisation school --name ${'a'.repeat(4097)}`, 2, 'It must not be longer than 4096 bytes.'],
  ['organisations create school --name x', 2, '`npm run organisations -- list` shows it'],
  ['keys revoke key_x', 2, '`npm run keys -- list --organisation ID` shows them'],
  ['check --store --database', 2, "option '--store' cannot be used with option '--database'"],
  ['check --against-database --store', 2, "option '--store' cannot be used with option '--against-database'"],
  ['check --database --against-database', 2, "option '--database' cannot be used with option '--against-database'"],
  ['copy --from @out --to @out', 2, 'copy to another folder or bucket'],
  ['copy --from @out --to @out/inner', 2, 'contains the other'],
  ['copy --from @out/inner --to @out/', 2, 'contains the other'],
  ['copy --from s3://bucket/a --to s3://bucket/a/b', 2, 'contains the other'],
  ['copy --from @nowhere --to @copy', 2, 'nothing is published in'],
  ['completion powershell', 2, 'Allowed choices are bash, zsh, fish.'],
  ['status --organisation @', 2, 'digits, "_" and "-", not'],
  // Files.
  ['import --organisation school @nowhere.json', 1, 'error: nothing was imported'],
  ['import --organisation school @empty.json', 1, 'error: nothing was imported'],
  ['import --organisation school @half.json', 1, 'error: nothing was imported'],
  ['import --organisation school @list.json', 1, 'error: nothing was imported'],
  ['build-cdn --to @list.json', 2, 'list.json cannot be written: EEXIST'],
  ['export --organisation school --to @list.json/x.json', 2, 'cannot be written: ENOTDIR'],
  ['convert @nowhere.xml', 2, 'cannot be read: ENOENT'],
  // Settings, and an unreachable database.
  ['serve', 2, 'LOG_LEVEL must be one of trace, debug, info, warn, error, silent, not loud', { LOG_LEVEL: 'loud' }],
  ['serve', 2, 'PORT must be a port number from 0 to 65535, not http', { PORT: 'http' }],
  ['serve', 2, 'set TLS_CERT and TLS_KEY, or give --behind-tls-proxy', { HOST: '0.0.0.0' }],
  ['serve', 2, 'TLS_CERT and TLS_KEY belong together', { TLS_CERT: '/nowhere' }],
  ['serve', 2, 'cannot read the files of TLS_CERT and TLS_KEY', { TLS_CERT: '/nowhere', TLS_KEY: '/nowhere' }],
  ['status', 2, 'BELFRY_OUT must be a folder path; to use a bucket, set BELFRY_BUCKET', { BELFRY_OUT: 's3://x' }],
  ['status', 3, 'cannot reach PostgreSQL at 127.0.0.1:1/x', { DATABASE_URL: 'postgres://x@127.0.0.1:1/x' }],
])('belfry %s: exit %i, %s', async (line, code, says, variables = {}) => {
  const { code: ended, stderr } = await run(line, variables);
  expect(stderr).toContain(says);
  expect(stderr).toMatch(/^error: /m);
  expect(stderr).not.toMatch(/^ +at /m);
  expect(ended).toBe(code);
});
