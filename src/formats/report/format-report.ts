// Formats the report of a conversion for a terminal: what was read, written and left out, and the findings by rule with
// their first few places.

import { programs } from '../reading/programs.ts';
import { type Finding, placeInWords, type RuleId, ruleCatalogue } from './finding.ts';
import type { ConversionReport } from './report.ts';

/** Places listed for each rule. */
const maxPlaces = 3;

export function formatReport({ format, read, made, losses, rules, findings }: ConversionReport): string[] {
  const lines: string[] = [];
  if (format !== null && Object.keys(read).length > 0)
    lines.push(`read from ${format === 'belfry' ? 'Belfry' : programs[format]}: ${inWords(read)}`);
  if (made !== null) {
    const { unitsPlaced, unitsUnplaced, ...others } = made;
    lines.push(`converted to: ${inWords(others)}; lesson units: ${unitsPlaced} placed, ${unitsUnplaced} unplaced`);
  }
  const withoutField = losses.filter(({ why }) => why === undefined);
  if (withoutField.length > 0) lines.push('left out, since a published timetable has no field for it:');
  for (const { what, count } of withoutField) lines.push(`  ${count} ${what}`);
  const others = losses.filter(({ why }) => why !== undefined);
  if (others.length > 0) lines.push('also left out:');
  for (const { what, count, why } of others) lines.push(`  ${count} ${what}: ${why}`);
  const ofRule = new Map<RuleId, Finding[]>();
  for (const finding of findings) {
    const others = ofRule.get(finding.rule);
    if (others === undefined) ofRule.set(finding.rule, [finding]);
    else others.push(finding);
  }
  for (const { rule, severity, count } of rules) {
    const { when, outcome } = ruleCatalogue[rule];
    lines.push(`${severity} ${rule} (${count === 1 ? 'once' : `${count} times`}): ${when} ${outcome}`);
    for (const { place, message } of (ofRule.get(rule) ?? []).slice(0, maxPlaces))
      lines.push(`  ${[placeInWords(place), message].filter(Boolean).join(': ')}`);
    if (count > maxPlaces) lines.push(`  and ${count - maxPlaces} more`);
  }
  return lines;
}

const inWords = (counts: Readonly<Record<string, number>>): string =>
  Object.entries(counts)
    .map(([what, count]) => `${count} ${what}`)
    .join(', ');
