// Revokes many links after one question, some at a time, and says how far it is and which of them failed.

import { element, nameOf } from '../../ui/element.ts';
import type { Link } from '../answers.ts';
import { callControl, readControl } from '../call-control.ts';
import { openDialog } from '../open-dialog.ts';
import { say } from '../say.ts';

/** Revoked at the same time; links of one revocation; failures that are listed. */
const [together, mostLinks, mostNamed] = [4, 20_000, 100];
const pageSize = 200;

/** All links that a list finds. @param path of the list with its query; @returns null when a page was refused */
export async function readAllLinks(path: string): Promise<Link[] | null> {
  const links: Link[] = [];
  let after: string | null = null;
  do {
    const next: string = after === null ? '' : `&after=${encodeURIComponent(after)}`;
    const answer = await readControl<'listLinks'>(`${path}&limit=${pageSize}${next}`);
    if (answer.outcome === 'refused') return null;
    links.push(...answer.body.items);
    after = answer.body.next;
  } while (after !== null && links.length < mostLinks);
  return links.slice(0, mostLinks);
}

/** @param path of the organisation; @param done when the dialog is closed after at least one was tried */
export function revokeMany(path: string, links: readonly Link[], done: () => void): void {
  let [tried, isGoing] = [0, false];
  const failed: Link[] = [];
  const dialog = openDialog(say('revokeLinks'), (close) => {
    const progress = element('progress', { max: String(links.length), value: '0', 'aria-label': say('revokeLinks') });
    const said = element('p', { role: 'status' });
    const outcome = element('div', { class: 'stack' });
    const waiting = [...links];
    const work = async () => {
      for (let link = waiting.shift(); link !== undefined && dialog.isConnected; link = waiting.shift()) {
        const answer = await callControl<'revokeLink'>(`${path}/links/${encodeURIComponent(link.linkId)}`, {
          method: 'DELETE',
        });
        tried += 1;
        if (answer.outcome === 'refused') failed.push(link);
        progress.value = tried;
        said.textContent = say('revokedOf', { done: tried - failed.length, all: links.length });
      }
    };
    const run = async () => {
      if (isGoing) return;
      isGoing = true;
      buttons.replaceChildren(progress);
      await Promise.all(Array.from({ length: together }, work));
      said.textContent = say('linksRevoked', { count: tried - failed.length });
      outcome.replaceChildren(
        ...(failed.length === 0
          ? []
          : [
              element('p', { class: 'warm' }, say('linksNotRevoked', { count: failed.length })),
              element(
                'ul',
                { class: 'findings' },
                ...failed
                  .slice(0, mostNamed)
                  .map(({ kind, entityName, entityId }) =>
                    element('li', {}, say(kind), ' ', nameOf(entityName ?? entityId)),
                  ),
              ),
            ]),
      );
      buttons.replaceChildren(element('button', { type: 'button', click: close }, say('done')));
      buttons.querySelector('button')?.focus();
    };
    const buttons = element(
      'p',
      { class: 'buttons' },
      element('button', { type: 'button', class: 'danger', click: () => void run() }, say('revoke')),
      element('button', { type: 'button', click: close }, say('cancel')),
    );
    return [element('p', {}, say('revokeLinksMean', { count: links.length })), said, outcome, buttons];
  });
  dialog.addEventListener('close', () => tried > 0 && done());
}
