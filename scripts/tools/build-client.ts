// npm run build-client: the typed client as plain JavaScript with declarations, in a folder that can be copied or
// installed (`npm install ./out/client`).

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { release } from '../../src/release.ts';
import { createCommand } from '../command/create-command.ts';
import { runCommand } from '../command/run-command.ts';
import { compileSources } from './compile-sources.ts';

const manifest = {
  name: 'belfry-client',
  version: release,
  description: 'Typed client for timetables that Belfry publishes',
  license: 'MIT',
  type: 'module',
  sideEffects: false,
  exports: { '.': { types: './client/belfry-client.d.ts', default: './client/belfry-client.js' } },
};

/** Replaces `folder`. @throws Error when the sources do not compile */
export function buildClient(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  compileSources(['client/belfry-client.ts'], folder, { platform: 'any', declarationsOnly: false });
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const command = createCommand('build-client', 'Build the client as plain JavaScript with declarations', [
    'build-client --to out/client',
  ])
    .option('--to <folder>', 'the folder to write', 'out/client')
    .action(({ to }: { to: string }) => {
      buildClient(resolve(to));
      console.log(`Built ${to}. Copy it, or \`npm install ./${to}\` where you need it.`);
    });
  await runCommand(command);
}
