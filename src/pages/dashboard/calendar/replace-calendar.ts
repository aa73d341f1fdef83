// Replaces the calendar by a file, in the form that `belfry calendar export` writes.

import { element } from '../../ui/element.ts';
import { callControl } from '../call-control.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { problemBox } from '../parts/problem-box.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';

/** Bytes; the API takes no more either. */
const largest = 1_000_000;

export function replaceCalendar(path: string, etag: () => string | null, refresh: () => Promise<void>): HTMLElement {
  const file = element('input', {
    id: 'calendar-file',
    type: 'file',
    accept: '.json,application/json',
    required: true,
  });
  const place = element('div');
  const button = element('button', { class: 'primary' }, say('storeCalendar'));
  const submit = async (event: Event) => {
    event.preventDefault();
    const [chosen] = file.files ?? [];
    if (chosen === undefined) return;
    const read = await readJson(chosen);
    if (read === undefined) {
      place.replaceChildren(element('p', { role: 'alert', class: 'warm' }, say('notJson')));
      return file.focus();
    }
    let wasQuicker = false;
    const stored = await runAction(button, place, async () => {
      const answer = await callControl<'putCalendar'>(path, {
        method: 'PUT',
        body: read,
        ifMatch: etag(),
        isNew: etag() === null,
      });
      wasQuicker = answer.outcome === 'refused' && answer.problem.status === 412;
      return answer;
    });
    if (stored === null && !wasQuicker) return;
    await refresh();
    if (stored === null) {
      const box = problemBox({ status: 412, title: null, detail: null, errors: [] });
      place.replaceChildren(box);
      return box.focus();
    }
    form.reset();
    announce(say('calendarStored'));
    document.querySelector<HTMLElement>('#content h2')?.focus();
  };
  const form = element(
    'form',
    { class: 'stack form', submit: (event) => void submit(event) },
    formField(say('calendarFile'), file, say('calendarFileHint')),
    place,
    element('p', {}, button),
  );
  return form;
}

/** @returns undefined where it is no JSON, or too large */
async function readJson(file: File): Promise<unknown> {
  if (file.size > largest) return undefined;
  try {
    return JSON.parse(await file.text());
  } catch {
    return undefined;
  }
}
