// What `belfry links create` writes is read back, and what spreadsheets make of it.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatLinkList } from '../../../../scripts/reports/link-list.ts';
import { decodeList } from '../../../../src/pages/slips/decode-list.ts';
import { mostLinks, readLinkList } from '../../../../src/pages/slips/read-link-list.ts';

const tokenOf = (number: number) => `belfry_link_${String(number).padStart(50, 'x')}`;
const listed = (entries: readonly { name: string; expiresAt: string | null }[]) =>
  formatLinkList(
    entries.map(({ name }, index) => ({ kind: 'student', entityId: `s${index}`, name })),
    entries.map(({ expiresAt }, index) => ({
      ...{ kind: 'student', entityId: `s${index}`, name: null, linkId: `l${index}` },
      ...{ token: tokenOf(index), expiresAt },
    })),
  );

describe('the list of links', () => {
  test('every list that the command writes is read back, whatever the names', () => {
    const name = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }),
      fc.constantFrom('=1+1', '"Ada", the\r\nfirst', "'=x", 'a;b\tc', '-', 'Élodie'),
    );
    fc.assert(
      fc.property(fc.array(name, { minLength: 1, maxLength: 6 }), (names) => {
        fc.pre(names.every((each) => !/^'[=+\-@\t\r]|\r(?!\n)|\r$/.test(each)));
        const list = listed(names.map((each) => ({ name: each, expiresAt: '2027-07-31T00:00:00.000Z' })));
        expect(readLinkList(list)).toEqual({
          outcome: 'links',
          links: names.map((each, index) => ({
            ...{ token: tokenOf(index), kind: 'student', name: each, until: 20270731 },
          })),
        });
      }),
    );
  });

  const ada = { token: tokenOf(0), kind: 'student', name: 'Ada', until: null };
  test.each([
    ['CSV', listed([{ name: 'Ada', expiresAt: null }])],
    ['without a byte order mark', listed([{ name: 'Ada', expiresAt: null }]).slice(1)],
    ['after a line for Excel', `sep=;\r\nkind;name;token\r\nstudent;Ada;${tokenOf(0)}`],
    ['with semicolons', `kind;entityId;name;linkId;token;expiresAt\nstudent;s0;Ada;l0;${tokenOf(0)};\n`],
    ['with tabs, in another order', `token\tname\tkind\n${tokenOf(0)}\tAda\tstudent`],
    ['JSON of many', JSON.stringify({ links: [{ token: tokenOf(0), kind: 'student', name: 'Ada', expiresAt: null }] })],
    ['JSON of one', JSON.stringify({ token: tokenOf(0), kind: 'student', entityId: 'Ada', name: null })],
  ])('%s is read', (_, list) => {
    expect(readLinkList(list)).toEqual({ outcome: 'links', links: [ada] });
  });

  test.each(['', 'nothing', '{', '[]', '{"links":7}', 'kind,token\nstudent,belfry_link_short', '"', '"""', ',,,'])(
    '%j has no links',
    (list) => {
      expect(readLinkList(list)).toEqual({ outcome: 'none' });
    },
  );

  test('any text is read without a fault', () => {
    fc.assert(fc.property(fc.string({ unit: fc.constantFrom(...'",;\r\n\t{[a') }), (text) => void readLinkList(text)));
  });

  test('more links than can be shown are refused', () => {
    const many = (count: number) =>
      readLinkList(`token\n${Array.from({ length: count }, (_, each) => tokenOf(each)).join('\n')}`);
    expect(many(mostLinks).outcome).toBe('links');
    expect(many(mostLinks + 1).outcome).toBe('too many');
  });
});

describe('a list that a spreadsheet saved again', () => {
  const text = `kind;name;token\r\nstudent;Zoë – Ökyay;${tokenOf(0)}\r\n`;
  const swapped = (bytes: Buffer) => Buffer.from(bytes).swap16();
  const windows = Buffer.from(text.replace('–', '\u0096'), 'latin1');
  test.each([
    ['UTF-8', Buffer.from(text)],
    ['UTF-8 with a mark', Buffer.from(`\uFEFF${text}`)],
    ['UTF-16', Buffer.from(`\uFEFF${text}`, 'utf16le')],
    ['UTF-16 without a mark', Buffer.from(text, 'utf16le')],
    ['UTF-16 of the other order', swapped(Buffer.from(`\uFEFF${text}`, 'utf16le'))],
    ['windows-1252', windows],
    ['UTF-16 with tabs', Buffer.from(`\uFEFF${text.replaceAll(';', '\t')}`, 'utf16le')],
  ])('as %s is read', (_, bytes) => {
    expect(readLinkList(decodeList(bytes))).toMatchObject({ outcome: 'links', links: [{ name: 'Zoë – Ökyay' }] });
  });

  test('the list that is written begins with a mark, so that a spreadsheet knows its encoding', () => {
    expect(listed([])).toMatch(/^\uFEFF"kind"/);
  });
});
