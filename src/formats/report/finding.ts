// Findings about a school's file. Each names its rule, so that a thousand of one kind are reported as one, and its
// place, so that a person can find it in the program that wrote the file.

import { shortName } from '../../document/name-things.ts';
import { ascRules } from '../asc/asc-rules.ts';
import { fetRules } from '../fet/fet-rules.ts';
import type { Format } from '../reading/programs.ts';
import { schoolRules } from '../school/school-rules.ts';
import { untisRules } from '../untis/untis-rules.ts';
import { fileRules } from './file-rules.ts';
import type { Question } from './question.ts';
import type { Rule } from './rule.ts';

/** Of each format. */
export const rulesOfFormat = { asc: ascRules, untis: untisRules, fet: fetRules } satisfies Record<Format, object>;

const rules = { ...fileRules, ...schoolRules, ...rulesOfFormat.asc, ...rulesOfFormat.untis, ...rulesOfFormat.fet };

export type RuleId = keyof typeof rules;

/** All rules by id: `file.` before anything is read, `school.` for all formats, then each format's own. */
export const ruleCatalogue: Readonly<Record<RuleId, Rule>> = rules;

/** An error refuses the file, a warning reports a deviation from the file, and an info reports an assumption. */
type Severity = 'error' | 'warning' | 'info';

/** `line` and `row` count from 1; `row` is for files of rows. `element` is, for example, `card` or `teacher "A1"`. */
export type Place = { file: string; line?: number; element?: string; row?: number };

export function placeInWords({ file, line, row, element }: Place): string {
  const at = [file, line ?? row].filter((part) => part !== undefined && part !== '').join(':');
  return [at, element].filter(Boolean).join(' ');
}

/** The school's things that a finding is about, where it is about one that has a name. */
type Values = { name: string };

/** Its rule is its code. */
export type Finding = { rule: RuleId; severity: Severity; place: Place; message: string; values?: Values };

/** How often each rule was found: errors first, then in order of discovery. */
export type RuleCount = { rule: RuleId; severity: Severity; count: number };

export type Findings = {
  add(rule: RuleId, place: Place, message: string, values?: Values): void;
  /** In order of discovery, at most `maxPerRule` for each rule. */
  list(): readonly Finding[];
  counts(): RuleCount[];
  hasErrors(): boolean;
  ask(question: Question): void;
  questions(): readonly Question[];
};

/** Findings of one rule that are kept. The others are only counted, since a broken file may have one for each byte. */
export const maxPerRule = 1000;

export function createFindings(): Findings {
  const found: Finding[] = [];
  const countOf = new Map<RuleId, number>();
  const asked: Question[] = [];
  return {
    add(rule, place, message, values) {
      const count = (countOf.get(rule) ?? 0) + 1;
      countOf.set(rule, count);
      if (count <= maxPerRule)
        found.push({
          rule,
          severity: ruleCatalogue[rule].severity,
          place,
          message,
          ...(values && { values: { name: shortName(values.name) } }),
        });
    },
    list: () => found,
    counts() {
      const counts = [...countOf].map(([rule, count]) => ({ rule, severity: ruleCatalogue[rule].severity, count }));
      return (['error', 'warning', 'info'] as const).flatMap((severity) =>
        counts.filter((count) => count.severity === severity),
      );
    },
    hasErrors: () => [...countOf.keys()].some((rule) => ruleCatalogue[rule].severity === 'error'),
    ask(question) {
      asked.push(question);
    },
    questions: () => asked,
  };
}

const maxQuoted = 60;

/** Quotes text from the file for a message: on one line, shortened where it is long. */
export const quote = (text: string): string =>
  JSON.stringify(text.length > maxQuoted ? `${text.slice(0, maxQuoted)}…` : text);
