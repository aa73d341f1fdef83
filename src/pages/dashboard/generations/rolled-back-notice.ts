// While an earlier state is shown: a way to keep it, and a way to publish the new one again. Each says before what it changes.

import { element, joined, nameOf } from '../../ui/element.ts';
import type { KeptShown, Publication } from '../answers.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { followRun } from './follow-run.ts';
import { publishNow } from './publish-now.ts';

export function rolledBackNotice({ generation }: Publication, { desk, path }: PartOf, refresh: () => Promise<void>) {
  const place = element('div');
  const keep = (dryRun: boolean, idempotencyKey?: string) =>
    callControl<'keepShown'>(`${path}/rollback/keep`, {
      ...{ method: 'POST', body: { generation, dryRun } },
      ...(idempotencyKey !== undefined && { idempotencyKey }),
    });
  const done = (started: Parameters<typeof followRun>[0]) => void followRun(started, refresh);
  const keepButton = element(
    'button',
    { type: 'button', id: 'keep-earlier', class: 'primary', click: () => void askToKeep() },
    say('keepEarlier'),
  );
  const askToKeep = async () => {
    const planned = await runAction(keepButton, place, () => keep(true));
    if (planned === null) return;
    const { deleted, restored } = planned.body;
    const idempotencyKey = newIdempotencyKey();
    confirmDialog({
      heading: say('keepEarlier'),
      explanation: [
        say('keepEarlierMeans'),
        element('span', { class: 'findings', role: 'list' }, ...changesOf(planned.body)),
      ],
      word: deleted.length > 0 ? say('deleteWord') : null,
      button: say('keepEarlier'),
      async action() {
        const kept = restored.length + deleted.length === 0 ? null : await keep(false, idempotencyKey);
        return kept?.outcome === 'refused' ? kept : publishNow(path, false);
      },
      done,
    });
  };
  const askToPublish = () =>
    confirmDialog({
      heading: say('publishNewAgain'),
      explanation: [say('buildEndsRollback')],
      ...{ word: null, button: say('publishNewAgain'), action: () => publishNow(path, false), done },
    });
  return element(
    'div',
    { class: 'notice stack' },
    element('p', {}, say('rolledBackTo')),
    place,
    desk.mayChange &&
      element(
        'p',
        { class: 'buttons' },
        keepButton,
        element('button', { type: 'button', id: 'publish-again', click: askToPublish }, say('publishNewAgain')),
      ),
  );
}

function changesOf({ deleted, restored }: KeptShown): HTMLElement[] {
  const kinds = [
    ['wouldDelete', deleted],
    ['wouldRestore', restored],
  ] as const;
  const items = kinds.flatMap(([kind, versions]) => {
    const names = versions.map(({ name, versionNumber }) =>
      element('span', {}, nameOf(name), `, ${say('versionNumber', { number: versionNumber })}`),
    );
    return names.length === 0 ? [] : [[`${say(kind, { count: names.length })}: `, ...joined(names, '; ')]];
  });
  return (items.length === 0 ? [[say('nothingToKeep')]] : items).map((words) =>
    element('span', { role: 'listitem', class: 'line' }, ...words),
  );
}
