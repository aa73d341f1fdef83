// Finds probable mistakes in a timetable, and stored values that its document leaves out. Only the school can say what is
// right, so the timetable is published anyway. The document must have passed the schema and the reference check.

import type { Finding, Timetable } from '../../contract/types.generated.ts';
import { listOccurrences } from '../list-occurrences.ts';
import { makeFinding } from '../make-finding.ts';
import { createNames, type Names } from '../name-things.ts';
import { findBellWarnings } from './find-bell-warnings.ts';
import { findClashes, findRepeatedLessons } from './find-clashes.ts';
import { findEntityWarnings } from './find-entity-warnings.ts';
import { findNumberWarnings } from './find-number-warnings.ts';
import { findTextWarnings } from './find-text-warnings.ts';
import { findUnitWarnings } from './find-unit-warnings.ts';
import type { Warning } from './warning.ts';

/** The most warnings without a kind that are listed. */
const maxWarnings = 100;
/** Counting stops here, since a document may be wrong throughout. */
const maxCounted = 10_000;

/** @param own what only the source of the document can find, such as `findRowWarnings` */
export function findWarnings(timetable: Timetable, own: Iterable<Warning> = []): Finding[] {
  const [occurrences, names] = [listOccurrences(timetable), createNames(timetable)];
  const all = [
    own,
    findEntityWarnings(timetable),
    findBellWarnings(timetable),
    findTextWarnings(timetable),
    findNumberWarnings(timetable),
    findUnitWarnings(timetable),
    findRepeatedLessons(timetable, occurrences),
    findClashes(occurrences),
  ];
  return all.flatMap((warnings) => summarize(warnings, timetable, names));
}

function summarize(warnings: Iterable<Warning>, timetable: Timetable, names: Names): Finding[] {
  const withoutKind: Warning[] = [];
  const kinds = new Map<string, { first: Warning; more: number }>();
  let counted = 0;
  for (const warning of warnings) {
    counted += 1;
    const known = warning.kind === null ? undefined : kinds.get(warning.kind);
    if (known !== undefined) known.more += 1;
    else if (warning.kind !== null) kinds.set(warning.kind, { first: warning, more: 0 });
    else withoutKind.push(warning);
    if (counted === maxCounted || withoutKind.length > maxWarnings) break;
  }
  const finding = (warning: Warning) => makeFinding(timetable, names, warning);
  const findings = [...kinds.values()].map(({ first, more }) => {
    const described = finding(first);
    if (more === 0) return described;
    const others = `${counted === maxCounted ? 'at least ' : ''}${more} more of the kind`;
    return { ...described, message: `${first.message}; ${others}`, values: { ...described.values, more } };
  });
  const listed = withoutKind.slice(0, maxWarnings).map(finding);
  const rest: Warning = { kind: null, at: ['lessonUnits'], message: 'and more of the kind', code: 'more-warnings' };
  return [...findings, ...listed, ...(withoutKind.length > maxWarnings ? [finding(rest)] : [])];
}
