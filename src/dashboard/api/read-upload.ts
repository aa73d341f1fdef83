// Reads the files of a multipart body, within limits that count while it arrives.

import { createHash } from 'node:crypto';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { SchoolFile } from '../../operate/import-school-files.ts';
import { refuse } from '../refuse.ts';
import { largestBody } from './register-call.ts';

/** As many as `import` reads from a folder. */
const maxFiles = 500;

export async function readUpload(request: FastifyRequest): Promise<{ body: SchoolFile[]; fingerprint: string }> {
  if (!request.isMultipart())
    throw refuse({ problem: 'unsupported-media-type', detail: 'Files are sent as multipart/form-data.' });
  const tooLarge = () =>
    refuse({ problem: 'too-large', detail: `The files have more than ${largestBody / 1024 / 1024} MB together.` });
  if (Number(request.headers['content-length'] ?? 0) > largestBody + 1024 * 1024) throw tooLarge();
  const files: SchoolFile[] = [];
  const hash = createHash('sha256');
  let bytesLeft = largestBody;
  const limits = { files: maxFiles, fields: 0, parts: maxFiles, fileSize: largestBody, headerPairs: 100 };
  for await (const part of request.files({ limits })) {
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) {
      const bytes: Buffer = Buffer.from(chunk);
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) throw tooLarge();
      chunks.push(bytes);
    }
    const bytes = Buffer.concat(chunks);
    const name = part.filename.slice(0, 255);
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
    files.push({ name, bytes });
  }
  if (files.length === 0) throw refuse({ problem: 'invalid', detail: 'The body has no file.' });
  return { body: files, fingerprint: hash.digest('hex') };
}
