// Reads the times of a period or a break.

import { type AscElement, textOf } from './asc-file.ts';

export type Times = { startTime: string; endTime: string };

/** Null where one of them cannot be read. */
export function timesOf(element: AscElement): Times | null {
  const [startTime, endTime] = [clockOf(textOf(element, 'starttime')), clockOf(textOf(element, 'endtime'))];
  return startTime === null || endTime === null ? null : { startTime, endTime };
}

/** `7:40`, `08:05`, `8.05` and `1:30 PM` as HH:MM. */
function clockOf(text: string): string | null {
  const [, hours = '', minutes = '', half = ''] = /^(\d{1,2})[:.](\d{2})(?::\d{2})?\s*([ap]m)?$/i.exec(text) ?? [];
  if (hours === '') return null;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour > 23 || Number(minutes) > 59 ? null : `${String(hour).padStart(2, '0')}:${minutes}`;
}
