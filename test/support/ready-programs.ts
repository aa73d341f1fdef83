// What starts a program, or needs the files of a page, finds them ready in tests, as an installed package does: those that
// `bundlePrograms` has made for the run.

/** The modules that do so. Messages and the rest are those of a clone. */
const askers = /\/(start-part|start-thread|start-dashboard-jobs|write-site|page-files)\.ts$/;

export const asksForPrograms = (path: string, importer: string | undefined): boolean =>
  path.endsWith('/prebuilt.ts') && askers.test(importer ?? '');

/** The module that they get for `src/prebuilt.ts`. Quick tests have no programs, and do as a clone does. */
export const programsModule = `import { pathToFileURL } from 'node:url';
  const folder = process.env['BELFRY_TEST_PROGRAMS'];
  export const prebuilt = folder === undefined ? null : pathToFileURL(folder + '/');`;
