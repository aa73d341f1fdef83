// sirv on the same precompressed files, without any check. Arguments: port, folder.

import { createServer } from 'node:http';
import sirv from 'sirv';

const [port, folder = ''] = process.argv.slice(2);
const server = createServer(sirv(folder, { brotli: true, gzip: true, etag: true }));
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
