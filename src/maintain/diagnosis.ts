// One line of `doctor`: what was looked at, what was found, and what to do next.

import { OperatorError, OutOfReachError } from '../errors.ts';

/** `limited` works, within the limit that `next` names. `unreachable` is wrong too, and has an exit code of its own. */
export type Diagnosis = {
  check: string;
  outcome: 'ok' | 'limited' | 'wrong' | 'unreachable';
  found: string;
  /** What to do; null when there is nothing to do. */
  next: string | null;
};

export const fine = (check: string, found: string): Diagnosis => ({ check, outcome: 'ok', found, next: null });

export const wrong = (check: string, found: string, next: string | null): Diagnosis => ({
  check,
  outcome: 'wrong',
  found,
  next,
});

export const limited = (check: string, found: string, next: string): Diagnosis => ({
  check,
  outcome: 'limited',
  found,
  next,
});

/** Runs a check; a failure is a finding. Belfry's own errors say themselves what to do. */
export async function diagnose(check: string, work: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await work();
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    const next = error instanceof OperatorError ? null : 'Report this with the line above: no check should end so';
    return { check, outcome: error instanceof OutOfReachError ? 'unreachable' : 'wrong', found, next };
  }
}
