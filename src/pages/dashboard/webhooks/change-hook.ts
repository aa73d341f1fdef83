// Changes a webhook, gives it a new secret, or removes it, each in a dialog.

import { element } from '../../ui/element.ts';
import type { Webhook } from '../answers.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { durationInWords } from '../moments.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { formDialog } from '../parts/form-dialog.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { say } from '../say.ts';
import { type HookContext, hookPath, nameOfHook } from './hook-context.ts';
import { hookFields } from './hook-fields.ts';
import { phraseHook, sayHook } from './hook-words.ts';
import { showSecret } from './show-secret.ts';

/** Seconds. */
const overlaps = [0, 3600, 86_400, 7 * 86_400];
const usual = 86_400;

export function changeHook(hook: Webhook, context: HookContext): void {
  const { fields, wanted } = hookFields('changed', hook);
  // Only what was changed here, so that what somebody else changed meanwhile stays.
  const changes = () => {
    const all = Object.entries(wanted());
    const differing = all.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(Reflect.get(hook, name)));
    return Object.fromEntries(differing.length > 0 ? differing : all);
  };
  formDialog({
    heading: sayHook('hookChange'),
    content: fields,
    button: say('save'),
    look: 'primary',
    action: () => callControl<'changeWebhook'>(hookPath(hook, context), { method: 'PATCH', body: changes() }),
    async done() {
      await context.refresh();
      announce(say('saved'));
    },
  });
}

export function rotateHook(hook: Webhook, context: HookContext): void {
  const idempotencyKey = newIdempotencyKey();
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
  formDialog({
    heading: sayHook('hookRotate'),
    content: [
      element('p', {}, ...phraseHook('hookRotateMeans', { name: nameOfHook(hook) })),
      formField(sayHook('hookOverlap'), overlap),
    ],
    button: say('rotate'),
    look: 'primary',
    action: () =>
      callControl<'rotateWebhook'>(`${hookPath(hook, context)}/rotate`, {
        ...{ method: 'POST', body: { overlapSeconds: Number(overlap.value) }, idempotencyKey },
      }),
    async done({ body }) {
      showSecret(context.shown, body.secret);
      await context.refresh();
      // The dialog that closed has given the focus back to its button meanwhile.
      context.shown.querySelector('h3')?.focus();
      announce(sayHook('hookRotated'));
    },
  });
}

export function removeHook(hook: Webhook, context: HookContext): void {
  confirmDialog({
    heading: sayHook('hookRemove'),
    explanation: phraseHook('hookRemoveMeans', { name: nameOfHook(hook) }),
    word: say('deleteWord'),
    button: say('delete'),
    action: () => callControl<'removeWebhook'>(hookPath(hook, context), { method: 'DELETE' }),
    async done() {
      await context.refresh();
      announce(sayHook('hookRemoved'));
    },
  });
}
