// A refusal that travels as a thrown error from wherever a route finds out, through fastify, to the error handler.

import type { CallRefusal } from './problem.ts';

const refusals = new WeakMap<Error, CallRefusal>();

/** An error to throw, which the error handler answers with this refusal. */
export function refuseCall(refusal: CallRefusal): Error {
  const error = new Error(refusal.detail);
  refusals.set(error, refusal);
  return error;
}

/** The refusal of an error made by `refuse`; null for any other. */
export const refusalIn = (error: unknown): CallRefusal | null =>
  error instanceof Error ? (refusals.get(error) ?? null) : null;

/** Of a body that cannot be read at all. @param message a sentence that goes on from "The body" */
export const unreadableBody = (message: string): CallRefusal => ({
  problem: 'bad-request',
  detail: `The body ${message}.`,
  errors: [{ path: '$', message }],
});
