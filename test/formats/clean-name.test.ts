import { expect, test } from 'vitest';
import { cleanName } from '../../src/formats/school/clean-name.ts';

test.each<[string, string, string, boolean]>([
  ['surrounding spaces', '  Ada ', 'Ada', false],
  ['line breaks and tabs', 'Ada\r\n\tLovelace', 'Ada Lovelace', false],
  ['control characters', 'A\u0000d\u0007a', 'Ada', true],
  ['marks that change the direction of writing', '\u202eadA\u2069', 'adA', true],
  ['half of a surrogate pair', 'Ada\ud83d', 'Ada', true],
  ['a joiner inside a name, which some scripts need', 'می\u200cخواهم', 'می\u200cخواهم', false],
  ['a name of which nothing shows', '\u200b \u00ad', '', true],
])('%s', (_, text, name, cleaned) => expect(cleanName(text)).toEqual({ name, cleaned }));
