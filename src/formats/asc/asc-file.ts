// The relevant elements of an aSc Timetables XML file, by name, each with its attributes and line.

import { readXml, type XmlAttributes } from '../reading/read-xml.ts';
import type { SchoolFile } from '../reading/school-reader.ts';
import type { Findings, Place } from '../report/finding.ts';

const counted = [
  ...[
    'period',
    'dayperiod',
    'break',
    'day',
    'daysdef',
    'weeksdef',
    'termsdef',
    'subject',
    'teacher',
    'building',
    'classroom',
  ],
  ...['class', 'group', 'student', 'studentsubject', 'lesson', 'card'],
] as const;
export type AscName = (typeof counted)[number];

export type AscElement = { attributes: XmlAttributes; line: number };

export type AscFile = {
  name: string;
  elements: Record<AscName, AscElement[]>;
  /** Counts of the elements that are not converted. */
  others: ReadonlyMap<string, number>;
};

const isCounted = (name: string): name is AscName => counted.some((each) => each === name);

/** @returns null for a file that is not an aSc file, with the reason in `findings` */
export function readAscFile(file: SchoolFile, findings: Findings): AscFile | null {
  const elements = Object.fromEntries(counted.map((name) => [name, [] as AscElement[]])) as AscFile['elements']; // the entries are exactly the counted names
  const others = new Map<string, number>();
  let isAsc = true;
  const isXml = readXml(file, findings, {
    open(name, attributes, line, { length: depth }) {
      if (depth === 0) isAsc = name === 'timetable';
      // The elements of a list are one level below it. Deeper elements belong to something else.
      if (depth !== 2) return;
      if (isCounted(name)) elements[name].push({ attributes, line });
      else if (others.size < 100 || others.has(name)) others.set(name, (others.get(name) ?? 0) + 1);
    },
  });
  if (isXml && !isAsc)
    findings.add(
      'file.not-this-format',
      { file: file.name },
      'it is not an aSc file: its root element is not `timetable`',
    );
  return isXml && isAsc ? { name: file.name, elements, others } : null;
}

/** The first of these attributes that is present and not blank. Older files use the singular of some names. */
export function textOf({ attributes }: AscElement, ...names: string[]): string {
  for (const name of names) {
    const text = attributes[name]?.trim();
    if (text) return text;
  }
  return '';
}

/** A list of ids. Surrounding spaces, trailing commas and duplicates are dropped. */
export const listOf = (element: AscElement, ...names: string[]): string[] => [
  ...new Set(
    textOf(element, ...names)
      .split(',')
      .flatMap((id) => id.trim() || []),
  ),
];

export const placeOf = ({ name }: AscFile, kind: AscName, element: AscElement): Place => {
  const id = textOf(element, 'id', 'lessonid', 'period', 'break').slice(0, 40);
  return { file: name, line: element.line, element: id === '' ? kind : `${kind} ${id}` };
};
