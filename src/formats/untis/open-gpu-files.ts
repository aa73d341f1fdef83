// Opens the files of an Untis export as rows, by topic.

import { isUntisXmlFile } from '../reading/detect-format.ts';
import { limits } from '../reading/limits.ts';
import type { SchoolFile } from '../reading/school-reader.ts';
import { type Findings, quote } from '../report/finding.ts';
import { decodeGpu } from './decode-gpu.ts';
import { type Row, readRows } from './read-rows.ts';
import { unpackZips } from './unpack-zips.ts';

/** 1 is the timetable, 2 the lessons, 3 to 6 classes, teachers, rooms and subjects. */
const topics = { timetable: 1, lessons: 2, classes: 3, teachers: 4, rooms: 5, subjects: 6 } as const;
export type Topic = keyof typeof topics;
type GpuFile = { file: string; rows: Row[] };
export type GpuFiles = { byTopic: ReadonlyMap<Topic, GpuFile>; notUsed: { name: string; rows: number }[] };

export function openGpuFiles(files: readonly SchoolFile[], findings: Findings): GpuFiles {
  const byTopic = new Map<Topic, GpuFile>();
  const notUsed: GpuFiles['notUsed'] = [];
  let rowsLeft: number = limits.elements;
  let xml: string | null = null;
  for (const { name, bytes } of unpackZips(files, findings)) {
    const topic = topicOf(name, bytes);
    if (topic === null && isUntisXmlFile(bytes)) {
      xml ??= name;
      continue;
    }
    if (topic === null) {
      notUsed.push({ name, rows: countLines(bytes) });
      findings.add('untis.file-not-used', { file: name }, `${name} is not one of GPU001 to GPU006`);
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
  if (!byTopic.has('timetable') && xml !== null) {
    const message = `${xml} is the XML of Untis, which is not read: export GPU001.TXT to GPU006.TXT instead, by File > Import/Export > Export TXT file (CSV, DIF)`;
    findings.add('untis.xml-not-read', { file: xml }, message);
  } else if (!byTopic.has('timetable') && !findings.hasErrors()) {
    const message = 'there is no GPU001.TXT, which contains the timetable';
    findings.add('untis.no-timetable', { file: files[0]?.name ?? '' }, message);
  }
  return { byTopic, notUsed };
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (const byte of bytes) if (byte === 10) lines += 1;
  return lines + (bytes.length > 0 && bytes.at(-1) !== 10 ? 1 : 0);
}

/** Recognises a GPU file by its Untis name, or by its rows where it was renamed. */
function topicOf(name: string, bytes: Uint8Array): Topic | null {
  const number = gpuNumber(name);
  if (number === null) return looksLikeTimetable(bytes) ? 'timetable' : null;
  const found = Object.entries(topics).find(([, known]) => known === number);
  return found === undefined ? null : (found[0] as Topic); // the keys of `topics` are its topics
}

const sampleBytes = 4096;

/** The number in a name such as `GPU001.TXT` or `export/gpu001_2026.csv`; null where there is none. */
function gpuNumber(name: string): number | null {
  const [, digits] = /gpu(\d{3})[^/\\]*$/i.exec(name) ?? [];
  return digits === undefined ? null : Number(digits);
}

/** Whether the file begins like GPU001: a lesson number, four texts, a day and a period. */
function looksLikeTimetable(bytes: Uint8Array): boolean {
  // Digits and separators are the same in each encoding.
  const text = String.fromCharCode(...bytes.subarray(0, sampleBytes));
  const whole = bytes.length <= sampleBytes ? text : text.slice(0, Math.max(0, text.search(/[\r\n][^\r\n]*$/)));
  const read = readRows(whole);
  const rows = 'rows' in read ? read.rows.slice(0, 20) : [];
  return rows.length > 0 && rows.every(({ cells }) => isTimetableRow(cells));
}

const isTimetableRow = (cells: readonly string[]): boolean =>
  cells.length >= 7 && cells.length <= 12 && [0, 5, 6].every((column) => /^\d{1,6}$/.test(cells[column] ?? ''));
