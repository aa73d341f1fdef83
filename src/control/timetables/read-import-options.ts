// The choices about a school's file that come as text.

import { type Bells, parseBells } from '../../formats/reading/bells.ts';
import { type Format, formats, programsInWords } from '../../formats/reading/programs.ts';

export const formatNames: readonly Format[] = formats;
export const programNames = programsInWords;

/** Such as `08:00,45,5`, or a list of times; null where the text is neither. */
export const bellsOf = (text: string): Bells | null => parseBells(text);
