// The generations of an organisation that are kept, with a way back to each of them; and a build by hand.

import { element } from '../../ui/element.ts';
import type { Generation, Publication } from '../answers.ts';
import { type LivePart, livePart } from '../live/live-part.ts';
import { momentOf } from '../moments.ts';
import type { OrganisationPart, PartOf } from '../organisations/organisation-part.ts';
import { emptyNote } from '../parts/empty-note.ts';
import { phrase, say } from '../say.ts';
import { buildForm } from './build-form.ts';
import { publicationFacts } from './publication-facts.ts';
import { rollBackDialog } from './roll-back-dialog.ts';

export const generationsPart: OrganisationPart = async (of) => {
  const part: LivePart = livePart<'getPublication'>(
    () => `${of.path}/publication`,
    (publication) => [
      publicationFacts(publication, of, part.refresh),
      element('h3', { tabindex: '-1' }, say('keptGenerations')),
      publication.history.length === 0
        ? emptyNote('noGenerations', say('noGenerationsNext'))
        : element(
            'ul',
            { class: 'cards' },
            ...publication.history.map((generation) => generationItem(generation, publication, of, part.refresh)),
          ),
    ],
  );
  await part.refresh();
  return {
    root: element('div', { class: 'stack' }, of.desk.mayChange && buildForm(of, part.refresh), part.root),
    refresh: part.refresh,
  };
};

function generationItem(
  earlier: Generation,
  publication: Publication,
  of: PartOf,
  refresh: () => Promise<void>,
): HTMLElement {
  const { generation, publishedAt, versions } = earlier;
  const isShown = generation === (publication.rolledBackTo ?? publication.generation);
  return element(
    'li',
    { class: 'card' },
    element('strong', { id: `generation-${generation}` }, ...phrase('generation', { moment: momentOf(publishedAt) })),
    element('span', { class: 'badges' }, isShown && element('span', { class: 'badge strong' }, say('shownNow'))),
    element('ul', { class: 'quiet facts' }, element('li', {}, say('versionCount', { count: versions }))),
    of.desk.mayChange &&
      !isShown &&
      element(
        'p',
        { class: 'buttons' },
        element(
          'button',
          {
            type: 'button',
            id: `roll-back-${generation}`,
            'aria-describedby': `generation-${generation}`,
            click: () => void rollBackDialog(earlier, publication, of, refresh),
          },
          say('rollBack'),
        ),
      ),
  );
}
