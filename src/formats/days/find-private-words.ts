// Finds words of illness and leave in a text, in the languages of the viewer. Why somebody is away is nobody's business, and such
// words come into texts by habit. The list is short: it is for a warning, which a person judges.

/** Beginnings of words, but for those that end in `.`, which are whole words. */
const words = [
  // English
  ...['sick.', 'sickness', 'ill.', 'illness', 'hospital', 'maternity', 'paternity', 'parental leave'],
  ...['on leave', 'medical', 'doctor', 'funeral', 'bereave', 'covid', 'quarantin', 'burnout', 'pregnan'],
  // German
  ...['krank', 'erkrank', 'fiebe', 'arzt', 'ärzt', 'klinik', 'attest', 'urlaub', 'beurlaub'],
  ...['elternzeit', 'mutterschutz', 'schwanger', 'reha.', 'kur.', 'beerdigung', 'kind krank', 'sonderurlaub'],
  // French
  ...['malad', 'souffrant', 'hôpital', 'hospitalis', 'congé', 'maternité', 'paternité', 'arrêt de travail', 'enceinte'],
  ...['médecin', 'médical', 'obsèques', 'enterrement', 'quarantaine'],
  // Spanish
  ...['enferm', 'de baja.', 'baja médica', 'baja por', 'hospitaliz', 'permiso', 'maternidad', 'paternidad', 'médic'],
  ...['embaraza', 'vacaciones', 'funeral', 'cuarentena'],
  // Arabic, with and without the article
  ...['مريض', 'المريض', 'مرض', 'المرض', 'إجازة', 'الإجازة', 'اجازة', 'أمومة', 'الأمومة', 'مستشفى', 'المستشفى', 'طبيب'],
  // Ukrainian
  ...['хвор', 'захвор', 'лікарн', 'лікар', 'відпуст', 'декрет', 'вагітн', 'похорон', 'карантин'],
];

const pattern = new RegExp(
  `(?<![\\p{L}\\p{M}])(?:${words
    .map((word) => (word.endsWith('.') ? `${word.slice(0, -1)}(?![\\p{L}\\p{M}])` : word))
    .join('|')})`,
  'giu',
);

/** Where each such word begins: its character, from 1. At most ten, since one is enough for a warning. */
export function findPrivateWords(text: string): number[] {
  const found: number[] = [];
  for (const { index } of text.normalize('NFC').matchAll(pattern)) {
    found.push(index + 1);
    if (found.length === 10) break;
  }
  return found;
}
