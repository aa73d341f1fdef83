// What the files of the site are: their types, and which of them may lie there compressed beside the plain one.

/** Content types by the ending of a name, as serve-handler has them. With `nosniff` a browser runs no script of another. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  txt: 'text/plain; charset=utf-8',
};

/** Endings of files that are asked for by their own names and worth compressing. */
export const compressedEndings = ['js', 'css', 'json', 'svg'];

export const siteType = (path: string): string =>
  types[/\.([a-z]+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream';

/** A name has at most 255 bytes in a file system, the ending of its compressed form included. */
const longestPath = 200;

/**
 * Names of letters, digits, dot, dash and underscore, none of which starts with a dot: no way leads out of the site.
 * Every file of the site has such a path, so whatever else is asked for is refused before any work is done for it.
 */
export const isSitePath = (path: string): boolean =>
  path.length <= longestPath && /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/.test(path);

export const mayBeCompressed = (path: string): boolean =>
  compressedEndings.some((ending) => path.endsWith(`.${ending}`));

/** Headers of every page: a page loads only what this server has, and no other site shows it in a frame. */
export const siteHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};
