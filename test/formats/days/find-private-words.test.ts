// Words of illness and leave are found in six languages; texts of an ordinary day are left alone.

import { describe, expect, test } from 'vitest';
import { findPrivateWords } from '../../../src/formats/days/find-private-words.ts';
import { gpu014, mathematics } from './gpu014-rows.ts';
import { readDays } from './read-days.ts';

test.each([
  ['Mrs Berg is on sick leave', [16]],
  ['illness', [1]],
  ['Frau Berg ist krank', [15]],
  ['ERKRANKT', [1]],
  ['Fr. Berg: Urlaub', [11]],
  ['Kur', [1]],
  ['Mme Berg est malade', [14]],
  ['en congé', [4]],
  ['en conge\u0301', [4]],
  ['enfermedad', [1]],
  ['está de baja', [6]],
  ['المعلمة مريضة', [9]],
  ['إجازة مرضية', [1, 7]],
  ['вчителька захворіла', [11]],
  ['відпустка', [1]],
  ['krank, sick', [1, 8]],
])('%s', (text, places) => {
  expect(findPrivateWords(text)).toEqual(places);
});

test.each([
  'Work sheet on the desk',
  'Hill, will, still, thrill',
  'Kurs verlegt, Kurzarbeit, Grundoperationen',
  'Aufgaben auf Seite 12, Zirkel mitbringen',
  'Salle changée, apporter la règle',
  'Trabajo en el aula, sesión de bajada',
  'الحصة في القاعة الكبيرة',
  'Урок у спортивній залі',
  '',
])('finds nothing in: %s', (text) => {
  expect(findPrivateWords(text)).toEqual([]);
});

describe('the warning', () => {
  test('names the line and the place of the word, keeps the text, and does not repeat it', () => {
    const { document, report } = readDays(
      gpu014([mathematics, { ...mathematics, period: '4', text: 'Ada ist krank' }]),
    );
    expect(Object(document).changes).toMatchObject([{ text: 'Ada ist krank' }]);
    expect(report.findings).toEqual([
      {
        ...{ rule: 'days.private-word', severity: 'warning', line: 2 },
        message: '$.changes[0].text has a word of illness or leave at character 9',
        values: { path: '$.changes[0].text', character: 9 },
      },
    ]);
  });

  test('is given for the texts of JSON and of notes too', () => {
    const text = JSON.stringify({ changes: [{ text: 'malade' }, {}], notes: [{ text: 'Ok' }, { text: 'хвора' }] });
    expect(readDays(text).report.findings.map(({ values }) => values['path'])).toEqual([
      '$.changes[0].text',
      '$.notes[1].text',
    ]);
  });
});
