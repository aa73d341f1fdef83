// Says since when what is shown was not updated, because the server cannot be reached.

import { timeInWords, weekdayInWords } from '../../ui/date-words.ts';
import { say } from '../say.ts';
import { dates } from './dates.ts';

/** @param readAt milliseconds since 1970 */
export function staleSince(readAt: number): string {
  const { date, time } = dates().now(readAt);
  const clock = timeInWords(time);
  return say('staleSince', { time: date === dates().now().date ? clock : `${weekdayInWords(date)}, ${clock}` });
}
