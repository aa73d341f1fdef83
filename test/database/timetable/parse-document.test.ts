// A JSON file is read the same by every command, whichever editor saved it.

import { expect, test } from 'vitest';
import { parseDocument } from '../../../src/database/timetable/parse-document.ts';

const text = '{"name":"Zoë 王"}';
const utf16 = (of: string) => Buffer.from(of, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(text)],
  ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
  ['UTF-16', utf16(`\uFEFF${text}`)],
  ['UTF-16 without a mark', utf16(text)],
  ['UTF-16 of the other order', utf16(`\uFEFF${text}`).swap16()],
  ['UTF-16 of the other order without a mark', utf16(text).swap16()],
])('%s is read', (_, bytes) => {
  expect(parseDocument(bytes)).toEqual({ document: { name: 'Zoë 王' } });
});

test('UTF-16 that is cut off is refused', () => {
  expect(parseDocument(utf16(`\uFEFF${text}`).subarray(0, -1))).toEqual({
    reason: 'is UTF-16 that is cut off or damaged; save it as UTF-8',
  });
});
