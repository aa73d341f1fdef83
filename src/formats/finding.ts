// What is told about a school's file: each finding names its rule, so that a thousand of one kind are told as one, and
// its place, so that a person finds it in the program that wrote the file.

import { ascRules } from './asc/asc-rules.ts';
import { fetRules } from './fet/fet-rules.ts';
import { fileRules } from './file-rules.ts';
import type { Rule } from './rule.ts';
import { schoolRules } from './school-rules.ts';
import { untisRules } from './untis/untis-rules.ts';

const rules = { ...fileRules, ...schoolRules, ...ascRules, ...untisRules, ...fetRules };

export type RuleId = keyof typeof rules;

/** Every rule by its id: `file.` before anything is read, `school.` what all formats have in common, then the format's own. */
export const ruleCatalogue: Readonly<Record<RuleId, Rule>> = rules;

/** An error refuses the file. A warning says that something is not as the file says; an info what was assumed. */
export type Severity = 'error' | 'warning' | 'info';

/** Where in the files: `line` from 1, `element` such as `card` or `teacher "A1"`, `row` from 1 for files of rows. */
export type Place = { file: string; line?: number; element?: string; row?: number };

export function placeInWords({ file, line, row, element }: Place): string {
  const at = [file, line ?? row].filter((part) => part !== undefined && part !== '').join(':');
  return [at, element].filter(Boolean).join(' ');
}

export type Finding = { rule: RuleId; severity: Severity; place: Place; message: string };

/** How often a rule was found, with errors first, then in the order in which rules were first found. */
export type RuleCount = { rule: RuleId; severity: Severity; count: number };

export type Findings = {
  add(rule: RuleId, place: Place, message: string): void;
  /** In the order in which they were found; of one rule the first `mostOfRule`. */
  list(): readonly Finding[];
  counts(): RuleCount[];
  hasErrors(): boolean;
};

/** Findings of one rule that are kept; the others are counted, since a broken file may have one for each of its bytes. */
export const mostOfRule = 1000;

export function createFindings(): Findings {
  const found: Finding[] = [];
  const countOf = new Map<RuleId, number>();
  return {
    add(rule, place, message) {
      const count = (countOf.get(rule) ?? 0) + 1;
      countOf.set(rule, count);
      if (count <= mostOfRule) found.push({ rule, severity: ruleCatalogue[rule].severity, place, message });
    },
    list: () => found,
    counts() {
      const counts = [...countOf].map(([rule, count]) => ({ rule, severity: ruleCatalogue[rule].severity, count }));
      return (['error', 'warning', 'info'] as const).flatMap((severity) =>
        counts.filter((count) => count.severity === severity),
      );
    },
    hasErrors: () => [...countOf.keys()].some((rule) => ruleCatalogue[rule].severity === 'error'),
  };
}

const mostQuoted = 60;

/** A text of the file as part of a message: in quotes, on one line, cut where it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > mostQuoted ? `${text.slice(0, mostQuoted)}…` : text);
