// Reads the files of a multipart body, within limits that count while it arrives.

import { createHash } from 'node:crypto';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { SchoolFile } from '../../../control/timetables/import-school-files.ts';
import { reasonOf } from '../../../errors.ts';
import { refusalIn, refuse } from '../../answers/refuse.ts';
import { largestBody } from '../admit-caller.ts';

/** As many as `import` reads from a folder. */
const maxFiles = 500;

type Upload = { body: SchoolFile[]; fingerprint: string };

/** @throws a refusal of what is too large, or not what its Content-Type says */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  if (!request.isMultipart())
    throw refuse({ problem: 'unsupported-media-type', detail: 'Files are sent as multipart/form-data.' });
  if (Number(request.headers['content-length'] ?? 0) > largestBody + 1024 * 1024) throw tooLarge();
  try {
    return await readFiles(request);
  } catch (error) {
    // The parser's own errors are about the body, and have neither a code nor a class.
    if (refusalIn(error) !== null || 'code' in Object(error)) throw error;
    throw refuse({ problem: 'bad-request', detail: `The files cannot be read: ${reasonOf(error)}.` });
  }
}

async function readFiles(request: FastifyRequest): Promise<Upload> {
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
    const name = part.filename.slice(0, 255).replaceAll(/\p{Cc}/gu, '\ufffd');
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
    files.push({ name, bytes });
  }
  if (files.length === 0) throw refuse({ problem: 'invalid', detail: 'The body has no file.' });
  return { body: files, fingerprint: hash.digest('hex') };
}

const tooLarge = () =>
  refuse({ problem: 'too-large', detail: `The files have more than ${largestBody / 1024 / 1024} MB together.` });
