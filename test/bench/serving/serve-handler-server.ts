// serve-handler on the same files, without any check. Arguments: port, folder.

import { createServer } from 'node:http';
import handler from 'serve-handler';

const [port, folder = ''] = process.argv.slice(2);
const options = { public: folder, etag: true, cleanUrls: false, directoryListing: false };
const server = createServer((request, response) => handler(request, response, options));
server.listen(Number(port), '127.0.0.1', () => console.log('ready'));
