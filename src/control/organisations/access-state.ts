// The access of an organisation in one word, as people name it: why it is locked belongs to it.

import type { Selectable } from 'kysely';
import type { Tables } from '../../database/tables.ts';

type Columns = Pick<Selectable<Tables['organisation']>, 'access' | 'locked_because'>;

export const accessStates = {
  active: { access: 'active', locked_because: null },
  'locked:trial_ended': { access: 'locked', locked_because: 'trial_ended' },
  'locked:plan_ended': { access: 'locked', locked_because: 'plan_ended' },
  'locked:payment_failed': { access: 'locked', locked_because: 'payment_failed' },
  suspended: { access: 'suspended', locked_because: null },
} as const satisfies Record<string, Columns>;

export type AccessState = keyof typeof accessStates;

export const isAccessState = (text: string): text is AccessState => Object.hasOwn(accessStates, text);

/** @throws Error for columns that the database does not allow */
export function accessStateOf({ access, locked_because }: Columns): AccessState {
  const state = locked_because === null ? access : `${access}:${locked_because}`;
  if (!isAccessState(state)) throw new Error(`an organisation has the access ${state}`);
  return state;
}
