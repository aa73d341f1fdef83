// What each tab of an organisation is given, and what it gives.

import type { Organisation } from '../answers.ts';
import type { Desk } from '../desk.ts';
import type { LivePart } from '../live/live-part.ts';

export type PartOf = {
  desk: Desk;
  organisation: Organisation;
  /** Of the organisation in the control API. */
  path: string;
  /** The day of the address; null for today. */
  day: number | null;
  /** Shows the name and the access of the organisation as they are now. */
  refreshHead: () => Promise<void>;
};

export type OrganisationPart = (of: PartOf) => Promise<LivePart>;
