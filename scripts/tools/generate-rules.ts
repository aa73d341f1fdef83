// Writes the page of all rules of src/formats. A test regenerates it and compares.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dayRules } from '../../src/formats/days/day-rules.ts';
import { fileRules } from '../../src/formats/report/file-rules.ts';
import { rulesOfFormat } from '../../src/formats/report/finding.ts';
import type { Rule } from '../../src/formats/report/rule.ts';
import { schoolRules } from '../../src/formats/school/school-rules.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** The rules by the heading under which they stand; a guide links to its own. */
const rules: Readonly<Record<string, Readonly<Record<string, Rule>>>> = {
  'All programs': { ...fileRules, ...schoolRules },
  ...rulesOfFormat,
  'What is different on a day': dayRules,
};

export const rulesFile = 'src/formats/rules.md';

/** The whole page. */
export function rulesPage(): string {
  const sections = Object.entries(rules).map(([heading, each]) => `## ${heading}\n\n${tableOf(each)}`);
  return `# What a report finds in a file\n\nA report says the same of each rule that applies.\n\n${sections.join('\n\n')}\n`;
}

function tableOf(each: Readonly<Record<string, Rule>>): string {
  const rows = Object.entries(each).map(
    ([id, { severity, when, outcome }]) => `| \`${id}\` | ${severity} | ${when} | ${outcome} |`,
  );
  return ['| rule | | when | what is done |', '|---|---|---|---|', ...rows].join('\n');
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(join(root, rulesFile), rulesPage());
