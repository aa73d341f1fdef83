// The address of each view, in the fragment: `#/`, `#/audit`, `#/organisations/<id>`, `#/organisations/<id>/<tab>`,
// `#/organisations/<id>/timetables/<version>` and `#/organisations/<id>/days/<date>`.

export const tabs = [
  'timetables',
  'days',
  'keys',
  'links',
  'webhooks',
  'calendar',
  'imports',
  'generations',
  'audit',
  'settings',
] as const;
export type Tab = (typeof tabs)[number];

export type Address =
  | { view: 'organisations' }
  | { view: 'audit' }
  /** `versionId`: the version that is shown in place of the list of them. `day`: the one that is shown; null for today. */
  | { view: 'organisation'; organisationId: string; tab: Tab; versionId: string | null; day: number | null };

export function readAddress(hash: string): Address {
  const [, view, id, tab, below = ''] = hash.split('/');
  if (view === 'audit') return { view };
  if (view !== 'organisations' || !id) return { view: 'organisations' };
  return {
    view: 'organisation',
    organisationId: decoded(id),
    tab: tabs.find((each) => each === tab) ?? 'timetables',
    versionId: tab === 'timetables' && below !== '' ? decoded(below) : null,
    day: tab === 'days' ? dayIn(below) : null,
  };
}

/** @param below a version of timetables, or a date of days such as 2026-11-23 */
export function organisationHref(organisationId: string, tab: Tab = 'timetables', below?: string): string {
  const parts = below !== undefined ? [tab, below] : tab === 'timetables' ? [] : [tab];
  return ['#/organisations', ...[organisationId, ...parts].map(encodeURIComponent)].join('/');
}

function dayIn(text: string): number | null {
  const time = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  const isDay = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return isDay ? Number(text.replaceAll('-', '')) : null;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
