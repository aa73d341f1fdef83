// Where the files are that a package contains ready-made and that a clone builds on demand. When the package is compiled,
// this module is replaced by one with the folder's address (scripts/support/compile-package.ts).

/** The folder of what was built when the package was made; null in a clone. */
export const prebuilt: URL | null = null;
