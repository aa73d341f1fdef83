// The days that a grid draws: of the cycle, or of the calendar.

import type { GridDay } from '../../../client/belfry-client.ts';
import type { Child } from '../../ui/element.ts';
import type { WeekOf } from './time-lines.ts';

/** A day of the cycle, or one of the calendar with its date. */
export type DrawnDay = GridDay & {
  date?: number;
  /** What its heading says instead of its label. */
  heading?: readonly Child[];
  /** Why nothing takes place. */
  closed?: readonly Child[];
};

export type DrawnWeek = WeekOf<DrawnDay>;
