// Lets `import(`../languages/${tag}/viewer.ts`)` be a part for each language. esbuild could do it by itself, with 350 bytes in each page.

import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Plugin } from 'esbuild';

const folder = fileURLToPath(new URL('../languages', import.meta.url));
const byTag = /import\(`([^`]*\/)\$\{tag\}(\/[^`]*)`\)/g;

export const languagesByTag: Plugin = {
  name: 'languages-by-tag',
  setup(build) {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    build.onLoad({ filter: /words\.ts$/ }, ({ path }) => {
      const written = readFileSync(path, 'utf8');
      const contents = written.replace(byTag, (_, before: string, after: string) => {
        const parts = folders.map(({ name }) => `${name}: () => import('${before}${name}${after}')`);
        return `({ ${parts.join(', ')} })[tag]()`;
      });
      return contents === written ? null : { contents, loader: 'ts' };
    });
  },
};
