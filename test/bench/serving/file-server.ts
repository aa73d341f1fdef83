// A server of files without any check, on the same files. Arguments: port, folder, and `sirv` for the precompressed ones or
// `serve-handler`.

import { createServer } from 'node:http';
import handler from 'serve-handler';
import sirv from 'sirv';

const [port, folder = '', kind] = process.argv.slice(2);
const options = { public: folder, etag: true, cleanUrls: false, directoryListing: false };
const server =
  kind === 'sirv'
    ? createServer(sirv(folder, { brotli: true, gzip: true, etag: true }))
    : createServer((request, response) => handler(request, response, options));
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
