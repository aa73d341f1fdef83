// The teachers of the demo school, in the order in which every document lists them. A teacher's number is the position in
// this table, so `tch_07` is `teacher-07` in every timetable. The last two rows of the file show what a timetable may still
// hold after a teacher has left: one removed from the organisation, one that no longer exists there at all.
import type { Teacher } from '../../contract/types.generated.ts';
import { colorOf } from './color-of.ts';

/** Name and short name. The comments give the numbers of the first teacher in each line-up. */
const people: [name: string, shortName: string][] = [
  // 01 English
  ['Siobhán Ní Dhuibhir', 'SND'],
  ['Oliver Ashworth', 'OAS'],
  ['Ngozi Okonkwo', 'NOK'],
  ['Hamish MacAllister', 'HMA'],
  ['Priya Raghunathan', 'PRA'],
  ['Thandiwe Dlamini', 'TDL'],
  // 07 Mathematics
  ['Łukasz Wójcik', 'ŁWÓ'],
  ['李美玲', '李美'],
  ['Дмитро Шевченко', 'ДШЕ'],
  ['Nguyễn Thị Hương', 'NTH'],
  ['Giulia Esposito', 'GES'],
  ['Çağla Öztürk', 'ÇÖZ'],
  // 13 History
  ['Ólafur Þórsson', 'ÓÞÓ'],
  ['Françoise Lefèvre', 'FLE'],
  ['Mihály Szűcs', 'MSZ'],
  // 16 Geography
  ['Zeynep Yıldız', 'ZYI'],
  ['João Conceição', 'JCO'],
  ['Aroha Te Kanawa', 'ATK'],
  // 19 Science
  ['Kwame Mensah', 'KME'],
  ['Žofie Dvořáková', 'ŽDV'],
  // 21 Biology
  ['Ingrid Sørensen', 'ISØ'],
  ['Raúl Ibáñez', 'RIB'],
  // 23 Chemistry
  ['박지훈', '박지'],
  ['Beatriz Guimarães', 'BGU'],
  // 25 Physics
  ['Ελένη Παπαδοπούλου', 'ΕΠΑ'],
  ['Tomáš Hruška', 'THR'],
  // 27 Art
  ['Amélie Bertrand-Nkosi', 'ABN'],
  ['Jürgen Großmann', 'JGR'],
  // 29 Music
  ['Sofía Muñoz Peña', 'SMU'],
  ['Vytautas Žukauskas', 'VŽU'],
  // 31 Drama
  ['Caoimhe O’Sullivan', 'COS'],
  // 32 Computing
  ['Arjun Venkataraman', 'AVE'],
  ['Mai Nakamura', 'MNA'],
  ['Henrik Bjørnstad', 'HBJ'],
  // 35 Physical education
  ['Leilani Kealoha', 'LKE'],
  ['Ștefan Ionescu', 'ȘIO'],
  ['Fatoumata Diallo', 'FDI'],
  ['Māris Bērziņš', 'MBĒ'],
  // 39 Economics
  ['Chidi Eze', 'CEZ'],
  // 40 French, German, Spanish, Chinese, Arabic
  ['Océane Dubois', 'ODU'],
  ['Käthe Lindqvist', 'KLI'],
  ['Íñigo Etxeberria', 'ÍET'],
  ['王建国', '王建'],
  ['محمد الفاسي', 'م.ف'],
  // 45 Ethics, world religions, philosophy
  ['Rachel Ben-Ami', 'RBA'],
  ['فاطمة الزهراء', 'ف.ز'],
  ['Søren Mikkelsen', 'SMI'],
  // 48 English support, design, counselling
  ['Saoirse Brennan', 'SBR'],
  ['Eero Väisänen', 'EVÄ'],
  ['Noor van der Meer', 'NVM'],
  ['Dragana Petrović', 'DPE'],
  // 52 History, from January
  ['Yohannes Tesfaye', 'YTE'],
  // 53 Upper School: English, mathematics
  ['Margaret Achieng', 'MAC'],
  ['Ewan Pryce-Jones', 'EPJ'],
  ['Анна Кузнецова', 'АКУ'],
  ['Balázs Kővári', 'BKŐ'],
  // 57 History; the second was removed from the organisation
  ['Ximena Huanca Quispe', 'XHQ'],
  ['Gunnar Ågren', 'GÅG'],
  // 59 Biology, chemistry, physics
  ['Tariq Hussain', 'THU'],
  ['Léonie Tremblay', 'LTR'],
  ['Hoàng Văn Đức', 'HVĐ'],
  ['Katarína Šimková', 'KŠI'],
  ['Isaac Abubakar', 'IAB'],
  // 64 Physical education
  ['Marisol Quintero', 'MQU'],
  ['Jānis Kalniņš', 'JKA'],
  // 66 French, German, Japanese
  ['Édouard Nguema', 'ÉNG'],
  ['Annelies Müller-Weiß', 'AMW'],
  ['佐藤由美子', '佐藤'],
  // 69 Economics, psychology, visual arts
  ['Emre Çelik', 'EÇE'],
  ['דנה לוי', 'דל'],
  ['Wanjiru Kamau', 'WKA'],
  // 72 Diploma Programme
  ['Eleanor Fitzgerald', 'EFI'],
  ['Babajide Adeyemi', 'BAD'],
  ['Inés Albarracín', 'IAL'],
  ['Maëlle Kerguélen', 'MKE'],
  ['Friederike Böhm', 'FBÖ'],
  ['Rúben Magalhães', 'RMA'],
  ['Sunita Shrestha', 'SSH'],
  ['Agnieszka Żółtowska', 'AŻÓ'],
  ['สมชาย ใจดี', 'สใจ'],
  ['Teodor Ivanov', 'TIV'],
  ['Ana-Lucía Fernández', 'ALF'],
];

const removed = 58;
const withoutStaffNumber = [8, 26, 44, 52, 58, 71];
const withoutColor = [18, 33, 50, 66];

/** A teacher of the organisation whom one lesson still names although the organisation has no such teacher any more. */
const unknownTeacher: Teacher = {
  localId: 'tch_99',
  entityId: 'teacher-99',
  externalId: null,
  name: 'Unknown',
  shortName: 'Unknown',
  color: null,
  isActive: false,
  maxPeriods: null,
};

export const schoolTeachers: Teacher[] = [
  ...people.map(([name, shortName], index) => {
    const number = index + 1;
    const digits = String(number).padStart(2, '0');
    return {
      localId: `tch_${digits}`,
      entityId: `teacher-${digits}`,
      externalId: withoutStaffNumber.includes(number) ? null : `STF-${1000 + number * 7}`,
      name,
      shortName,
      color: withoutColor.includes(number) ? null : colorOf(number),
      isActive: number !== removed,
      maxPeriods: null,
    };
  }),
  unknownTeacher,
];
