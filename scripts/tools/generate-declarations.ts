// npm run generate-declarations: the types of the client as one file, which the site serves beside the client's one file. The types of
// the contract are another file beside it, so only a change of the client's own calls makes this one differ.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileSources } from './compile-sources.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
export const declarationsFile = join(root, 'src/contract/client.generated.d.ts');

/** Where the site has the types of the contract. */
const contractBeside = '"./belfry-contract.js"';

/** Imports and exports as the compiler writes them: one a line. */
const importLine = /^import (?:type )?\{ ?([^}]*?) ?\} from '([^']+)';$/gm;
const exportLine = /^export (type )?(?:\{ ?([^}]*?) ?\}|\*) from '([^']+)';$/gm;
const declarationLine = /^export (declare (?:abstract )?)?(type|interface|const|function|class) (\w+)/gm;

/** @throws Error when two files declare the same name */
export function generateDeclarations(): string {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-declarations-'));
  try {
    compileSources(['client/belfry-client.ts'], folder, { platform: 'any', declarationsOnly: true });
    return bundle(join(folder, 'client/belfry-client.d.ts'), join(folder, 'contract/types.generated.d.ts'));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

function bundle(entry: string, contract: string): string {
  const texts = new Map<string, string>();
  const fromContract = new Set<string>();
  const targetOf = (file: string, specifier: string) => resolve(dirname(file), specifier.replace(/\.js$/, '.d.ts'));
  const namesIn = (list: string) =>
    list
      .split(',')
      .map((name) => name.trim())
      .filter(Boolean);

  const visit = (file: string): void => {
    if (file === contract || texts.has(file)) return;
    const text = readFileSync(file, 'utf8');
    texts.set(file, text);
    for (const [, list = '', specifier = ''] of text.matchAll(importLine)) {
      const target = targetOf(file, specifier);
      if (target === contract) for (const name of namesIn(list)) fromContract.add(name.replace(/^type /, ''));
      visit(target);
    }
    for (const [, , , specifier = ''] of text.matchAll(exportLine)) visit(targetOf(file, specifier));
  };
  visit(entry);

  const exported: string[] = [];
  for (const [, type = '', list, specifier = ''] of (texts.get(entry) ?? '').matchAll(exportLine)) {
    const target = targetOf(entry, specifier);
    if (target === contract) continue;
    if (list !== undefined)
      exported.push(...namesIn(list).map((name) => (name.startsWith('type ') ? name : type + name)));
    else
      for (const [, , , name] of (texts.get(target) ?? '').matchAll(declarationLine)) exported.push(`${type}${name}`);
  }

  const declared = new Set<string>();
  const bodies = [...texts].toSorted().flatMap(([file, text]) => {
    for (const [, , , name = ''] of text.matchAll(declarationLine)) {
      if (declared.has(name) || fromContract.has(name))
        throw new Error(`${name} is declared twice: rename one (${file})`);
      declared.add(name);
    }
    const own = text
      .replace(importLine, '')
      .replace(exportLine, '')
      .replace(/^export \{\};$/gm, '');
    return own.replace(/^export /gm, '').trim() || [];
  });
  return [
    '// Generated from src/client by `npm run generate-declarations`. Do not edit.',
    `import type { ${[...fromContract].toSorted().join(', ')} } from ${contractBeside};`,
    `export type * from ${contractBeside};`,
    ...bodies,
    `export { ${exported.toSorted().join(', ')} };\n`,
  ].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  writeFileSync(declarationsFile, generateDeclarations());
  console.log(`Wrote ${declarationsFile}`);
}
