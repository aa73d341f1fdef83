// What the calls have in common: the organisation of the path, fields of a body, moments, and what a caller expects of a state.

import { type OrganisationId, parseOrganisationId } from '../../access/ids.ts';
import { hashState } from '../../control/hash-state.ts';
import { expectsSomething, meets, type Precondition } from '../../control/precondition.ts';
import { refuseCall } from '../answers/refuse-call.ts';
import type { Asked } from './call.ts';

/** The guard has let it pass. */
export const organisationOf = ({ params }: Asked): OrganisationId => parseOrganisationId(params['id'] ?? '');

/** A field of a body that its schema has checked; undefined when it is absent. */
export function textIn(body: unknown, name: string): string | undefined {
  const value: unknown = Reflect.get(Object(body), name);
  return typeof value === 'string' ? value : undefined;
}

/** The database's `infinity` is a number, and stands for never. */
export const momentOf = (moment: Date | number | null): string | null =>
  moment instanceof Date && Number.isFinite(Number(moment)) ? moment.toISOString() : null;

/** @param state the present one; null when there is none. @throws a refusal */
export function assertState(precondition: Precondition, state: unknown): void {
  if (!expectsSomething(precondition)) return;
  if (!meets(precondition, state === null ? null : hashState(state))) throw preconditionFailed();
}

export const preconditionFailed = () =>
  refuseCall({
    problem: 'precondition-failed',
    detail: 'Somebody else changed it meanwhile; read it again, then decide.',
  });
