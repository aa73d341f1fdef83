// GPU files written by hand, read and built as `convert` does.

import { parseBells } from '../../../src/formats/reading/bells.ts';
import type { ReadOptions, ReadSchool } from '../../../src/formats/reading/school-reader.ts';
import { createFindings, type Finding } from '../../../src/formats/report/finding.ts';
import { buildDocument } from '../../../src/formats/school/build-document.ts';
import { readUntis } from '../../../src/formats/untis/read-untis.ts';
import { problemsOf } from '../problems-of.ts';
import { versionFields } from '../version-fields.ts';

export type GpuTexts = Record<string, string | Uint8Array>;

const options: ReadOptions = {
  firstDay: null,
  term: null,
  week: null,
  bells: parseBells('08:00,45,5'),
  students: false,
};

export function readGpu(texts: GpuTexts, more: Partial<ReadOptions> = {}) {
  const findings = createFindings();
  const files = Object.entries(texts).map(([name, text]) => ({
    name,
    bytes: typeof text === 'string' ? new TextEncoder().encode(text) : text,
  }));
  const found: ReadSchool | null = readUntis(files, { ...options, ...more }, findings);
  const list: Finding[] = [...findings.list()];
  return { found, findings: list };
}

/** The document of files that are read without an error, checked to be valid, and the findings. */
export function convertGpu(texts: GpuTexts, more: Partial<ReadOptions> = {}) {
  const { found, findings } = readGpu(texts, more);
  if (found === null) throw new Error(JSON.stringify(findings));
  const built = createFindings();
  const document = buildDocument(found.school, versionFields, built, 'GPU001.TXT');
  if (document === null) throw new Error(JSON.stringify(built.list()));
  const problems = problemsOf(document);
  if (problems.length > 0) throw new Error(JSON.stringify(problems));
  return { ...found, document, findings, rules: findings.map(({ rule }) => rule) };
}
