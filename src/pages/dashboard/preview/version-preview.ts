// One version as it is stored, in the viewer's grid.

import { windowInWords } from '../../ui/date-words.ts';
import { element, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import { readControl } from '../call-control.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { problemBox } from '../parts/problem-box.ts';
import { say } from '../say.ts';
import { downloadButton } from '../timetables/download-button.ts';
import { viewerLink } from '../timetables/viewer-link.ts';
import { preview } from './preview.ts';

export const versionPreview =
  (versionId: string): OrganisationPart =>
  async ({ desk, organisation, path }) => {
    const version = `${path}/timetables/${encodeURIComponent(versionId)}`;
    const [head, grid] = [element('div', { class: 'stack' }), preview()];
    let shown: string | null = null;
    const refresh = async () => {
      const answer = await readControl<'getVersion'>(version);
      if (answer.outcome === 'refused') {
        shown = null;
        grid.root.replaceChildren();
        return head.replaceChildren(problemBox(answer.problem));
      }
      // What is drawn already stays, with where its reader is in it.
      if (answer.etag === shown) return;
      shown = answer.etag;
      const { name, versionNumber, versionName, status, effectiveFrom, effectiveTo } = answer.body;
      head.replaceChildren(
        element('h3', { tabindex: '-1' }, nameOf(name)),
        element(
          'ul',
          { class: 'quiet facts' },
          element('li', {}, say('versionNumber', { number: versionNumber })),
          versionName !== null && element('li', {}, nameOf(versionName)),
          element('li', {}, status === 'draft' ? say('draft') : windowInWords(effectiveFrom, effectiveTo)),
        ),
        element('p', { class: 'quiet' }, say('asStored')),
        element(
          'p',
          { class: 'buttons no-print' },
          downloadButton(version, `${name} ${versionNumber}`),
          viewerLink(desk, versionId),
          element('a', { href: organisationHref(organisation.id) }, say('backToVersions')),
        ),
      );
      await grid.show(answer.body);
    };
    await refresh();
    return { root: element('div', { class: 'stack' }, head, grid.root), refresh };
  };
