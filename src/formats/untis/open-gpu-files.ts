// The files of an Untis export by their topics, as rows.

import { type Findings, quote } from '../finding.ts';
import { limits } from '../limits.ts';
import type { SchoolFile } from '../school-reader.ts';
import { decodeGpu } from './decode-gpu.ts';
import { gpuNumber, looksLikeTimetable, topics } from './gpu-file.ts';
import { type Row, readRows } from './read-rows.ts';
import { isZip, unpackZip } from './unpack-zip.ts';

export type Topic = keyof typeof topics;
export type GpuFile = { file: string; rows: Row[] };
export type GpuFiles = { byTopic: ReadonlyMap<Topic, GpuFile>; notUsed: { name: string; rows: number }[] };

export function openGpuFiles(files: readonly SchoolFile[], findings: Findings): GpuFiles {
  const byTopic = new Map<Topic, GpuFile>();
  const notUsed: GpuFiles['notUsed'] = [];
  let rowsLeft: number = limits.elements;
  for (const { name, bytes } of files.flatMap((file) => (isZip(file) ? unpackZip(file, findings) : [file]))) {
    const topic = topicOf(name, bytes);
    if (topic === null) {
      notUsed.push({ name, rows: countLines(bytes) });
      findings.add('untis.file-not-used', { file: name }, `${name} is none of GPU001 to GPU006 and is not read`);
      continue;
    }
    const other = byTopic.get(topic);
    if (other !== undefined) {
      findings.add('untis.file-twice', { file: name }, `${name} and ${other.file} are both GPU00${topics[topic]}`);
      continue;
    }
    const text = decodeGpu({ name, bytes }, findings);
    if (text === null) continue;
    const read = readRows(text);
    if ('problem' in read) {
      const rule = read.problem === 'too-many' ? 'file.too-large' : 'untis.file-unreadable';
      findings.add(rule, { file: name, row: read.line }, `${quote(name)}: ${read.message}`);
      continue;
    }
    rowsLeft -= read.rows.length;
    byTopic.set(topic, { file: name, rows: read.rows });
  }
  if (rowsLeft < 0)
    findings.add('file.too-large', { file: files[0]?.name ?? '' }, `there are more than ${limits.elements} rows`);
  if (!byTopic.has('timetable') && !findings.hasErrors()) {
    const message = 'there is no GPU001.TXT, which holds the timetable';
    findings.add('untis.no-timetable', { file: files[0]?.name ?? '' }, message);
  }
  return { byTopic, notUsed };
}

function topicOf(name: string, bytes: Uint8Array): Topic | null {
  const number = gpuNumber(name);
  if (number === null) return looksLikeTimetable(bytes) ? 'timetable' : null;
  const found = Object.entries(topics).find(([, known]) => known === number);
  return found === undefined ? null : (found[0] as Topic); // the keys of `topics` are its topics
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
}
