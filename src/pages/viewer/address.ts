// The part of the URL after `#`: the version, the entity, and the week or a date in it. A link opens the same view again. Entities are
// named by entityId, which is the same in every version. The key is never part of it.

import { isoDay, toDay } from '../../calendar/time/day.ts';

export const kinds = ['class', 'teacher', 'room', 'student', 'subject'] as const;
export type Kind = (typeof kinds)[number];
export type EntityName = { kind: Kind; entityId: string };

/** A week of the cycle, all of them, or null for the current one. */
export type ShownWeek = number | 'all' | null;

export type Address =
  | { page: 'versions'; date: string | null }
  /** `date`, YYYYMMDD, shows the week of dates that it lies in, at a school with a calendar. */
  | { page: 'timetable'; versionId: string; of: EntityName | null; week: ShownWeek; date?: number | null }
  /** Null versions: the one in use, and the newest. */
  | { page: 'changes'; groupId: string; before: string | null; after: string | null; of: EntityName | null }
  /** `at`: which period of the cycle, from 0; null for now. */
  | { page: 'free'; versionId: string; at: number | null }
  | { page: 'together'; versionId: string; of: EntityName[] }
  /** What is chosen at first, and the week of dates that is printed; null for the cycle. */
  | { page: 'print'; versionId: string; of: EntityName | null; date: number | null }
  | { page: 'calendar' }
  | FoyerAddress;

/** A screen that shows today in a timetable, whichever of its versions is in use. */
export type FoyerAddress = {
  page: 'foyer';
  groupId: string;
  kind: Kind;
  /** The entityIds that take turns; all of the kind if there is none. */
  only: readonly string[];
  /** How long each page is shown. */
  seconds: number;
};

/** How long the foyer screen shows each page. */
export const secondsEach = { default: 15, min: 3, max: 600 };

export function readAddress(hash: string): Address {
  const [path = '', query = ''] = hash.replace(/^#/, '').split('?');
  const [page, id, kind, entityId] = path.split('/').filter(Boolean).map(decode);
  const parameters = new URLSearchParams(query);
  const of = entityName(kind, entityId);
  const on = parameters.get('on');
  if (id !== undefined) {
    if (page === 'timetable') return { page, versionId: id, of, week: weekIn(parameters.get('week')), date: dayIn(on) };
    if (page === 'changes')
      return { page, groupId: id, before: parameters.get('before'), after: parameters.get('after'), of };
    if (page === 'free') return { page, versionId: id, at: wholeNumber(parameters.get('at')) };
    if (page === 'together') {
      const several = parameters.getAll('of').map((each) => entityName(...each.split('/').slice(0, 2)));
      return { page, versionId: id, of: several.filter((each) => each !== null) };
    }
    if (page === 'print') return { page, versionId: id, of, date: dayIn(on) };
    if (page === 'foyer') {
      const seconds = wholeNumber(parameters.get('seconds')) ?? secondsEach.default;
      return {
        page,
        groupId: id,
        kind: kinds.find((each) => each === kind) ?? 'class',
        only: parameters.getAll('only'),
        seconds: Math.min(Math.max(seconds, secondsEach.min), secondsEach.max),
      };
    }
  }
  if (page === 'calendar') return { page };
  return { page: 'versions', date: dayIn(on) === null ? null : on };
}

export function writeAddress(address: Address): string {
  switch (address.page) {
    case 'versions':
      return written([], { on: address.date });
    case 'timetable':
      return written([address.page, address.versionId, ...partsOf(address.of)], {
        week: address.week,
        on: address.date ? isoDay(address.date) : null,
      });
    case 'changes': {
      const { page, groupId, of, before, after } = address;
      return written([page, groupId, ...partsOf(of)], { before, after });
    }
    case 'free':
      return written([address.page, address.versionId], { at: address.at });
    case 'together':
      return written([address.page, address.versionId], { of: address.of.map((each) => partsOf(each).join('/')) });
    case 'calendar':
      return written([address.page], {});
    case 'print':
      return written([address.page, address.versionId, ...partsOf(address.of)], {
        on: address.date && isoDay(address.date),
      });
    case 'foyer': {
      const { page, groupId, kind, only, seconds } = address;
      return written([page, groupId, kind], { seconds, only });
    }
  }
}

function written(
  parts: readonly string[],
  parameters: Record<string, string | number | null | readonly string[]>,
): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(parameters))
    for (const each of Array.isArray(value) ? value : [value]) if (each !== null) query.append(name, String(each));
  return `#/${parts.map(encodeURIComponent).join('/')}${query.size > 0 ? `?${query}` : ''}`;
}

const partsOf = (of: EntityName | null) => (of === null ? [] : [of.kind, of.entityId]);

function entityName(kind?: string, entityId?: string): EntityName | null {
  const known = kinds.find((each) => each === kind);
  return known === undefined || !entityId ? null : { kind: known, entityId };
}

const weekIn = (text: string | null): ShownWeek => (text === 'all' ? text : wholeNumber(text));

function wholeNumber(text: string | null): number | null {
  return text !== null && /^\d{1,6}$/.test(text) ? Number(text) : null;
}

/** 2026-11-23 as 20261123; null for what is not a day. */
function dayIn(text: string | null): number | null {
  try {
    return text !== null && /^\d{4}-\d\d-\d\d$/.test(text) ? toDay(text) : null;
  } catch {
    return null;
  }
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part; // not a URL of the viewer
  }
}
