// The subjects of the demo school, each named in the language in which it is taught, so that a caller meets scripts that
// run from right to left and names without any Latin letter.
import type { Subject } from '../../contract/types.generated.ts';
import { colorOf } from './color-of.ts';

const subjects: [key: string, name: string, shortName: string, externalId: string | null][] = [
  ['eng', 'English', 'Eng', 'ENG'],
  ['mat', 'Mathematics', 'Mat', 'MAT'],
  ['his', 'History', 'His', 'HIS'],
  ['geo', 'Geography', 'Geo', 'GEO'],
  ['sci', 'Science', 'Sci', 'SCI'],
  ['bio', 'Biology', 'Bio', 'BIO'],
  ['che', 'Chemistry', 'Che', 'CHE'],
  ['phy', 'Physics', 'Phy', 'PHY'],
  ['art', 'Visual Arts', 'Art', 'ART'],
  ['mus', 'Music', 'Mus', 'MUS'],
  ['dra', 'Drama', 'Dra', 'DRA'],
  ['com', 'Computing', 'Com', 'COM'],
  ['pe', 'Physical Education', 'PE', 'PED'],
  ['eco', 'Economics', 'Eco', 'ECO'],
  ['fra', 'Français', 'Fra', 'FRA'],
  ['deu', 'Deutsch', 'Deu', 'DEU'],
  ['esp', 'Español', 'Esp', 'ESP'],
  ['zho', '中文', '中文', 'ZHO'],
  ['ara', 'العربية', 'عرب', 'ARA'],
  ['jpn', '日本語', '日本', 'JPN'],
  ['lat', 'Lingua Latina', 'Lat', 'LAT'],
  ['eth', 'Ethics', 'Eth', 'ETH'],
  ['rel', 'World Religions', 'Rel', 'REL'],
  ['phi', 'Philosophy', 'Phi', 'PHI'],
  ['psy', 'Psychology', 'Psy', 'PSY'],
  ['des', 'Design and Technology', 'Des', 'DES'],
  ['cho', 'Choir', 'Cho', null],
  ['rob', 'Robotics Club', 'Rob', null],
  ['cls', 'Class Time', 'Cls', null],
];

export const schoolSubjects: Subject[] = subjects.map(([key, name, shortName, externalId], index) => ({
  localId: `sub_${key}`,
  entityId: `subject-${key}`,
  externalId,
  name,
  shortName,
  color: key === 'cls' ? null : colorOf(index + 200),
  isActive: true,
}));
