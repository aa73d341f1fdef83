// The dashboard's page as files with their headers. The page runs nothing and asks nobody but this server: no inline script or
// style, no other origin, and no frame around it.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import glob from 'fast-glob';
import { buildDashboardPage } from '../pages/build/build-dashboard-page.ts';
import { endBundler } from '../pages/build/end-bundler.ts';
import { prebuilt } from '../prebuilt.ts';

export type PageFile = { bytes: Uint8Array; gzip: Uint8Array; headers: Readonly<Record<string, string>> };

const policy = [
  "default-src 'none'",
  ...["script-src 'self'", "style-src 'self'", "img-src 'self'", "connect-src 'self'"],
  ...["base-uri 'none'", "form-action 'none'", "frame-ancestors 'none'", "require-trusted-types-for 'script'"],
].join('; ');

/** Of everything that a browser shows. */
export const pageHeaders: Readonly<Record<string, string>> = {
  'content-security-policy': policy,
  'cache-control': 'no-cache',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
};

const mediaTypes: Readonly<Record<string, string>> = {
  '/': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.ico': 'image/x-icon',
  '.json': 'application/json; charset=utf-8',
};

/** In a package the files are beside the program. Without the first slash, and with a name for `/`. */
const folderInPackage = 'dashboard-page';
export const nameInPackage = (path: string): string => `${folderInPackage}${path === '/' ? '/index.html' : path}`;

/**
 * The files by their path.
 * @param servedAt where the timetables are served, such as https://timetables.example; null where that is not known
 */
export async function pageFiles(servedAt: string | null): Promise<Map<string, PageFile>> {
  const files = await (prebuilt === null ? buildNow() : readPackage(fileURLToPath(new URL(folderInPackage, prebuilt))));
  files.set('/page/settings.json', new TextEncoder().encode(JSON.stringify({ servedAt })));
  return new Map([...files].map(([path, bytes]) => [path, describeFile(path, bytes)]));
}

async function buildNow(): Promise<Map<string, Uint8Array>> {
  const files = await buildDashboardPage();
  await endBundler();
  return files;
}

function readPackage(folder: string): Map<string, Uint8Array> {
  const names = glob.sync('**', { cwd: folder }).sort();
  return new Map(names.map((name) => [name === 'index.html' ? '/' : `/${name}`, readFileSync(`${folder}/${name}`)]));
}

function describeFile(path: string, bytes: Uint8Array): PageFile {
  const isNamedByContent = path.startsWith('/page/parts/');
  const immutable = { 'cache-control': 'public, max-age=31536000, immutable' };
  return {
    bytes,
    gzip: gzipSync(bytes, { level: 9 }),
    headers: {
      ...pageHeaders,
      ...(isNamedByContent && immutable),
      'content-type': mediaTypes[path] ?? mediaTypes[/\.\w+$/.exec(path)?.[0] ?? ''] ?? 'application/octet-stream',
      etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    },
  };
}
