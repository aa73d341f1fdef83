// A rule of the catalogue. Each format has one table, and one is shared. The tables of the guides are generated from
// them.

export type Rule = {
  severity: 'error' | 'warning' | 'info';
  /** The condition in the file, in a sentence for the person who plans the timetable. */
  when: string;
  /** What Belfry does about it, or what the user should do. */
  outcome: string;
};

/** Keeps the ids of the rules in the type, so that a finding can only name a listed rule. */
export const defineRules = <Id extends string>(rules: Readonly<Record<Id, Rule>>): Readonly<Record<Id, Rule>> => rules;
