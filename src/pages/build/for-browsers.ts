// How everything for browsers is bundled: small, in memory, for browsers of the last years. Stylesheets set the target `esnext`, since
// light-dark and subgrid cannot be compiled to older CSS.

import type { BuildOptions } from 'esbuild';
import { languagesByTag } from './languages-by-tag.ts';

export const forBrowsers = {
  bundle: true,
  write: false,
  minify: true,
  target: 'es2022',
  charset: 'utf8',
  logLevel: 'silent',
  plugins: [languagesByTag],
} satisfies BuildOptions;
