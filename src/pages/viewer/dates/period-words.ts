// A period of the cycle in words.

import type { CycleDay, SchoolPeriod } from '../../../client/belfry-client.ts';
import { spanInWords } from '../../ui/date-words.ts';
import { repeatsTimes } from '../grid/time-lines.ts';
import { say } from '../say.ts';

export const dayName = ({ label, week }: CycleDay): string =>
  week === null ? label : `${label} · ${say('week', { week })}`;

/** Its name, unless that is only the times, and its times. */
export const periodName = (period: SchoolPeriod): string =>
  repeatsTimes(period) ? spanInWords(period) : `${period.name} · ${spanInWords(period)}`;
