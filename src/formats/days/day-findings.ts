// Collects what is found in a file of day changes, bounded: a broken file may have a finding in each row.

import type { DayFileReport, DayFinding, DayLoss } from './day-file.ts';
import { type DayRule, dayRules } from './day-rules.ts';

export type DayFindings = {
  /** @param message a sentence without any text of the file: texts may hold what nobody should read in a log */
  add(rule: DayRule, line: number | null, message: string, values?: DayFinding['values']): void;
  lose(code: DayLoss['code'], count?: number): void;
  hasErrors(): boolean;
  summary(): Pick<DayFileReport, 'findings' | 'losses' | 'errors' | 'warnings'>;
};

const mostFindings = 1000;

export function createDayFindings(): DayFindings {
  const findings: DayFinding[] = [];
  const lost = new Map<DayLoss['code'], number>();
  const counts = { error: 0, warning: 0, info: 0 };
  return {
    add(rule, line, message, values = {}) {
      const { severity } = dayRules[rule];
      counts[severity] += 1;
      if (findings.length < mostFindings) findings.push({ rule, severity, line, message, values });
    },
    lose(code, count = 1) {
      if (count > 0) lost.set(code, (lost.get(code) ?? 0) + count);
    },
    hasErrors: () => counts.error > 0,
    summary: () => ({
      findings,
      losses: [...lost].map(([code, count]) => ({ code, count })),
      errors: counts.error,
      warnings: counts.warning,
    }),
  };
}
