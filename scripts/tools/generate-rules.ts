// Writes the tables of rules into the guides of src/formats. A test regenerates them and compares.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayRules } from '../../src/formats/days/day-rules.ts';
import { fileRules } from '../../src/formats/report/file-rules.ts';
import { rulesOfFormat } from '../../src/formats/report/finding.ts';
import type { Rule } from '../../src/formats/report/rule.ts';
import { schoolRules } from '../../src/formats/school/school-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The guides by path, with the rules that each ends with. */
export const guidesWithRules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  'src/formats/README.md': { ...fileRules, ...schoolRules },
  ...Object.fromEntries(
    Object.entries(rulesOfFormat).map(([format, rules]) => [`src/formats/${format}/README.md`, rules]),
  ),
  'src/formats/days/README.md': dayRules,
};

/** The guide with its table regenerated: everything from the table on is generated. */
export function withRules(guide: string, rules: Readonly<Record<string, Rule>>): string {
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
