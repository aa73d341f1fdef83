// A build by hand: of what waits, or of everything anew.

import { element } from '../../ui/element.ts';
import { readControl } from '../call-control.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { checkField } from '../parts/form-field.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { followRun } from './follow-run.ts';
import { publishNow } from './publish-now.ts';

export function buildForm({ path }: PartOf, refresh: () => Promise<void>): HTMLElement {
  const place = element('div');
  const full = element('input', { id: 'full', type: 'checkbox' });
  const button = element('button', { class: 'primary' }, say('build'));
  const build = () => publishNow(path, full.checked);
  const done = (started: Parameters<typeof followRun>[0]) => void followRun(started, refresh);
  const submit = async (event: Event) => {
    event.preventDefault();
    const publication = await runAction(button, place, () => readControl<'getPublication'>(`${path}/publication`));
    if (publication === null) return;
    const { rolledBackTo } = publication.body;
    if (rolledBackTo !== null)
      return confirmDialog({
        heading: say('build'),
        explanation: [say('buildEndsRollback')],
        ...{ word: null, button: say('build'), action: build, done },
      });
    const started = await runAction(button, place, build);
    if (started !== null) done(started);
  };
  return element(
    'form',
    { class: 'stack form', submit: (event) => void submit(event) },
    element('p', { class: 'quiet' }, say('buildMeans')),
    checkField(say('buildFull'), full),
    place,
    element('p', {}, button),
  );
}
