// Keeps the house in order: which room may use which, so that what must run without a database or a validator does.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { basename, dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import glob from 'fast-glob';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
// Declarations are generated for callers, and nothing runs them.
const files = glob.sync(['src/**/*.{ts,js}', 'scripts/**/*.ts', '!**/*.d.ts'], { cwd: root }).toSorted();
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');

// `from '…'` of imports and exports, `import '…'`, `import('…')` and `new URL('…', import.meta.url)` of a worker.
const specifiers = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'|new URL\(\s*'(\.[^']+\.ts)'\s*,\s*import\.meta\.url/g;

/** What a file imports: files of the house by their path, everything else by its specifier. */
function importsOf(file: string): string[] {
  return [...textOf(file).matchAll(specifiers)].map(([, imported = '', worker = '']) => {
    const specifier = imported || worker;
    return specifier.startsWith('.') ? normalize(join(dirname(file), specifier)) : specifier;
  });
}
const graph = new Map(files.map((file) => [file, importsOf(file)]));

const types = 'src/contract/types.generated.ts';
/** Leaves that any room may use, but for what runs at a caller's: the client library, the viewer and the calendar. */
const errors = 'src/errors.ts';
const leaves = [
  errors,
  'src/create-http-server.ts',
  ...['back-off', 'command-line', 'format-count', 'http-date', 'map-concurrently', 'prebuilt', 'release'].map(
    (leaf) => `src/${leaf}.ts`,
  ),
];
const atCallers = ['client', 'calendar', 'pages'];
const room = (name: string) => `src/${name}/`;
const isPackage = (imported: string) => !imported.startsWith('src/') && !imported.startsWith('scripts/');

/** Where a file of a room may reach; packages are told apart from the house by their not being paths in it. */
const rooms: { name: string; houseParts: string[]; packages: boolean | readonly string[] }[] = [
  { name: 'document', houseParts: [types], packages: false },
  { name: 'access', houseParts: [types], packages: false },
  { name: 'calendar', houseParts: [types], packages: false },
  { name: 'days', houseParts: [types, room('calendar')], packages: false },
  { name: 'changes', houseParts: [types], packages: false },
  { name: 'formats', houseParts: [types, room('document'), 'src/changes/pair-alike.ts'], packages: true },
  { name: 'demo', houseParts: [types, room('calendar')], packages: true },
  // How two versions are paired is one rule, for the client as for the publisher.
  { name: 'client', houseParts: [types, room('calendar'), room('changes')], packages: false },
  // What runs in a browser. Codes of links are drawn by a package. Names of days are recognised as in the publisher's warnings.
  {
    name: 'pages',
    houseParts: [types, room('client'), room('calendar'), 'src/document/recognise-weekdays.ts', 'src/csv.ts'],
    packages: ['lean-qr'],
  },
  {
    name: 'pages/build',
    houseParts: ['src/contract/', room('snapshot'), room('store'), room('pages/docs')],
    packages: true,
  },
  {
    name: 'pages/docs',
    houseParts: ['src/contract/', room('snapshot'), 'src/serve/site/page-frame.ts'],
    packages: true,
  },
  { name: 'webhooks', houseParts: [room('database')], packages: true },
  { name: 'store', houseParts: [], packages: true },
  { name: 'snapshot', houseParts: [types, room('store'), room('access'), room('document')], packages: true },
  {
    name: 'database',
    houseParts: [types, room('document'), room('access'), room('calendar'), room('formats'), 'src/contract/'],
    packages: true,
  },
  {
    name: 'publish',
    houseParts: [
      'src/contract/',
      ...['database', 'document', 'calendar', 'days', 'changes', 'snapshot', 'store', 'access', 'pages/build'].map(
        room,
      ),
    ],
    packages: true,
  },
  {
    name: 'control',
    houseParts: [
      'src/contract/',
      ...[
        'database',
        'publish',
        'webhooks',
        'calendar',
        'days',
        'formats',
        'document',
        'access',
        'snapshot',
        'store',
      ].map(room),
    ],
    packages: true,
  },
  {
    name: 'verify',
    houseParts: [
      'src/contract/',
      ...['database', 'publish', 'calendar', 'days', 'document', 'access', 'snapshot', 'store'].map(room),
    ],
    packages: true,
  },
  {
    name: 'doctor',
    houseParts: ['src/contract/', ...['database', 'publish', 'calendar', 'snapshot', 'store'].map(room)],
    packages: true,
  },
  { name: 'serve', houseParts: [types, room('snapshot'), room('store'), room('access')], packages: true },
  {
    name: 'health',
    houseParts: [types, room('snapshot'), room('store'), room('access'), room('serve')],
    packages: true,
  },
  {
    name: 'dashboard',
    houseParts: [
      'src/contract/',
      ...['control', 'database', 'doctor', 'health', 'snapshot', 'access', 'store', 'document', 'webhooks'].map(room),
      ...['src/pages/build/build-dashboard-page.ts', 'src/pages/build/end-bundler.ts', 'src/pages/docs/'],
    ],
    packages: true,
  },
  { name: 'contract', houseParts: [], packages: true },
];
/** A room within a room has a row of its own, and is no part of the other. */
const isOfInnerRoom = (file: string, name: string) =>
  rooms.some((other) => other.name.startsWith(`${name}/`) && file.startsWith(room(other.name)));

describe.each(rooms)('src/$name', ({ name, houseParts, packages }) => {
  const own = files.filter((file) => file.startsWith(room(name)) && !isOfInnerRoom(file, name));

  test('has files', () => {
    expect(own).not.toEqual([]);
  });

  test.each(own)('%s stays within its arrows', (file) => {
    const imports = graph.get(file) ?? [];
    const parts = [room(name), ...houseParts, ...(atCallers.includes(name) ? [] : leaves)];
    const outside = imports.filter((imported) =>
      isPackage(imported)
        ? packages !== true && !(packages || []).includes(imported)
        : !parts.some((part) => imported.startsWith(part)),
    );
    expect(outside).toEqual([]);
  });
});

describe('serving', () => {
  const reached = reachedFrom(files.filter((file) => file.startsWith(room('serve'))));

  test('reaches no database, publisher, validator, or package that belongs to them', () => {
    const packages = ['ajv', 'kysely', 'pg', '@electric-sql/pglite', '@electric-sql/pglite-socket'];
    const forbidden = [...reached].filter(
      (imported) =>
        packages.some((name) => imported === name || imported.startsWith(`${name}/`)) ||
        ['src/database/', 'src/publish/', 'src/contract/validator.ts'].some((part) => imported.startsWith(part)),
    );
    expect(forbidden).toEqual([]);
  });

  test('is seen by this test as it is: it reaches the snapshot, the access matrix and its own packages', () => {
    expect([...reached]).toEqual(
      expect.arrayContaining([
        'src/store/store.ts',
        'src/snapshot/paths.ts',
        'src/access/decide-access.ts',
        'lru-cache',
        'serve-handler',
      ]),
    );
  });
});

test('the library reaches no database: a program that publishes its own data has none', () => {
  const reached = [...reachedFrom(['src/belfry.ts'])];
  expect(reached).toEqual(
    expect.arrayContaining(['src/publish/publish-documents.ts', 'src/serve/answer.ts', 'ajv/dist/2020.js']),
  );
  expect(reached.filter((each) => /^(src\/database\/|src\/site\/|kysely|pg$|@electric-sql)/.test(each))).toEqual([]);
});

test('the request path needs no built-ins of node, so that it runs at the edge of a CDN', () => {
  const builtIns = [...reachedFrom(['src/serve/answer.ts'])].filter(
    (imported) => imported.startsWith('node:') || builtinModules.includes(imported),
  );
  expect(builtIns).toEqual([]);
});

test('reading a school’s file needs nothing but the bytes: no built-ins of node, and no packages but parsers', () => {
  const outside = [...reachedFrom(files.filter((file) => file.startsWith(room('formats'))))].filter(isPackage);
  expect(outside.filter((name) => !['saxes', 'csv-parse/sync', 'fflate'].includes(name))).toEqual([]);
});

test('the calendar needs nothing but what it is given: no packages, no built-ins of node, no clock', () => {
  const calendar = files.filter((file) => file.startsWith(room('calendar')));
  expect([...reachedFrom(calendar)].filter(isPackage)).toEqual([]);
  expect(calendar.filter((file) => /\bDate\.now\b|new Date\(\)/.test(textOf(file)))).toEqual([]);
  // One file knows the zones of the runtime.
  expect(calendar.filter((file) => /\bIntl\b\./.test(textOf(file)))).toEqual(['src/calendar/time/zone.ts']);
});

test('the map in the README names each room, and its arrows are among those that are kept', () => {
  const readme = textOf('README.md');
  const map = readme.slice(readme.indexOf('## The map'), readme.indexOf('## Licence'));
  const outer = rooms.map(({ name }) => name).filter((name) => !name.includes('/'));
  expect(outer.filter((name) => !map.includes(`\`src/${name}/\``))).toEqual([]);
  const drawn = [...map.matchAll(/`([a-z/, >-]+->[a-z/, >-]+)`/g)].flatMap(([, arrows = '']) => {
    const steps = arrows.split('->').map((step) => step.split(',').map((name) => name.trim()));
    return steps
      .slice(1)
      .flatMap((to, index) => (steps[index] ?? []).flatMap((from) => to.map((each) => [from, each])));
  });
  expect(drawn.length).toBeGreaterThan(10);
  const isKept = ([from, to = '']: (string | undefined)[]) =>
    from === 'scripts' || rooms.find(({ name }) => name === from)?.houseParts.includes(room(to));
  expect(drawn.filter((arrow) => !isKept(arrow))).toEqual([]);
});

test('the top level holds what belongs there and nothing that was left lying about', () => {
  const kept = execFileSync('git', ['-c', 'safe.directory=*', 'ls-files'], { cwd: root, encoding: 'utf8' })
    .split('\n')
    .filter(Boolean);
  expect(new Set(kept.map((file) => file.split('/')[0]))).toEqual(
    new Set([
      ...['src', 'scripts', 'schemas', 'test', '.ci', '.gitignore'],
      ...['package.json', 'package-lock.json', 'tsconfig.json', 'biome.json', 'knip.json', 'vitest.config.ts'],
      ...['README.md', 'CHANGELOG.md', 'LICENSE'],
    ]),
  );
});

test('nothing in src uses a script, and nothing in either uses a test but for the bench command, which runs test/bench', () => {
  const wrong = [...graph].filter(
    ([file, imports]) =>
      imports.some((imported) => /^(\.\.\/)*test\//.test(imported) && file !== 'scripts/tools/bench.ts') ||
      (file.startsWith('src/') && imports.some((imported) => imported.startsWith('scripts/'))),
  );
  expect(wrong.map(([file]) => file)).toEqual([]);
});

test('no file imports itself in a circle, types included', () => {
  const circles = files.filter((file) => reachedFrom(graph.get(file) ?? []).has(file));
  expect(circles).toEqual([]);
});

test('every file that is imported is there', () => {
  const missing = [...graph.values()].flat().filter((imported) => !isPackage(imported) && !graph.has(imported));
  expect(missing).toEqual([]);
});

test('no file has more than 250 lines, but for generated ones and migrations, which stay as they ran', () => {
  const own = files.filter((file) => !file.includes('.generated.') && !/^src\/database\/migrations\/\d/.test(file));
  const long = own.filter((file) => textOf(file).split('\n').length > 251);
  expect(long).toEqual([]);
});

test('no list is pushed as arguments where it may be long: with some 100,000 of them that is a RangeError', () => {
  const rooms = files.filter((file) => /^src\/(publish|control|verify|doctor|database|snapshot|store)\//.test(file));
  const wrong = rooms.filter((file) => textOf(file).includes('.push(...'));
  expect(wrong).toEqual([]);
});

test('errors that an operator meets stand in src/errors.ts; elsewhere are the client library and signals within a room', () => {
  expect(graph.get(errors)).toEqual([]);
  const declared = files
    .filter((file) => file !== errors && !file.startsWith(room('client')))
    .flatMap((file) =>
      [...textOf(file).matchAll(/^(?:export )?class (\w+) extends \w*Error\b/gm)].map(([, name]) => name),
    );
  expect(declared.toSorted()).toEqual([
    'AttemptTimeoutError', // makes `retry` try again
    'BucketError', // an answer of the bucket, for `retry` and its users
    'StopReading', // private to its file
    'TooLarge', // likewise
    'VersionTooLargeError', // becomes a problem of the version
  ]);
});

test('only a setting reads the environment, and the function at the edge, which is a program of its own', () => {
  const readers = files.filter((file) => /\bprocess\s*\.\s*env\b|\{ env\b[^}]*\} = process\b/.test(textOf(file)));
  expect(readers).toEqual(['scripts/options/read-setting.ts', 'src/serve/edge/node-http.ts']);
});

test('one file creates HTTP servers, with limits for their clients', () => {
  const form =
    /import \{[^}]*\bcreate(Secure)?Server\b[^}]*\} from '(?:node:)?(https?|http2|tls|net)'|\b(https?|http2|net|tls)\.create\w*Server\(/;
  expect(files.filter((file) => form.test(textOf(file)))).toEqual([
    'src/create-http-server.ts',
    'src/database/connect/folder-lock.ts', // a socket that is held as a lock, and answers nobody
  ]);
});

test('one file gives back what a request took, and one takes an answer out of fastify’s hands and hears its errors', () => {
  const dashboard = files.filter((file) => file.startsWith(room('dashboard')));
  const having = (form: RegExp) => dashboard.filter((file) => form.test(textOf(file)));
  expect(having(/\b(once|on|addListener)\(\s*'(close|finish|aborted)'/)).toEqual([
    `${room('dashboard')}limits/take-for-request.ts`,
  ]);
  expect(having(/\bhijack\(/)).toEqual([`${room('dashboard')}events/open-stream.ts`]);
  // Slots are counted by one file, and of those that are counted there, requests take through one.
  expect(having(/\bcreateSlots\(/)).toEqual(
    [
      'jobs/create-job-queue.ts',
      'limits/create-request-slots.ts',
      'limits/create-slots.ts',
      'limits/create-turns.ts',
    ].map((file) => room('dashboard') + file),
  );
  const takers = having(/\b(listeners|uploads|uploadBytes|turns)\.take\(/);
  expect(takers.filter((file) => !textOf(file).includes('takeForRequest('))).toEqual([]);
});

test('a file of tests that need a server says so by its tag too, so that they are skipped where there is none', () => {
  const needServer = glob.sync('test/**/*.server.test.ts', { cwd: root });
  expect(needServer.length).toBeGreaterThan(10);
  expect(needServer.filter((file) => !/tags: 'server'|@module-tag server/.test(textOf(file)))).toEqual([]);
});

test('no test passes afterAll on: vitest forgets one that is called while hooks run, whenFileEnds does not', () => {
  const tests = glob.sync('test/**/*.ts', { cwd: root }).filter((file) => file !== 'test/house.test.ts');
  expect(tests.filter((file) => /[(:,] *afterAll *[),}]/.test(textOf(file).replace(/^import .*$/gm, '')))).toEqual([]);
});

test('no module that test files share has a hook for the file that happens to import it first', () => {
  const shared = glob.sync(['test/**/*.ts', '!**/*.test.ts'], { cwd: root });
  expect(shared.filter((file) => /^(before|after)(All|Each)\(/m.test(textOf(file)))).toEqual([
    'test/support/after-each-file.ts', // which vitest runs anew for each
  ]);
});

test('tests of faults and publishing know the engine through one file, but for those of its small parts', () => {
  const tests = glob.sync('test/{faults,publish,support}/**/*.ts', { cwd: root }).toSorted();
  const engine = /from '[./]+\/src\/(?:publish|database\/queue)\/([^']+)'/g;
  const known = tests.map((file) => [file, [...textOf(file).matchAll(engine)].map(([, name]) => name)] as const);
  expect(Object.fromEntries(known.filter(([, names]) => names.length > 0))).toEqual({
    'test/support/belfry.ts': expect.anything(),
    'test/publish/assemble-person.test.ts': ['personal/assemble-person.ts'],
    'test/publish/assemble-slices.test.ts': ['derived/assemble-slices.ts'],
    'test/publish/assert-days.test.ts': ['derived/assert-days.ts', 'source-days.ts'],
    'test/publish/build-version.test.ts': ['documents/build-version.ts', 'documents/version-reader.ts'],
    'test/publish/bulk-removals.test.ts': ['judge-removals.ts'],
    'test/publish/derived-work.test.ts': ['engine/watch.ts', 'library/library-port.ts', 'port.ts', 'publisher.ts'],
    'test/publish/library/collect-heartbeat.test.ts': ['library/collect-heartbeat.ts'],
    'test/publish/link-budget.test.ts': ['personal/link-budget.ts'],
    'test/publish/publish-derived.test.ts': [
      'engine/build.ts',
      'engine/publish-organisation.ts',
      'library/library-port.ts',
      'publisher.ts',
    ],
    'test/publish/report-problems.test.ts': ['documents/list-problems.ts'],
    'test/publish/cache-slow-state.test.ts': ['engine/cache-slow-state.ts'],
    'test/publish/schedule.test.ts': ['engine/schedule.ts', 'port.ts'],
    'test/publish/shows-nobody-else.test.ts': ['personal/assemble-person.ts'],
  });
});

test('a room holds at most twenty files, rooms within it apart; migrations, and scripts with a file for each command, grow', () => {
  const rooms = new Set(files.map((file) => dirname(file)));
  for (const growing of ['scripts', 'src/database/migrations']) rooms.delete(growing);
  const isFull = (room: string) => files.filter((file) => dirname(file) === room).length > 20;
  expect([...rooms].filter(isFull)).toEqual([]);
});

test('no file is a drawer for anything, or a barrel', () => {
  expect(files.filter((file) => /^(utils?|helpers?|misc|common|index)\./.test(basename(file)))).toEqual([]);
});

function reachedFrom(starts: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const visit = (imported: string) => {
    if (seen.has(imported)) return;
    seen.add(imported);
    for (const each of graph.get(imported) ?? []) visit(each);
  };
  for (const start of starts) visit(start);
  return seen;
}
