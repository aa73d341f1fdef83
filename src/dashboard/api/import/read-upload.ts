// Reads the files of a multipart body, within limits that count while it arrives.

import { createHash } from 'node:crypto';
import type {} from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import type { SchoolFile } from '../../../control/timetables/import-school-files.ts';
import { reasonOf } from '../../../errors.ts';
import { refusalIn, refuseCall } from '../../answers/refuse-call.ts';
import { largestBody } from '../admit-caller.ts';

/** As many as `import` reads from a folder. */
const maxFiles = 500;

type Most = { bytes: number; files: number };
type Upload = { body: SchoolFile[]; fingerprint: string };

/**
 * @param most bytes of all files together, and files
 * @throws a refusal of what is too large, or not what its Content-Type says
 */
export async function readUpload(
  request: FastifyRequest,
  most: Most = { bytes: largestBody, files: maxFiles },
): Promise<Upload> {
  if (!request.isMultipart())
    throw refuseCall({ problem: 'unsupported-media-type', detail: 'Files are sent as multipart/form-data.' });
  if (Number(request.headers['content-length'] ?? 0) > most.bytes + 1024 * 1024) throw tooLarge(most);
  try {
    return await readFiles(request, most);
  } catch (error) {
    // The parser's own errors are about the body, and have neither a code nor a class.
    if (refusalIn(error) !== null || 'code' in Object(error)) throw error;
    throw refuseCall({ problem: 'bad-request', detail: `The files cannot be read: ${reasonOf(error)}.` });
  }
}

async function readFiles(request: FastifyRequest, most: Most): Promise<Upload> {
  const files: SchoolFile[] = [];
  const hash = createHash('sha256');
  let bytesLeft = most.bytes;
  // One byte more than may be read, so that a file is refused and not cut off.
  const limits = { files: most.files, fields: 0, parts: most.files, fileSize: most.bytes + 1, headerPairs: 100 };
  for await (const part of request.files({ limits })) {
    const chunks: Buffer[] = [];
    for await (const chunk of part.file) {
      const bytes: Buffer = Buffer.from(chunk);
      bytesLeft -= bytes.length;
      if (bytesLeft < 0) throw tooLarge(most);
      chunks.push(bytes);
    }
    const bytes = Buffer.concat(chunks);
    const name = part.filename.slice(0, 255).replaceAll(/\p{Cc}/gu, '\ufffd');
    hash.update(JSON.stringify([name, bytes.length])).update(bytes);
    files.push({ name, bytes });
  }
  if (files.length === 0) throw refuseCall({ problem: 'invalid', detail: 'The body has no file.' });
  return { body: files, fingerprint: hash.digest('hex') };
}

const tooLarge = ({ bytes }: Most) =>
  refuseCall({ problem: 'too-large', detail: `The files have more than ${bytes / 1024 / 1024} MB together.` });
