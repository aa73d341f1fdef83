// The address of each view, in the fragment: `#/`, `#/audit`, `#/organisations/<id>` and `#/organisations/<id>/<tab>`.

export const tabs = ['timetables', 'keys', 'links', 'calendar', 'imports', 'generations', 'audit', 'settings'] as const;
export type Tab = (typeof tabs)[number];

export type Address =
  | { view: 'organisations' }
  | { view: 'audit' }
  | { view: 'organisation'; organisationId: string; tab: Tab };

export function readAddress(hash: string): Address {
  const [, view, id, tab] = hash.split('/');
  if (view === 'audit') return { view };
  if (view !== 'organisations' || !id) return { view: 'organisations' };
  return {
    view: 'organisation',
    organisationId: decoded(id),
    tab: tabs.find((each) => each === tab) ?? 'timetables',
  };
}

export const organisationHref = (organisationId: string, tab: Tab = 'timetables'): string =>
  `#/organisations/${encodeURIComponent(organisationId)}${tab === 'timetables' ? '' : `/${tab}`}`;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
