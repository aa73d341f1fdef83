// Arbitrary values for documents: text that is difficult for escaping, quoting, encodings and collations, but nothing that
// PostgreSQL cannot store (NUL characters and lone surrogates).

import fc from 'fast-check';

const oddTexts = [
  '',
  ' ',
  '\t\r\n',
  '👩🏽‍🏫 Ærøskøbing',
  'שִׁעוּר ראשון',
  '\u202eright to left\u202c',
  'e\u0301\u0323',
  '"quoted", \'quoted\'',
  'back\\slash \\u0041 \\',
  'line\u2028separator\u2029',
  '<script>alert("&amp;")</script>',
  "'); drop table teacher; --",
  '{a,"b",NULL}',
  'NULL',
  'null',
  '\u0001\u001f\u007f\u0085',
  '\ufeff\uffff',
  'Unknown',
  'Untitled',
  '__proto__',
] as const;

/** Any text that the database can store, blank and empty ones included. */
export const arbitraryText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(...oddTexts),
  fc.string({ unit: 'grapheme', maxLength: 6 }),
  fc.string({ unit: 'binary', maxLength: 6 }).map((text) => text.replaceAll('\0', '0')),
);

/** The part of an id after its prefix: short, or as long as allowed with a number before it. */
export const arbitraryIdTail: fc.Arbitrary<string> = fc
  .tuple(fc.string({ unit: fc.constantFrom(...'aZ09_-'), maxLength: 5 }), fc.constantFrom(0, 0, 0, 60))
  .map(([tail, length]) => tail.padEnd(length, 'x'));

/** Finite, and not -0, which JSON.stringify writes as 0. */
export const arbitraryNumber: fc.Arbitrary<number> = fc.oneof(
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }).map((number) => number || 0),
);

/** A time in a year of four digits. */
export const arbitraryMoment: fc.Arbitrary<string> = fc
  .date({ min: new Date('0001-01-01T00:00:00Z'), max: new Date('9999-12-31T23:59:59.999Z'), noInvalidDate: true })
  .map((moment) => moment.toISOString());

/** A calendar day as the number YYYYMMDD. */
export const arbitraryDay: fc.Arbitrary<number> = fc
  .date({ min: new Date('1000-01-01T00:00:00Z'), max: new Date('9999-12-31T00:00:00Z'), noInvalidDate: true })
  .map((day) => Number(day.toISOString().slice(0, 10).replaceAll('-', '')));

const extraNames = fc.oneof(
  fc.constantFrom('constructor', 'prototype', 'toString', '', '1', 'maxPerDay', 'extra'),
  arbitraryText.map((text) => `x${text}`),
);
const scalars = fc.oneof(arbitraryText, arbitraryNumber, fc.boolean(), fc.constant(null));
const values = fc.oneof(
  { weight: 3, arbitrary: scalars },
  fc.array(scalars, { maxLength: 2 }),
  fc.dictionary(extraNames, scalars, { maxKeys: 2 }),
);

/** Fields that the specification does not define. */
export const arbitraryExtra: fc.Arbitrary<Record<string, unknown>> = fc
  .array(fc.tuple(extraNames, values), { maxLength: 2 })
  .map((fields) => {
    const texts = fields.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`);
    return JSON.parse(`{${texts.join(',')}}`);
  });
