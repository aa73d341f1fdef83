// The site and the CDN function are built on demand in a clone and contained in a package. Compiling the package replaces
// this module by one with the URL of their folder (scripts/tools/compile-package.ts).

/** The folder with the built files of a package; null in a clone. */
export const prebuilt: URL | null = null;
