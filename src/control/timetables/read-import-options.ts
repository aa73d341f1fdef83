// The choices about a school's file that come as text.

import { type Bells, parseBellPattern } from '../../formats/reading/bells.ts';
import { type Format, formats } from '../../formats/reading/school-reader.ts';

export const formatNames: readonly Format[] = formats;

/** Such as `08:00,45,5`; null where the text is not that. */
export const bellPatternOf = (text: string): Bells | null => parseBellPattern(text);
