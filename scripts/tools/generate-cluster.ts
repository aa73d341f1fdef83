// Writes src/database/empty-cluster.tar.br, a new cluster as initdb makes it. In the embedded database initdb takes four
// seconds; unpacking the file takes less than one. Run this again when PGlite changes its major version of PostgreSQL.

import { writeFileSync } from 'node:fs';
import { brotliCompressSync, constants } from 'node:zlib';
import { PGlite } from '@electric-sql/pglite';
import { emptyClusterFile } from '../../src/database/connect/embedded.ts';

const engine = await PGlite.create();
const archive = await (await engine.dumpDataDir('none')).arrayBuffer();
await engine.close();
// A window of 16 MB, so that the three nearly identical databases of a cluster compress to one.
const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_LGWIN]: 24 };
writeFileSync(emptyClusterFile, brotliCompressSync(archive, { params }));
