import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { parseBells } from '../../../src/formats/reading/bells.ts';
import { readUntis } from '../../../src/formats/untis/read-untis.ts';
import { times } from '../../support/thoroughness.ts';
import { fuzz } from '../fuzz-bytes.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const files = {
  'GPU001.TXT': bytes('7,"5A","ADA","MÄT","R1",1,3,,\r\n7,"5B","ADA","MÄT","R1",1,4,2,A\r\n8,,"BOB","GER",,2,0,,B\r\n'),
  'GPU002.TXT': bytes(`7,4,4,4,"5A","ADA","MÄT","R1",,30,,"1SEM",,,20260801,20270731${',1'.repeat(15)}\r\n`),
  'GPU005.TXT': bytes('"R1","Room 1",,,,,,30\r\n'),
};
const options = { firstDay: null, term: null, week: null, bells: parseBells('08:00,45,5'), students: false };
const tokens = [',', ';', '"', '""', '\r\n', '\0', '\ufeff', '99999999999', '-1', '0', 'ZZ', '9,9,9', '\t', '6,200'];

test('corrupted GPU files are read or refused', () => {
  const count = times(1000, 10_000);
  const { refused, read } = fuzz(readUntis, files, options, { times: count, seed: 17, tokens, mark: ',' });
  expect(refused).toBeGreaterThan(count / 10);
  expect(read).toBeGreaterThan(count / 10);
});

test('corrupted ZIPs are read or refused', () => {
  const count = times(500, 2000);
  const { refused } = fuzz(readUntis, { 'school.zip': zipSync(files) }, options, {
    times: count,
    seed: 18,
    tokens,
    mark: ',',
  });
  expect(refused).toBeGreaterThan(count / 2);
});
