// The content types, paths and headers of the site's files, and its 404 page.

import { pageFrame } from './page-frame.ts';

/** Content types by file extension. With `nosniff` a browser runs no script of another type. */
const types: Record<string, string> = {
  html: 'text/html; charset=utf-8',
  js: 'application/javascript; charset=utf-8',
  ts: 'text/plain; charset=utf-8', // there is no type of its own; `.ts` alone is taken for a film
  css: 'text/css; charset=utf-8',
  json: 'application/json; charset=utf-8',
  svg: 'image/svg+xml',
  png: 'image/png',
  ico: 'image/x-icon',
  txt: 'text/plain; charset=utf-8',
  md: 'text/markdown; charset=utf-8',
};

const siteType = (path: string): string => types[/\.([a-z]+)$/.exec(path)?.[1] ?? ''] ?? 'application/octet-stream';

/** File systems allow names of 255 bytes, and the compressed form adds an extension. */
const longestPath = 200;

/**
 * Segments of letters, digits, dots, dashes and underscores that do not start with a dot, so no path leads out of the
 * site. Every file of the site has such a path; any other is refused before it costs any work.
 */
export const isSitePath = (path: string): boolean =>
  path.length <= longestPath && /^(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/.test(path);

/** Headers of every page. Pages load only from this server, and no other site can frame them. */
export const siteHeaders: Record<string, string> = {
  'Content-Security-Policy': "default-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-cache',
  Vary: 'Accept-Encoding',
};

/** The part of a page that has its content's hash in its name never changes; a browser that has it need not ask again. */
const namedByContent = /(^|\/)parts\//;

export const headersOf = (path: string, tag: string): Record<string, string> => ({
  ...siteHeaders,
  ...(namedByContent.test(path) && { 'Cache-Control': 'public, max-age=31536000, immutable' }),
  ETag: tag,
  'Content-Type': siteType(path),
});

/** The site's 404 page, made once so that no file is read for it. */
export const notFound = {
  status: 404,
  headers: { ...siteHeaders, 'Content-Type': 'text/html; charset=utf-8' },
  body: new TextEncoder().encode(
    pageFrame(
      'Nothing here',
      `<article class="docs alone">
<h1>There is nothing here</h1>
<p>The address may have been mistyped, or what was here is gone.</p>
<p><a href="/">See the timetables</a>, or read <a href="/docs">how programs read them</a>: the API is under <code>/api/v1</code>.</p>
</article>`,
      { style: '/docs/docs.css' },
    ),
  ),
};
