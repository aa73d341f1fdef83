import { describe, expect, test } from 'vitest';
import { detectFormat } from '../../src/formats/reading/detect-format.ts';
import { createFindings } from '../../src/formats/report/finding.ts';

function detect(...contents: (string | Uint8Array)[]) {
  const findings = createFindings();
  const files = contents.map((content, index) => ({
    name: `file${index}`,
    bytes: typeof content === 'string' ? new TextEncoder().encode(content) : content,
  }));
  const format = detectFormat(files, findings);
  return { format, rules: findings.list().map(({ rule, place }) => `${rule} ${place.file}`) };
}

test.each<[string, string | Uint8Array, string]>([
  ['aSc', '<?xml version="1.0"?>\n<timetable importtype="database">', 'asc'],
  ['aSc with a mark and comments', '\ufeff<!-- <fet> --> <!DOCTYPE timetable><timetable>', 'asc'],
  ['aSc in UTF-16', Uint8Array.from(Buffer.from('\ufeff<?xml version="1.0"?><timetable>', 'utf16le')), 'asc'],
  ['FET', '<?xml version="1.0" encoding="UTF-8"?>\n<fet version="6.8.5">', 'fet'],
  ['FET with entities of its own', '<!DOCTYPE fet [<!ENTITY e "x">]>\n<fet>', 'fet'],
  ['FET’s activities', '<Activities_Timetable>', 'fet'],
  ['GPU with commas', '1,"5A","Ada","Mat","R1",1,1,,\r\n', 'untis'],
  ['GPU with semicolons', '1;5A;Ada;Mat;R1;1;1;;\r\n', 'untis'],
  [
    'the XML of Untis',
    '<?xml version="1.0"?><document xmlns="https://untis.at/untis/XmlInterface" version="7">',
    'untis',
  ],
  ['a ZIP', latin('PK\x03\x04...'), 'untis'],
])('%s is recognised by its content', (_, content, format) => {
  expect(detect(content)).toEqual({ format, rules: [] });
});

test.each([
  '',
  ' ',
  '<html><body>',
  '<document><untis/></document>',
  '{"success":true,"data":{"a":1,"b":2}}',
  '[1,2,3,4]',
  'hello',
  '\u0000\u0001,,,,',
])('%j is not in a supported format', (content) =>
  expect(detect(content)).toEqual({ format: null, rules: ['file.unknown-format file0'] }),
);

describe('several files', () => {
  test('of one format belong together', () => expect(detect('1,2,3,4', '1;2;3').format).toBe('untis'));
  test('of Untis may be empty, and others may be among them', () =>
    expect(detect('1,2,3,4', '', 'readme')).toEqual({ format: 'untis', rules: [] }));
  test('of another format may not', () =>
    expect(detect('<fet/>', 'readme').rules).toEqual(['file.unknown-format file1']));
  test('of two formats do not', () =>
    expect(detect('<timetable/>', '1,2,3,4')).toEqual({ format: null, rules: ['file.several-schools file1'] }));
  test('no file is an error', () => expect(detect()).toEqual({ format: null, rules: ['file.unknown-format '] }));
});

function latin(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
