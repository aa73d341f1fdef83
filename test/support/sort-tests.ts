// Sorts the test files by their imports: those for the quick run, and those that use a database, which run on both kinds of
// it. Run as a program, it prints the latter.

import { readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** Imports that need the setup of a run, another process, a browser, or the edge's runtime. */
const slow = /\binject\(|node:child_process|openEmbeddedServer|from '(miniflare|playwright-core)'/;
const database = /\bopenTestDatabase\(|inject\('(serverUrl|template)'\)/;
const bucket = /\binject\('bucket'\)/;
const embedded = /\binject\('embedded'\)/;
const packed = /\bunpackPackage\(/;

export type SortedTests = {
  /** Those that need only memory, files and sockets. */
  quick: string[];
  /** All others. */
  whole: string[];
  /** Those of the others whose result may depend on the kind of database. */
  database: string[];
};

export function sortTests(): SortedTests {
  const files = glob.sync('test/**/*.test.ts', { cwd: root }).sort();
  const quick = files.filter((file) => !reaches(file, slow));
  const whole = files.filter((file) => !quick.includes(file));
  return { quick, whole, database: whole.filter((file) => reaches(file, database) && !usesItOnly(file)) };
}

/** What the setup of a run must provide for these test files, given by their absolute paths. */
export function findNeeds(paths: readonly string[]): { embedded: boolean; bucket: boolean; packed: boolean } {
  const need = (what: RegExp) => paths.some((path) => reaches(relative(root, path), what));
  return { embedded: need(embedded), bucket: need(bucket), packed: need(packed) };
}

/** Code that uses no database: its tests use one only to make a published output, or to convert a school's file. */
const usesItOnly = (file: string) =>
  /^test\/(client|contract|serve|snapshot|store|viewer)\//.test(file) ||
  /^test\/faults\/(damaged-files|readers)\./.test(file) ||
  /^test\/guides\/(asc|client|school)-guides?\./.test(file) ||
  /^test\/(commands\/convert|deploy\/(shipped-files|bucket-operations))\./.test(file);

/** Whether a file, or one in test/ or scripts/ that it imports, matches. */
function reaches(file: string, what: RegExp, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false;
  seen.add(file);
  const text = readFileSync(join(root, file), 'utf8');
  if (file.startsWith('test/') && what.test(text)) return true;
  return [...text.matchAll(/^(?:import .*|\} )from '(\.[^']+\.ts)';$/gm)]
    .map(([, path = '']) => relative(root, join(root, dirname(file), path)))
    .filter((path) => /^(test|scripts)\//.test(path))
    .some((path) => reaches(path, what, seen));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) console.log(sortTests().database.join('\n'));
