// Writes the tables of rules into the guides of src/formats. A test regenerates them and compares.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ascRules } from '../../src/formats/asc/asc-rules.ts';
import { dayRules } from '../../src/formats/days/day-rules.ts';
import { fetRules } from '../../src/formats/fet/fet-rules.ts';
import { fileRules } from '../../src/formats/report/file-rules.ts';
import type { Rule } from '../../src/formats/report/rule.ts';
import { schoolRules } from '../../src/formats/school/school-rules.ts';
import { untisRules } from '../../src/formats/untis/untis-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The guides by path, with the rules that each ends with. */
export const guidesWithRules = {
  'src/formats/README.md': { ...fileRules, ...schoolRules },
  'src/formats/asc/README.md': ascRules,
  'src/formats/untis/README.md': untisRules,
  'src/formats/fet/README.md': fetRules,
  'src/formats/days/README.md': dayRules,
} as const;

/** The guide with its table regenerated: everything from the table on is generated. */
export function withRules(guide: string, rules: (typeof guidesWithRules)[keyof typeof guidesWithRules]): string {
  const start = guide.indexOf('| rule |');
  return `${guide.slice(0, start < 0 ? guide.length : start).trimEnd()}\n\n${formatRules(rules)}\n`;
}

/** The rules of a format as a Markdown table. */
function formatRules(rules: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(rules).map(
    ([id, { severity, when, outcome }]) => `| \`${id}\` | ${severity} | ${when} | ${outcome} |`,
  );
  return ['| rule | | when | what is done |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, rules] of Object.entries(guidesWithRules)) {
    const file = join(root, path);
    writeFileSync(file, withRules(readFileSync(file, 'utf8'), rules));
    console.log(`Wrote ${path}`);
  }
