// One version: when it applies, what readers get of it, and what is wrong with it.

import { windowInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import { organisationHref } from '../address.ts';
import type { ListedVersion, Publication } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { findingsOf } from '../findings/findings-of.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { announce } from '../parts/outcome-line.ts';
import { type PlainKey, phrase, say } from '../say.ts';
import { downloadButton } from './download-button.ts';
import { endsRollback } from './ends-rollback.ts';
import { publishDialog } from './publish-dialog.ts';
import { renameDialog } from './rename-dialog.ts';
import { viewerLink } from './viewer-link.ts';

const reasons = { withheld: 'withheld', waiting: 'waiting', 'rolled back': 'rolledBack' } as const satisfies Record<
  string,
  PlainKey
>;
const servedWords = { current: 'servedCurrent', earlier: 'servedEarlier', none: 'servedNone' } as const;

export function versionItem(
  version: ListedVersion,
  versions: readonly ListedVersion[],
  publication: Publication | null,
  { desk, organisation, path, refresh }: PartOf & { refresh: () => Promise<void> },
): HTMLElement {
  const { id, name, versionNumber, versionName, status, effectiveFrom, effectiveTo, served, because } = version;
  const withheld = publication?.withheld.find(({ versionId }) => versionId === id);
  const warned = publication?.warnings.find(({ versionId }) => versionId === id);
  const named = { 'aria-describedby': `version-${id}` };
  const remove = () =>
    confirmDialog({
      heading: say('deleteVersion'),
      explanation: [
        ...phrase('deleteVersionMeans', { name: nameOf(name), number: versionNumber }),
        endsRollback(publication),
      ],
      word: say('deleteWord'),
      button: say('delete'),
      action: () => callControl<'deleteVersion'>(`${path}/timetables/${encodeURIComponent(id)}`, { method: 'DELETE' }),
      async done() {
        await refresh();
        announce(say('deleted'));
      },
    });
  return element(
    'li',
    { class: withheld === undefined ? 'card' : 'card warned' },
    element('strong', { id: `version-${id}` }, nameOf(name)),
    element(
      'span',
      { class: 'badges' },
      element('span', { class: 'badge' }, say(status === 'draft' ? 'draft' : 'published')),
      version.isCurrent && element('span', { class: 'badge strong' }, say('current')),
      because !== null && element('span', { class: 'badge draft' }, say(reasons[because])),
    ),
    element(
      'ul',
      { class: 'quiet facts' },
      element('li', {}, say('versionNumber', { number: versionNumber })),
      versionName !== null && element('li', {}, nameOf(versionName)),
      // A draft has no days, and who gets it is not every reader.
      status === 'published' && element('li', {}, windowInWords(effectiveFrom, effectiveTo)),
      element('li', {}, say(status === 'draft' && served !== 'none' ? 'servedDraft' : servedWords[served])),
      element('li', {}, element('bdi', { dir: 'ltr' }, id)),
    ),
    withheld !== undefined &&
      findingsOf(
        `withheld-${id}`,
        say('withheldWhy', { count: withheld.problems.length + (withheld.more ?? 0) }),
        [say(withheld.lastGoodIsServed ? 'lastGoodServed' : 'nothingServed'), ' ', say('howToMend')],
        withheld.problems,
        withheld.more ?? 0,
      ),
    warned !== undefined &&
      findingsOf(`warned-${id}`, say('warningCount', { count: warned.warnings.length }), [], warned.warnings, 0),
    element(
      'p',
      { class: 'buttons' },
      element(
        'a',
        { id: `show-${id}`, ...named, href: organisationHref(organisation.id, 'timetables', id) },
        say('show'),
      ),
      served !== 'none' && viewerLink(desk, id, named),
      ...(desk.mayChange ? changes() : []),
    ),
  );

  function changes(): Child[] {
    const button = (verb: string, words: string, click: () => void, look = '') =>
      element('button', { type: 'button', id: `${verb}-${id}`, class: look || null, ...named, click }, words);
    return [
      status === 'draft' &&
        button(
          'publish',
          say('publishFrom'),
          () => publishDialog(version, versions, publication, { path, organisation, refresh }),
          'primary',
        ),
      button('rename', say('rename'), () => renameDialog(version, publication, path, refresh)),
      downloadButton(`${path}/timetables/${encodeURIComponent(id)}`, `${name} ${versionNumber}`, named),
      button('delete', say('delete'), remove, 'danger'),
    ];
  }
}
