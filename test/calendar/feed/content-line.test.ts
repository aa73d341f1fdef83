import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { contentLine, escapeText, utcTime } from '../../../src/calendar/feed/content-line.ts';

describe('a text is escaped', () => {
  test.each([
    ['commas and semicolons', 'a,b;c', 'a\\,b\\;c'],
    ['backslashes', 'a\\n\\,', 'a\\\\n\\\\\\,'],
    ['line ends of any kind, as one', 'a\r\nb\rc\nd\u2028e\u2029f\u0085g\vh\fi', 'a\\nb\\nc\\nd\\ne\\nf\\ng\\nh\\ni'],
    ['control characters, which are dropped', 'a\u0000b\u0007c\u001bd\u007fe\u009ff', 'abcdef'],
    ['tabs, as spaces', 'a\tb', 'a b'],
    ['half of a character', 'a\ud83db', 'a\ufffdb'],
    ['spaces around it', ' \n a \r\n', 'a'],
    ['what other languages need', 'علوم 5 👩‍🔬', 'علوم 5 👩‍🔬'],
    ['colons and quotes, which stay', 'a:b "c"', 'a:b "c"'],
  ])('%s', (_, text, expected) => {
    expect(escapeText(text)).toBe(expected);
  });

  test('1,000 characters stay, and 1,001 are shortened to that, none of them in half', () => {
    expect(escapeText('🎓'.repeat(1000))).toBe('🎓'.repeat(1000));
    expect(escapeText('🎓'.repeat(1001))).toBe(`${'🎓'.repeat(999)}…`);
    expect(escapeText(`a${'🎓'.repeat(5000)}`)).toBe(`a${'🎓'.repeat(998)}…`);
    expect(escapeText('x'.repeat(1001))).toBe(`${'x'.repeat(999)}…`);
  });
});

describe('a line', () => {
  const bytesOf = (line: string) => new TextEncoder().encode(line).length;

  test('of 75 octets is one, of 76 two', () => {
    expect(contentLine('X', 'a'.repeat(73))).toBe(`X:${'a'.repeat(73)}\r\n`);
    expect(contentLine('X', 'a'.repeat(74))).toBe(`X:${'a'.repeat(73)}\r\n a\r\n`);
  });

  test.each(['é', 'ع', '数', '🎓'])('is folded before a %s that octet 75 is in', (character) => {
    for (let before = 66; before <= 75; before++) {
      const value = `${'a'.repeat(before)}${character}${'b'.repeat(90)}`;
      const lines = contentLine('X', value).split('\r\n');
      expect(lines.pop()).toBe('');
      expect(lines.every((line) => bytesOf(line) <= 75)).toBe(true);
      expect(lines.map((line, index) => (index === 0 ? line : line.slice(1))).join('')).toBe(`X:${value}`);
      const fits = 2 + before + bytesOf(character) <= 75;
      expect(lines[0]?.endsWith('a')).toBe(!fits);
    }
  });

  test.each(['\n', ';', ',', '\\'])('is folded before an escape of %j that octet 75 is in', (character) => {
    for (let before = 60; before < 80; before++)
      for (const line of contentLine('SUMMARY', escapeText(`${'x'.repeat(before)}${character}y`)).split('\r\n ')) {
        // Each escape is whole: without escapes no backslash is left.
        expect(line.replace(/\\[\\;,n]/g, '')).not.toContain('\\');
      }
  });

  test('of any text has at most 75 octets, whole characters, and unfolds to what it was', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (text) => {
        const value = escapeText(text);
        const lines = contentLine('SUMMARY', value).split('\r\n');
        expect(lines.pop()).toBe('');
        for (const line of lines) {
          expect(bytesOf(line)).toBeLessThanOrEqual(75);
          expect(new TextDecoder('utf-8', { ignoreBOM: true }).decode(new TextEncoder().encode(line))).toBe(line);
        }
        expect(lines.map((line, index) => (index === 0 ? line : line.slice(1))).join('')).toBe(`SUMMARY:${value}`);
      }),
    );
  });
});

test('a moment is in UTC and cut to the second', () => {
  expect(utcTime(Date.UTC(2026, 10, 23, 7, 0, 0, 999))).toBe('20261123T070000Z');
});
