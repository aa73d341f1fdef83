// The rules of a format as the table of its guide. A test compares the two, so that neither is changed alone.

import type { Rule } from './rule.ts';

export function formatRules(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(
    ([id, { severity, when, outcome }]) => `| \`${id}\` | ${severity} | ${when} | ${outcome} |`,
  );
  return ['| rule | | when | what is done |', '|---|---|---|---|', ...rows].join('\n');
}
