// Writes src/database/empty-cluster.tar.br, what PostgreSQL's initdb makes: it takes four seconds in the embedded database,
// and unpacking the file takes less than one. Needed again when PGlite's PostgreSQL changes its major version.

import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { emptyClusterFile } from '../src/database/embedded.ts';

const engine = await PGlite.create();
const archive = await (await engine.dumpDataDir('none')).arrayBuffer();
await engine.close();
// The window is wide enough to see that the three databases of a cluster are alike.
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(emptyClusterFile, brotliCompressSync(archive, { params }));
