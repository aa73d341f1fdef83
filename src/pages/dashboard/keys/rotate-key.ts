// Replaces a key by a new one. Both work for a while, so that programs can be changed one after another.

import { element, nameOf } from '../../ui/element.ts';
import type { ApiKey } from '../answers.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { durationInWords } from '../moments.ts';
import { openDialog } from '../open-dialog.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { runAction } from '../parts/run-action.ts';
import { phrase, say } from '../say.ts';
import type { KeyContext } from './key-context.ts';
import { showKey } from './show-key.ts';

/** Seconds. */
const overlaps = [0, 3600, 86_400, 7 * 86_400, 30 * 86_400];
const usual = 86_400;

export function rotateKey(key: ApiKey, { path, shown, refresh, desk }: KeyContext): void {
  const idempotencyKey = newIdempotencyKey();
  openDialog(say('rotateKey'), (close) => {
    const place = element('div');
    const overlap = element(
      'select',
      { id: 'overlap' },
      ...overlaps.map((seconds) =>
        element(
          'option',
          { value: String(seconds), selected: seconds === usual },
          seconds === 0 ? say('noOverlap') : durationInWords(seconds),
        ),
      ),
    );
    const button = element('button', { class: 'primary' }, say('rotate'));
    const submit = async (event: Event) => {
      event.preventDefault();
      const body = { overlapSeconds: Number(overlap.value) };
      const rotated = await runAction(button, place, () =>
        callControl<'rotateKey'>(`${path}/keys/${encodeURIComponent(key.id)}/rotate`, {
          method: 'POST',
          body,
          idempotencyKey,
        }),
      );
      if (rotated === null) return;
      close();
      showKey(shown, rotated.body.key ?? null, desk.servedAt);
      await refresh();
      announce(say('keyRotated'));
    };
    return [
      element('p', {}, ...phrase('rotateKeyMeans', { name: nameOf(key.name) })),
      element(
        'form',
        { class: 'stack', submit: (event) => void submit(event) },
        formField(say('overlap'), overlap),
        place,
        element('p', { class: 'buttons' }, button, element('button', { type: 'button', click: close }, say('cancel'))),
      ),
    ];
  });
}
