// Compiles TypeScript to JavaScript with declarations for `build-client`, and to declarations alone for the package.

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const sources = fileURLToPath(new URL('../../src', import.meta.url));

/** The types that code for any runtime may use, and those that code for Node may. */
const platforms = {
  any: { lib: ['lib.es2023.d.ts', 'lib.dom.d.ts'], types: [] },
  node: { lib: ['lib.es2023.d.ts'], types: ['node'] },
};

/**
 * Compiles sources, and all that they import, into a folder that mirrors `src/`.
 * @throws Error when they do not compile
 */
export function compileSources(
  entries: readonly string[],
  folder: string,
  { platform, declarationsOnly }: { platform: keyof typeof platforms; declarationsOnly: boolean },
): void {
  const program = ts.createProgram(
    entries.map((entry) => join(sources, entry)),
    {
      ...platforms[platform],
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.NodeNext,
      strict: true,
      exactOptionalPropertyTypes: true,
      verbatimModuleSyntax: true,
      skipLibCheck: true,
      declaration: true,
      emitDeclarationOnly: declarationsOnly,
      rewriteRelativeImportExtensions: true,
      rootDir: sources,
      outDir: folder,
    },
  );
  const { diagnostics } = program.emit(undefined, (path, text) => {
    // `rewriteRelativeImportExtensions` leaves declarations alone, and the .ts files that they would import are not there.
    const written = path.endsWith('.d.ts')
      ? text.replace(/((?:from|import\() ?['"]\.[^'"]*)\.ts(['"])/g, '$1.js$2')
      : text;
    ts.sys.writeFile(path, written);
  });
  const problems = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (problems.length === 0) return;
  throw new Error(
    ts.formatDiagnostics(problems, {
      getCanonicalFileName: (name) => name,
      getCurrentDirectory: () => sources,
      getNewLine: () => '\n',
    }),
  );
}
