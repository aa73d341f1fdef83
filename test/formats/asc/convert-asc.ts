// Converts an aSc file to a document, and checks that the document is valid.

import { expect } from 'vitest';
import { type ConvertOptions, convertFiles, defaultOptions } from '../../../src/formats/convert-files.ts';
import { problemsOf } from '../problems-of.ts';
import { versionFields } from '../version-fields.ts';
import { type AscElements, ascXml, smallAsc } from './asc-xml.ts';

export function convertAsc(source: string | Uint8Array | AscElements, options: Partial<ConvertOptions> = {}) {
  const text = typeof source === 'string' || source instanceof Uint8Array ? source : ascXml(source);
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { document, report } = convertFiles([{ name: 'school.xml', bytes }], { ...defaultOptions, ...options }, () => ({
    ...versionFields,
  }));
  if (document !== null) expect(problemsOf(document)).toEqual([]);
  const rules = report.rules.map(({ rule }) => rule).filter((rule) => rule !== 'school.first-day-recognised');
  return { document, report, rules };
}

/** The small school with some lists replaced, which must convert. */
export function convertSmall(changes: AscElements = {}, options: Partial<ConvertOptions> = {}) {
  const { document, report, rules } = convertAsc({ ...smallAsc(), ...changes }, options);
  if (document === null) throw new Error(JSON.stringify(report.findings));
  const units = document.lessonUnits.map(({ dayId, periodIndex }) =>
    dayId === null ? null : `${dayId} ${periodIndex}`,
  );
  return { document, report, rules, units };
}
