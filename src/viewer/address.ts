// The part of the URL after `#`: the version, the entity and the week. A link opens the same view again. Entities are
// named by entityId, which is the same in every version. The key is never part of it.

export const kinds = ['class', 'teacher', 'room', 'student', 'subject'] as const;
export type Kind = (typeof kinds)[number];

export type Address =
  | { page: 'versions'; date: string | null }
  | { page: 'timetable'; versionId: string; of: { kind: Kind; entityId: string } | null; week: number | null };

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const parts = path.split('/').filter(Boolean).map(decode);
  const parameters = new URLSearchParams(query);
  const [page, versionId, kind, entityId] = parts;
  if (page === 'timetable' && versionId !== undefined) {
    const known = kinds.find((each) => each === kind);
    const of = known === undefined || entityId === undefined ? null : { kind: known, entityId };
    const week = Number(parameters.get('week') ?? Number.NaN);
    return { page, versionId, of, week: Number.isInteger(week) ? week : null };
  }
  const date = parameters.get('on');
  return { page: 'versions', date: date !== null && /^\d{4}-\d\d-\d\d$/.test(date) ? date : null };
}

export function writeAddress(address: Address): string {
  if (address.page === 'versions') return address.date === null ? '#/' : `#/?on=${address.date}`;
  const { versionId, of, week } = address;
  const parts = ['timetable', versionId, ...(of === null ? [] : [of.kind, of.entityId])];
  return `#/${parts.map(encodeURIComponent).join('/')}${week === null ? '' : `?week=${week}`}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not a URL of the viewer
  }
}
