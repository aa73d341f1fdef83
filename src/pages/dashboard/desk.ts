// What every view of the page is given: who is signed in, what that allows, and where the timetables are served.

import type { Me } from './answers.ts';

export type Desk = {
  me: Me;
  /** Creates and deletes organisations and decides their access. */
  mayOperate: boolean;
  /** Changes something of an organisation. Whoever may not is shown no form and no button for it. */
  mayChange: boolean;
  /** Where the timetables are served, such as https://timetables.example; null where the dashboard was not told. */
  servedAt: string | null;
};

export type View = {
  root: HTMLElement;
  title: string;
  /** Reads again what may have changed. @param organisationId null for all, after a break of the connection */
  heed(organisationId: string | null): void;
};

export const deskOf = (me: Me, servedAt: string | null): Desk => ({
  me,
  mayOperate: me.role === 'operator',
  mayChange: me.role === 'operator' || me.role === 'manager',
  servedAt,
});
