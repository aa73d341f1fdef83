// What a store knows of the paths in it: which files never change, and the headers of an object in a bucket.

/** Whether the path is that of a file which never changes: its name contains its hash. */
export const isImmutable = (path: string) => /^organisations\/[^/]+\/files\//.test(path);

/**
 * The headers of an object in a bucket. A compressed file has no Content-Encoding there, because readers want the compressed
 * bytes and a runtime would decompress them.
 */
export function storageHeaders(path: string): { 'Content-Type': string; 'Cache-Control': string } {
  const contentType = /\.(gz|br|pack)$/.test(path)
    ? 'application/octet-stream'
    : path.endsWith('.html')
      ? 'text/html; charset=utf-8'
      : path.endsWith('.ics')
        ? 'text/calendar; charset=utf-8'
        : 'application/json; charset=utf-8';
  // Everything else must be revalidated.
  return {
    'Content-Type': contentType,
    'Cache-Control': isImmutable(path) ? 'private, max-age=31536000, immutable' : 'no-store',
  };
}
