// XML is parsed strictly, in its declared encoding, without entities, and within limits.

import { describe, expect, test } from 'vitest';
import { limits } from '../../src/formats/reading/limits.ts';
import { readXml } from '../../src/formats/reading/read-xml.ts';
import { createFindings } from '../../src/formats/report/finding.ts';

function read(content: string | Uint8Array) {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content;
  const findings = createFindings();
  const seen: string[] = [];
  const isXml = readXml({ name: 'school.xml', bytes }, findings, {
    open: (name, attributes, line, path) =>
      void seen.push(`${line} ${[...path, name].join('/')} ${JSON.stringify(attributes)}`),
    text: (text) => void (text.trim() && seen.push(text.trim())),
    close: (name) => void seen.push(`/${name}`),
  });
  return { isXml, seen, found: findings.list().map(({ rule, place, message }) => ({ rule, place, message })) };
}

const latin = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0));

test('elements come with their attributes, line and path, texts and CDATA as they are', () => {
  const { isXml, seen } = read('<?xml version="1.0"?>\n<fet>\n <Day a="1 &amp; 2">x &lt;<![CDATA[<y>]]></Day>\n</fet>');
  expect(isXml).toBe(true);
  expect(seen).toEqual(['2 fet {}', '3 fet/Day {"a":"1 & 2"}', 'x <', '<y>', '/Day', '/fet']);
});

describe('encodings', () => {
  const utf16 = (text: string, mark: boolean, swap: boolean) => {
    const bytes = Buffer.from(`${mark ? '\ufeff' : ''}${text}`, 'utf16le');
    return Uint8Array.from(swap ? bytes.swap16() : bytes);
  };
  const declared = (encoding: string, name: string) => `<?xml version="1.0" encoding="${encoding}"?><t n="${name}"/>`;

  test.each<[string, Uint8Array]>([
    ['UTF-8', new TextEncoder().encode(declared('UTF-8', 'Žižka'))],
    ['UTF-8 with a mark', new TextEncoder().encode(`\ufeff${declared('utf-8', 'Žižka')}`)],
    ['a mark that the declaration contradicts', new TextEncoder().encode(`\ufeff${declared('windows-1250', 'Žižka')}`)],
    ['windows-1250', latin(declared('windows-1250', '\x8ei\x9eka'))],
    ['windows-1252', latin(declared('windows-1252', '\x8ei\x9eka'))],
    ['iso-8859-2', latin(declared('ISO-8859-2', '\xaei\xbeka'))],
    ['UTF-16 with a mark', utf16(declared('UTF-16', 'Žižka'), true, false)],
    ['UTF-16, the large end first', utf16(declared('UTF-16', 'Žižka'), true, true)],
    ['UTF-16 without a mark', utf16('<t n="Žižka"/>', false, false)],
    ['UTF-16 declared over what is UTF-8', new TextEncoder().encode(declared('UTF-16', 'Žižka'))],
  ])('%s', (_, bytes) => {
    expect(read(bytes)).toMatchObject({ isXml: true, seen: ['1 t {"n":"Žižka"}', '/t'], found: [] });
  });

  test('bytes that are not valid characters are refused with their line', () => {
    const { isXml, found } = read(latin('<?xml version="1.0"?>\n<t>\n<u n="\x8ei"/></t>'));
    expect(isXml).toBe(false);
    expect(found).toMatchObject([{ rule: 'file.not-text', place: { file: 'school.xml', line: 3 } }]);
  });

  test('an unknown encoding is refused', () => {
    expect(read(declared('ROT13', 'a')).found).toMatchObject([{ rule: 'file.encoding-unknown' }]);
  });
});

describe('a file that is not XML is refused with its line, and no entity is expanded', () => {
  const bomb = `<!DOCTYPE t [<!ENTITY a "aaaaaaaaaa">${'b'
    .repeat(9)
    .split('')
    .map((_, index) => `<!ENTITY e${index} "${`&${index === 0 ? 'a' : `e${index - 1}`};`.repeat(10)}">`)
    .join('')}]>\n<t n="&e8;"/>`;
  test.each<[string, string, number]>([
    ['nothing', '', 1],
    ['text', 'timetable', 1],
    ['an element that is not closed', '<t>\n<u>', 2],
    ['elements that cross', '<t>\n<u></t></u>', 2],
    ['an attribute twice', '<t>\n<u a="1" a="2"/></t>', 2],
    ['two roots', '<t/>\n<t/>', 2],
    ['an entity of a file', '<!DOCTYPE t [<!ENTITY x SYSTEM "file:///etc/passwd">]>\n<t>&x;</t>', 2],
    ['entities within entities', bomb, 2],
    ['a control character', '<t>\n\u0001</t>', 2],
  ])('%s', (_, content, line) => {
    const { isXml, seen, found } = read(content);
    expect(isXml).toBe(false);
    expect(found).toMatchObject([{ rule: 'file.not-xml', place: { file: 'school.xml', line } }]);
    expect(JSON.stringify([seen, found])).not.toMatch(/root:|aaaaaaaaaaaaaaaaaaaa/);
  });
});

describe('limits', () => {
  test('depth', () => {
    const nested = (depth: number) => '<t>'.repeat(depth) + '</t>'.repeat(depth);
    expect(read(nested(limits.depth)).isXml).toBe(true);
    expect(read(nested(limits.depth + 1)).found).toMatchObject([{ rule: 'file.too-large' }]);
    expect(read('<t>'.repeat(1_000_000)).found).toMatchObject([{ rule: 'file.too-large' }]);
  });

  test('bytes', () => {
    expect(read(new Uint8Array(limits.bytes + 1)).found).toMatchObject([{ rule: 'file.too-large' }]);
  });

  const long = 'x'.repeat(limits.text + 200_000);
  test.each([
    ['a comment', `<t><!--${'- '.repeat(limits.text)}--></t>`],
    ['a comment that never ends', `<t><!--${long}`],
    ['a text', `<t>${long}</t>`],
    ['a text of entities', `<t>${'&lt;'.repeat(limits.text)}</t>`],
    ['CDATA', `<t><![CDATA[${long}]]></t>`],
    ['an attribute', `<t a="${long}"/>`],
    ['a processing instruction', `<t><?x ${long}?></t>`],
    ['a document type', `<!DOCTYPE t [${long}]><t/>`],
    ['a name', `<${long}/>`],
    ['the attributes of one element', `<t ${Array.from({ length: 1001 }, (_, index) => `a${index}=""`).join(' ')}/>`],
  ])('%s', (_, content) => {
    expect(read(content)).toMatchObject({ isXml: false, found: [{ rule: 'file.too-large' }] });
  });

  test('a long file of short parts is read', () => {
    const parts = '<u a="1">text<!-- comment --></u>\n'.repeat(100_000);
    expect(read(`<t>${parts}</t>`)).toMatchObject({ isXml: true, found: [] });
  });
});
