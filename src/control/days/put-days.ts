// Stores what a program sends for a range of days: the bytes of its JSON, checked as a whole.

import type { OrganisationId } from '../../access/ids.ts';
import type { Validator } from '../../contract/validator.ts';
import { parseDocument } from '../../database/timetable/parse-document.ts';
import { dayLimits } from '../../formats/days/day-limits.ts';
import { hashState } from '../hash-state.ts';
import type { Editor } from '../operator.ts';
import { expectsSomething, meets, type Precondition } from '../precondition.ts';
import type { DayProblem } from './day-problem.ts';
import { type DaysImport, importDays } from './import-days.ts';

export type PutDays = {
  organisationId: OrganisationId;
  /** The days that the request is about; the body may name the same. */
  from: number;
  to: number;
  bytes: Uint8Array;
  precondition: Precondition;
  isDryRun: boolean;
};

export type PutDaysOutcome =
  | DaysImport
  | { outcome: 'unreadable'; reason: string }
  | { outcome: 'precondition-failed' };

/** The most bytes of a body or a file of day changes. */
export const maxDayBytes = dayLimits.bytes;

/** @throws as `importDays` */
export async function putDays(editor: Editor, validate: Validator, put: PutDays): Promise<PutDaysOutcome> {
  const { organisationId, from, to, bytes, precondition, isDryRun } = put;
  const parsed = parseDocument(bytes);
  if ('reason' in parsed) return { outcome: 'unreadable', reason: parsed.reason };
  const document = withDays(parsed.document, from, to);
  const problems = findOtherDays(document, { from, to });
  if (problems.length > 0) return { outcome: 'refused', problems };
  const isOther = new Error('the days are no longer as the caller knows them');
  try {
    return await importDays(editor, validate, organisationId, document, {
      isDryRun,
      assertExpected(before) {
        if (expectsSomething(precondition) && !meets(precondition, hashState(before))) throw isOther;
      },
    });
  } catch (error) {
    if (error === isOther) return { outcome: 'precondition-failed' };
    throw error;
  }
}

/** The body with the days of the request where it names none, and without what Get Day adds. */
function withDays(document: unknown, from: number, to: number): unknown {
  if (typeof document !== 'object' || document === null || Array.isArray(document)) return document;
  const { orphaned: _, day: __, ...rest }: Record<string, unknown> = { from, to, ...document };
  return rest;
}

function findOtherDays(document: unknown, asked: Record<'from' | 'to', number>): DayProblem[] {
  return Object.entries(asked).flatMap(([name, day]) => {
    const given: unknown = Reflect.get(Object(document), name);
    return typeof given === 'number' && given !== day
      ? [{ path: `$.${name}`, message: `is ${given}, and the request is about ${day}` }]
      : [];
  });
}
