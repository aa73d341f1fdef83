// Unpacks the files of a ZIP. A ZIP that declares more bytes than any school needs is refused. Declared sizes are not
// trusted: a file may not use more memory than it declares.

import { type UnzipFileInfo, unzipSync } from 'fflate';
import { reasonOf } from '../../errors.ts';
import { limits } from '../reading/limits.ts';
import type { SchoolFile } from '../reading/school-reader.ts';
import type { Findings } from '../report/finding.ts';

const maxFiles = 1000;

class TooLarge extends Error {}

/** PK, 3, 4: the first local file header. */
const isZip = ({ bytes }: SchoolFile): boolean =>
  bytes[0] === 0x50 && bytes[1] === 0x4b && bytes[2] === 0x03 && bytes[3] === 0x04;

/** The files, with those of each ZIP in its place. A ZIP that cannot be unpacked is left out, with the reason in `findings`. */
export function unpackZips(files: readonly SchoolFile[], findings: Findings): SchoolFile[] {
  let bytesLeft: number = limits.bytes;
  return files.flatMap((file) => {
    if (!isZip(file)) return [file];
    const unpacked = unpackZip(file, bytesLeft, findings);
    for (const { bytes } of unpacked) bytesLeft -= bytes.length;
    return unpacked;
  });
}

function unpackZip({ name, bytes }: SchoolFile, maxBytes: number, findings: Findings): SchoolFile[] {
  let [files, size] = [0, 0];
  const filter = ({ name: inside, originalSize }: UnzipFileInfo): boolean => {
    files += 1;
    if (isHidden(inside)) return false;
    size += originalSize;
    if (files > maxFiles || size > maxBytes) throw new TooLarge();
    return true;
  };
  try {
    return Object.entries(unzipSync(bytes, { filter })).map(([inside, content]) => ({ name: inside, bytes: content }));
  } catch (error) {
    if (error instanceof TooLarge) {
      const message = `the ZIP has more than ${maxFiles} files, or all ZIPs together have more than ${limits.bytes} bytes when unpacked`;
      findings.add('file.too-large', { file: name }, message);
    } else {
      findings.add('untis.zip-unreadable', { file: name }, `the ZIP cannot be unpacked: ${reasonOf(error)}`);
    }
    return [];
  }
}

/** Skips folders and the copies that macOS adds, such as `__MACOSX/._GPU001.TXT`. */
const isHidden = (inside: string): boolean =>
  inside.endsWith('/') || inside.split('/').some((part) => part.startsWith('.') || part === '__MACOSX');
