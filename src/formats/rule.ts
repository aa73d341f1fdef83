// A rule of the catalogue. One table for each format, and one for what all share; the guide's tables are made from them.

export type Rule = {
  severity: 'error' | 'warning' | 'info';
  /** What is so in the file: a sentence for whoever plans the timetable. */
  when: string;
  /** What is done about it, or what to do. */
  outcome: string;
};

/** Keeps the ids of the rules as a type, so that a finding can only name a rule that is listed. */
export const defineRules = <Id extends string>(rules: Readonly<Record<Id, Rule>>): Readonly<Record<Id, Rule>> => rules;
