// The code page of a file is judged by its text, not by what it declares.

import { describe, expect, test } from 'vitest';
import { judgeEncoding } from '../../src/formats/reading/judge-encoding.ts';
import { ascXml, smallAsc } from './asc/asc-xml.ts';
import { convertAsc } from './asc/convert-asc.ts';

/** The bytes of a text in an encoding of one byte for each letter. */
function encode(text: string, encoding: string): Uint8Array {
  const letters = new TextDecoder(encoding).decode(
    Uint8Array.from({ length: 256 }, (_, byte) => byte),
    { stream: true },
  );
  const byteOf = new Map([...letters].map((letter, byte) => [letter, byte]));
  return Uint8Array.from(text, (letter) => byteOf.get(letter) ?? expect.unreachable(`${letter} in ${encoding}`));
}

describe('an encoding that days contradict', () => {
  test.each([
    ['windows-1256', 'الأحد الاثنين الثلاثاء'],
    ['windows-1250', 'Pondělí Úterý Středa'],
    ['windows-1250', 'Poniedziałek Środa Piątek'],
    ['windows-1251', 'Понедельник Вторник Среда'],
    ['windows-1251', 'ПОНЕДІЛОК ВІВТОРОК СЕРЕДА'],
    ['windows-1253', 'Δευτέρα Τρίτη Τετάρτη'],
    ['windows-1254', 'Pazartesi Salı Çarşamba'],
    ['windows-1255', 'ראשון שני שלישי'],
  ])('is %s: %s', (encoding, days) => {
    expect(judgeEncoding(encode(days, encoding), 'windows-1252')).toEqual({ encoding, doubt: 'other' });
    expect(judgeEncoding(encode(days, encoding), encoding)).toEqual({ encoding, doubt: 'none' });
    expect(judgeEncoding(new TextEncoder().encode(days), 'windows-1252')).toEqual({
      encoding: 'utf-8',
      doubt: 'other',
    });
  });
});

test.each([
  ['windows-1252', 'Montag Dienstag Müller Größe Änne'],
  ['windows-1252', 'miércoles sábado niño'],
  ['iso-8859-2', 'Pondělí Středa Čtvrtek Šárka'],
  ['windows-1252', 'plain'],
  ['utf-8', 'whatever'],
])('%s is right: %s', (encoding, text) => {
  const bytes = encoding === 'utf-8' ? new TextEncoder().encode(text) : encode(text, encoding);
  expect(judgeEncoding(bytes, encoding)).toEqual({ encoding, doubt: 'none' });
});

test('names of accented letters alone make it doubtful', () => {
  const names = encode('Мария Иванова, Олег Петров, Анна Сидорова', 'windows-1251');
  expect(judgeEncoding(names, 'windows-1252')).toEqual({ encoding: 'windows-1252', doubt: 'unknown' });
});

describe('a file', () => {
  const text = ascXml(smallAsc(), '<?xml version="1.0" encoding="windows-1252"?>').replace(
    'Ada Lovelace',
    'Žofie Černá',
  );
  const named = (days: readonly string[]) => text.replace('Monday', days[0] ?? '').replace('Tuesday', days[1] ?? '');

  test('is read as its days say, with a warning', () => {
    const { document, rules } = convertAsc(encode(named(['Pondělí', 'Úterý']), 'windows-1250'));
    expect([document?.teachers[0]?.name, rules]).toEqual(['Žofie Černá', ['file.encoding-contradicted']]);
  });

  test('is read as --encoding says, whatever it declares', () => {
    const bytes = encode(text, 'windows-1250');
    expect(convertAsc(bytes).document?.teachers[0]?.name).not.toBe('Žofie Černá');
    const { document, rules } = convertAsc(bytes, { encoding: 'windows-1250' });
    expect([document?.teachers[0]?.name, rules]).toEqual(['Žofie Černá', []]);
    expect(convertAsc(bytes, { encoding: 'no-encoding' }).rules).toEqual(['file.encoding-unknown']);
  });
});
