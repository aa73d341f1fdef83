// Asks for a build: what is stored is published now.

import { type Answer, callControl, newIdempotencyKey } from '../call-control.ts';

/** Seconds that the server may wait for the result. */
const wait = 10;

/** @param full whether every stored file is verified too */
export const publishNow = (path: string, full: boolean): Promise<Answer<unknown>> =>
  callControl<'build'>(`${path}/builds`, { method: 'POST', body: { full }, idempotencyKey: newIdempotencyKey(), wait });
