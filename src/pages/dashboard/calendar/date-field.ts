// A field for a date, which the browser shows as its reader writes dates. The API writes a day as the number YYYYMMDD.

import { isoDay } from '../../../calendar/time/day.ts';
import { element } from '../../ui/element.ts';

export const dateField = (id: string, day: number | null, change: () => void = () => {}): HTMLInputElement =>
  element('input', {
    ...{ id, type: 'date', required: true, min: '1900-01-01', max: '2199-12-31', change },
    value: day === null ? '' : isoDay(day),
  });

/** @returns null while it is no date, or one that is still being typed: the year 2 on the way to 2026 */
export function dayOfField({ value }: HTMLInputElement): number | null {
  return /^(19|2[01])\d\d-\d\d-\d\d$/.test(value) ? Number(value.replaceAll('-', '')) : null;
}
