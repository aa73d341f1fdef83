// The versions of an organisation's timetables, with what readers get of each; and for those that are withheld why, down to the
// row.

import { element } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { Publication } from '../answers.ts';
import { readControl } from '../call-control.ts';
import { publicationFacts } from '../generations/publication-facts.ts';
import { liveList } from '../live/live-list.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import { versionItem } from './version-item.ts';

export const timetablesPart: OrganisationPart = async (of) => {
  let publication: Publication | null = null;
  const state = element('div');
  const list = liveList<'listVersions'>(
    () => `${of.path}/timetables`,
    (versions) =>
      versions.length === 0
        ? [
            emptyNote(
              'noTimetables',
              of.desk.mayChange &&
                element('a', { href: organisationHref(of.organisation.id, 'imports') }, say('noTimetablesNext')),
            ),
          ]
        : [
            element(
              'ul',
              { class: 'cards' },
              ...versions.map((version) => versionItem(version, versions, publication, { ...of, refresh })),
            ),
          ],
  );
  async function refresh(): Promise<void> {
    const answer = await readControl<'getPublication'>(`${of.path}/publication`);
    publication = answer.outcome === 'done' ? answer.body : null;
    state.replaceChildren(
      answer.outcome === 'done' ? publicationFacts(answer.body, of, refresh) : problemBox(answer.problem),
    );
    await list.refresh();
  }
  await refresh();
  return { root: element('div', { class: 'stack' }, state, list.root), refresh };
};
