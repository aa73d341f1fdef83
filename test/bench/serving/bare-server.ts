// The baseline: node:http and nothing else, answering with the same compressed bytes and headers, without a key, a
// live timestamp or any check. Arguments: port, folder, and `cold` to read a file for each request instead of keeping all.

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import glob from 'fast-glob';

const [port, folder = '', cold] = process.argv.slice(2);

type Stored = { place: string; bytes: Buffer; headers: Record<string, string> };
const stored = new Map<string, Stored>();
for (const path of glob.sync('**/*.{br,gz}', { cwd: folder })) {
  const bytes = readFileSync(join(folder, path));
  const [, name = '', extension] = /^(.*)\.(br|gz)$/.exec(path) ?? [];
  const headers = {
    'Cache-Control': 'private, no-cache',
    Vary: 'Authorization, Accept-Encoding',
    ETag: `W/"${createHash('sha256').update(name).digest('hex')}"`,
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': String(bytes.length),
    'Content-Encoding': extension === 'br' ? 'br' : 'gzip',
  };
  const place = join(folder, path);
  stored.set(`/${name} ${headers['Content-Encoding']}`, { place, bytes: cold ? Buffer.of() : bytes, headers });
}
const refusal = Buffer.from(
  '{"success":false,"error":{"code":"UNAUTHORIZED","message":"Invalid or inactive API key"},"timestamp":"1970-01-01T00:00:00.000Z"}',
);

const server = createServer((request, response) => {
  const { 'accept-encoding': accepted = '', 'if-none-match': held } = request.headers;
  const file = stored.get(`${request.url} ${accepted.includes('br') ? 'br' : 'gzip'}`);
  if (file === undefined) {
    response.writeHead(401, {
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': refusal.length,
      'WWW-Authenticate': 'Bearer realm="belfry", error="invalid_token"',
    });
    response.end(refusal);
  } else if (held === file.headers['ETag']) {
    const { 'Cache-Control': cacheControl, Vary, ETag } = file.headers;
    response.writeHead(304, { 'Cache-Control': cacheControl, Vary, ETag });
    response.end();
  } else if (cold) {
    readFile(file.place).then((bytes) => {
      response.writeHead(200, file.headers);
      response.end(bytes);
    });
  } else {
    response.writeHead(200, file.headers);
    response.end(file.bytes);
  }
});
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
