// What day it is at the school, wherever the reader is.

import { dayAt, isTimeZone } from '../../calendar/time/zone.ts';
import type { Organisation } from './answers.ts';

/** As YYYYMMDD. Of a school without a calendar nobody knows where it is: it is taken to be where the reader is. */
export const todayAt = ({ timeZone }: Pick<Organisation, 'timeZone'>): number =>
  dayAt(
    Date.now(),
    typeof timeZone === 'string' && isTimeZone(timeZone) ? timeZone : Intl.DateTimeFormat().resolvedOptions().timeZone,
  );
