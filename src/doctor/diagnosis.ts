// One line of `doctor`: what was checked, what was found, and what to do next.

import { OperatorError, OutOfReachError, reasonOf } from '../errors.ts';

/** `limited` works with the restriction that `found` names. `unreachable` is like `wrong`, with another exit code. */
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

/** Runs a check; an error becomes a finding. The message of an OperatorError already says what to do. */
export async function diagnose(check: string, work: () => Promise<Diagnosis>): Promise<Diagnosis> {
  try {
    return await work();
  } catch (error) {
    const found = reasonOf(error);
    const next = error instanceof OperatorError ? null : 'Report this as a bug of Belfry, with the line above';
    return { check, outcome: error instanceof OutOfReachError ? 'unreachable' : 'wrong', found, next };
  }
}
