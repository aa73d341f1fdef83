// Every rule by its id: `file.` before anything is read, `school.` what all formats have in common, then the format's own.

import { ascRules } from './asc/asc-rules.ts';
import { fetRules } from './fet/fet-rules.ts';
import { fileRules } from './file-rules.ts';
import type { Rule } from './rule.ts';
import { schoolRules } from './school-rules.ts';
import { untisRules } from './untis/untis-rules.ts';

const rules = { ...fileRules, ...schoolRules, ...ascRules, ...untisRules, ...fetRules };

export type RuleId = keyof typeof rules;

export const ruleCatalogue: Readonly<Record<RuleId, Rule>> = rules;
