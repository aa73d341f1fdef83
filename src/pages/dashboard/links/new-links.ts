// The form for new links: of one class, teacher, room or student, or of all of a kind that have none, such as the students of a
// class.

import { element } from '../../ui/element.ts';
import type { LinkKind } from '../answers.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { momentOfField } from '../moment-of-field.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { entityFields, offerClasses } from './entity-fields.ts';
import { linkSheet } from './link-sheet.ts';

const kinds: readonly LinkKind[] = ['class', 'teacher', 'room', 'student'];

/** @param shown where the links are shown this once */
export function newLinks(
  { path, desk, organisation }: PartOf,
  shown: HTMLElement,
  refresh: () => Promise<void>,
): HTMLElement {
  const kind = element(
    'select',
    {
      id: 'link-kind',
      change() {
        showFields();
        entity.show(kindOf());
      },
    },
    ...kinds.map((each) => element('option', { value: each }, say(each))),
  );
  const kindOf = () => kinds.find((each) => each === kind.value) ?? 'class';
  const entity = entityFields(path);
  entity.show(kindOf());
  const all = element('input', {
    ...{ id: 'link-all', type: 'checkbox' },
    change: () => showFields(),
  });
  const ofClass = element('select', { id: 'link-class' }, element('option', { value: '' }, say('allStudents')));
  void offerClasses(path, ofClass);
  const classField = formField(say('linkOfClass'), ofClass);
  const showFields = () => {
    entity.root.hidden = all.checked;
    entity.chosen.required = !all.checked;
    classField.hidden = !all.checked || kind.value !== 'student';
  };
  const name = element('input', {
    ...{ id: 'link-name', type: 'text', dir: 'auto', autocomplete: 'off', maxlength: '200' },
  });
  const hidesCancelled = element('input', { id: 'link-hides-cancelled', type: 'checkbox' });
  const until = element('input', { id: 'link-until', type: 'datetime-local' });
  const place = element('div');
  const button = element('button', { class: 'primary' }, say('createLinks'));
  // The same for a request that is sent again, so that an answer that was lost makes no second link.
  let [sent, idempotencyKey] = ['', ''];
  const submit = async (event: Event) => {
    event.preventDefault();
    const expiresAt = momentOfField(until);
    const only = classField.hidden ? '' : ofClass.value;
    const body = {
      ...(all.checked
        ? { allOf: [kind.value], ...(only !== '' && { ofClass: only }) }
        : { kind: kind.value, entityId: entity.chosen.value }),
      ...(name.value.trim() !== '' && { name: name.value.trim() }),
      ...(expiresAt !== null && { expiresAt }),
      ...(hidesCancelled.checked && { cancelled: 'hide' }),
    };
    if (sent !== JSON.stringify(body)) [sent, idempotencyKey] = [JSON.stringify(body), newIdempotencyKey()];
    const created = await runAction(button, place, () =>
      callControl<'createLinks'>(`${path}/links`, { method: 'POST', body, idempotencyKey }),
    );
    if (created === null) return;
    sent = '';
    form.reset();
    showFields();
    entity.show(kindOf());
    linkSheet(shown, created.body, organisation.name, desk.servedAt);
    await refresh();
  };
  const form = element(
    'form',
    { class: 'stack form no-print', submit: (event) => void submit(event) },
    element('h3', {}, say('newLinks')),
    formField(say('linkShows'), kind),
    checkField(say('linkAll'), all),
    entity.root,
    classField,
    formField(say('linkName'), name),
    formField(say('expires'), until, say('expiresHint')),
    checkField(say('hideCancelled'), hidesCancelled),
    place,
    element('p', {}, button),
  );
  showFields();
  return form;
}
