import { describe, expect, test } from 'vitest';
import { fold, foldEntry } from '../../../src/pages/viewer/choose/fold.ts';

/** A name, and what people type to find it. */
const cases: [name: string, ...typed: string[]][] = [
  ['Łukasz Wójcik', 'lukasz', 'Łukasz', 'wojcik'],
  ['Søren Kjærgaard', 'soren', 'soeren', 'sören', 'kjaergaard'],
  ['Åse Dahl', 'ase', 'aase', 'åse'],
  ['Jürgen Großmann', 'grossmann', 'großmann', 'GROSSMANN', 'jurgen', 'juergen'],
  ['Aoife O’Sullivan', "o'sullivan", 'o’sullivan', 'osullivan'],
  ["Niamh O'Brien", 'o’brien', 'obrien'],
  ['Hoàng Văn Đức', 'hoang van duc', 'đức'],
  ['Işıl Yıldız', 'isil yildiz', 'ışıl'],
  ['İpek Çelik', 'ipek', 'celik'],
  ['Guðrún Þórsdóttir', 'gudrun', 'thorsdottir', 'Þórs'],
  ['Cœur Lefèvre', 'coeur', 'lefevre', 'lefèvre'],
  ['José Muñoz Ibáñez', 'jose munoz', 'ibanez'],
  ['Marie-Claire Petit', 'marie claire', 'marie-claire'],
  ['Олена Ґудзь', 'олена', 'гудзь', 'ґудзь'],
  ['Наталія В’юн', 'вюн', 'в’юн', "в'юн", 'наталія'],
  ['أحمد الحسين', 'احمد', 'أحمد', 'الحسين'],
  ['سارة مصطفى', 'ساره', 'مصطفي', 'مصطفى'],
  ['Ελένη Παπαδοπούλου', 'ελενη', 'παπαδοπουλου'],
  ['Γιώργος Νικολαΐδης', 'γιωργος', 'ΓΙΩΡΓΟΣ', 'νικολαιδης'],
  ['Дмитро Шевченко', 'шевченко', 'ШЕВЧЕНКО'],
  ['최유나', '최유나', '최유'],
  ['王建国', '王建国', '建国'],
  ['דנה לוי', 'דנה', 'לוי'],
  ['สมชาย ใจดี', 'สมชาย'],
  ['Ｒｏｏｍ ５', 'room 5'],
];

describe('a search', () => {
  test.each(cases.flatMap(([name, ...all]) => all.map((typed) => [name, typed] as const)))(
    'finds %s by %s',
    (name, typed) => {
      const words = fold(typed).split(/\s+/);
      expect(words.filter((word) => !foldEntry(name).includes(word))).toEqual([]);
    },
  );

  test('keeps apart what is written differently', () => {
    expect(foldEntry('Meyer')).not.toContain(fold('Maier'));
    expect(foldEntry('Kovač')).not.toContain(fold('Kovacs'));
  });

  test('repeats nothing for a name that is spelled in one way', () => {
    expect(foldEntry('Anna Novák')).toBe('anna novak');
  });
});
