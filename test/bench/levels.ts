// `bench -- levels`: size and time of the compression levels on the demo school's largest timetable, the reason for those in use.

import { performance } from 'node:perf_hooks';
import zlib from 'node:zlib';
import { table } from '../../scripts/support/print-report.ts';
import { demoSchool } from '../../src/demo/demo-school.ts';
import { brotliQuality, encodeResponse, gzipLevel } from '../../src/snapshot/encode-response.ts';
import { quantiles } from './quantiles.ts';

/** `published` marks the levels in use. */
type Level = { name: string; bytes: number; milliseconds: number; published: boolean };
type Levels = { document: string; stored: Record<'identity' | 'gzip' | 'br', number>; levels: Level[] };

const rounds = 15;

export async function measure(): Promise<Levels> {
  const documents = demoSchool().documents.map(({ document }) => ({ id: document.id, text: JSON.stringify(document) }));
  const [largest] = documents.toSorted((one, other) => other.text.length - one.text.length);
  if (largest === undefined) throw new Error('the demo school is empty');
  const data = Buffer.from(largest.text);
  const { file } = await encodeResponse(data);
  const levels = [
    ...[1, 4, 6, 9].map((level) => ({
      name: `gzip ${level}`,
      published: level === gzipLevel,
      compress: () => zlib.gzipSync(data, { level }),
    })),
    ...[1, 4, 5, 6, 9, 11].map((quality) => ({
      name: `brotli ${quality}`,
      published: quality === brotliQuality,
      compress: () =>
        zlib.brotliCompressSync(data, {
          params: {
            [zlib.constants.BROTLI_PARAM_QUALITY]: quality,
            [zlib.constants.BROTLI_PARAM_MODE]: zlib.constants.BROTLI_MODE_TEXT,
            [zlib.constants.BROTLI_PARAM_SIZE_HINT]: data.length,
          },
        }),
    })),
  ];
  return {
    document: largest.id,
    stored: { identity: file.identity.bytes, gzip: file.gzip.bytes, br: file.br.bytes },
    levels: levels.map(({ name, published, compress }) => {
      const times = Array.from({ length: rounds }, () => {
        const started = performance.now();
        compress();
        return performance.now() - started;
      });
      return { name, published, bytes: compress().length, milliseconds: quantiles(times).p50 };
    }),
  };
}

export const report = ({ document, stored, levels }: Levels): string[] => {
  const size = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;
  return [
    `${document}, published: ${size(stored.identity)} plain, ${size(stored.gzip)} gzip, ${size(stored.br)} br`,
    ...table(
      ['level', 'bytes', 'ms', ''],
      levels.map(({ name, bytes, milliseconds, published }) => [
        ...[name, bytes.toLocaleString('en-GB'), milliseconds.toFixed(1), published ? 'published' : ''],
      ]),
    ),
  ];
};
