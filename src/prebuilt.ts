// What a clone builds when it is needed, a package has built already. The compile step of the package puts the folder's
// address here (scripts/support/compile-package.ts).

/** The folder of what was built when the package was made; null in a clone. */
export const prebuilt: URL | null = null;
