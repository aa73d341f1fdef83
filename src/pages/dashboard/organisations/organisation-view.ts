// One organisation: who may read it, and a tab for each part of it.

import { element, nameOf } from '../../ui/element.ts';
import { type Address, organisationHref, type Tab, tabs } from '../address.ts';
import { auditPart } from '../audit/audit-part.ts';
import { calendarPart } from '../calendar/calendar-part.ts';
import { type Problem, readControl } from '../call-control.ts';
import { daysPart } from '../days/days-part.ts';
import type { Desk, View } from '../desk.ts';
import { generationsPart } from '../generations/generations-part.ts';
import { importPart } from '../import/import-part.ts';
import { keysPart } from '../keys/keys-part.ts';
import { linksPart } from '../links/links-part.ts';
import { versionPreview } from '../preview/version-preview.ts';
import { type PlainKey, say } from '../say.ts';
import { timetablesPart } from '../timetables/timetables-part.ts';
import { viewerLink } from '../timetables/viewer-link.ts';
import { webhooksPart } from '../webhooks/webhooks-part.ts';
import type { OrganisationPart } from './organisation-part.ts';
import { settingsPart } from './settings-part.ts';
import { accessBadges } from './state-badges.ts';

const parts: Readonly<Record<Tab, { words: PlainKey; open: OrganisationPart; onlyForChange?: true }>> = {
  timetables: { words: 'timetables', open: timetablesPart },
  days: { words: 'days', open: daysPart },
  keys: { words: 'keys', open: keysPart },
  links: { words: 'links', open: linksPart },
  webhooks: { words: 'webhooks', open: webhooksPart },
  calendar: { words: 'calendar', open: calendarPart },
  imports: { words: 'imports', open: importPart, onlyForChange: true },
  generations: { words: 'generations', open: generationsPart },
  audit: { words: 'audit', open: auditPart },
  settings: { words: 'settings', open: settingsPart, onlyForChange: true },
};

export async function organisationView(
  desk: Desk,
  { organisationId, tab: wanted, versionId, day }: Omit<Extract<Address, { view: 'organisation' }>, 'view'>,
): Promise<View | { problem: Problem }> {
  const path = `/organisations/${encodeURIComponent(organisationId)}`;
  const answer = await readControl<'getOrganisation'>(path);
  if (answer.outcome === 'refused') return { problem: answer.problem };
  const organisation = answer.body;
  const offered = tabs.filter((tab) => desk.mayChange || !parts[tab].onlyForChange);
  const tab = offered.includes(wanted) ? wanted : 'timetables';
  const badges = element('span', { class: 'badges' }, ...accessBadges(organisation));
  const heading = element('h1', { tabindex: '-1' }, nameOf(organisation.name));
  const refreshHead = async () => {
    const now = await readControl<'getOrganisation'>(path);
    if (now.outcome === 'refused') return;
    heading.replaceChildren(nameOf(now.body.name));
    badges.replaceChildren(...accessBadges(now.body));
  };
  const open = versionId === null ? parts[tab].open : versionPreview(versionId);
  const part = await open({ desk, organisation, path, day, refreshHead });
  const title = say(parts[tab].words);
  const nav = element(
    'nav',
    { class: 'tabs no-print', 'aria-label': say('parts') },
    ...offered.map((each) =>
      element(
        'a',
        { href: organisationHref(organisationId, each), 'aria-current': each === tab ? 'page' : null },
        say(parts[each].words),
      ),
    ),
  );
  // Once it is shown, the part that is open is in sight, also where not all fit.
  requestAnimationFrame(() => {
    const current = nav.querySelector<HTMLElement>('[aria-current]');
    if (current !== null) nav.scrollLeft = current.offsetLeft - (nav.clientWidth - current.offsetWidth) / 2;
  });
  const root = element(
    'main',
    { id: 'content', class: 'stack' },
    element(
      'div',
      { class: 'page-head no-print' },
      heading,
      badges,
      element('span', { class: 'quiet' }, nameOf(organisation.id)),
      viewerLink(desk, null),
    ),
    nav,
    element('section', { class: 'stack', 'aria-label': title }, element('h2', { tabindex: '-1' }, title), part.root),
  );
  return {
    root,
    title: `${title} · ${organisation.name}`,
    heed(changed) {
      if (changed !== null && changed !== organisationId) return;
      void part.refresh();
      void refreshHead();
    },
  };
}
