// A file of changes: dropped or chosen, tried at once, and stored when its report has been read.

import { element } from '../../ui/element.ts';
import type { DayFileAnswer } from '../answers.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import { formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import { dayFileReport } from './day-file-report.ts';
import { sayDay } from './day-words.ts';

/** @param path of the organisation. @param stored is told the first day of the file */
export function dayFile(path: string, stored: (first: number) => void): HTMLElement {
  let chosen: File | null = null;
  const report = element('div', { class: 'stack' });
  const place = element('div');
  const name = element('p', { class: 'quiet', role: 'status' });
  const input = element('input', { id: 'day-file', type: 'file', change: () => choose(input.files?.[0]) });
  const tryButton = element('button', { class: 'primary' }, sayDay('file-try'));
  function choose(file: File | undefined): void {
    if (file === undefined) return;
    chosen = file;
    name.textContent = file.name;
    report.replaceChildren();
    tryButton.classList.add('primary');
    void tryOut();
  }
  const send = (file: File, isDryRun: boolean) => {
    const body = new FormData();
    body.append('file', file, file.name);
    const idempotencyKey = newIdempotencyKey();
    return callControl<'importDayFile'>(`${path}/days/imports?dryRun=${isDryRun}`, {
      method: 'POST',
      body,
      idempotencyKey,
    });
  };
  async function tryOut(event?: Event): Promise<void> {
    event?.preventDefault();
    if (chosen === null) return input.focus();
    const file = chosen;
    report.replaceChildren();
    const tried = await runAction(tryButton, place, () => send(file, true));
    // The report is that of the file that would be stored.
    if (chosen !== file) return tryOut();
    if (tried !== null) showReport(file, tried.body);
  }
  function showReport(file: File, answer: DayFileAnswer): void {
    const heading = element('h4', { id: 'day-report', tabindex: '-1' }, say('report'));
    const storePlace = element('div');
    const button = element('button', { type: 'button', id: 'store-days', class: 'primary' }, say('store'));
    button.addEventListener('click', async () => {
      const done = await runAction(button, storePlace, () => send(file, false));
      if (done === null) return;
      report.replaceChildren(heading, ...dayFileReport(done.body));
      heading.focus();
      if (done.body.report.from !== null) stored(done.body.report.from);
      announce(sayDay('file-stored'));
    });
    const mayBeStored = answer.outcome === 'stored';
    tryButton.classList.toggle('primary', !mayBeStored);
    report.replaceChildren(
      heading,
      ...dayFileReport(answer),
      storePlace,
      ...(mayBeStored ? [element('p', {}, button)] : []),
    );
    heading.focus();
  }
  return element(
    'section',
    { class: 'stack no-print', 'aria-labelledby': 'day-file-heading' },
    element('h3', { id: 'day-file-heading' }, sayDay('file-heading')),
    element(
      'form',
      {
        class: 'stack form drop',
        submit: (event) => void tryOut(event),
        drop(event) {
          if (event instanceof DragEvent) choose(event.dataTransfer?.files[0]);
        },
      },
      element('p', {}, sayDay('file-means')),
      formField(sayDay('file-field'), input, sayDay('file-hint')),
      name,
      place,
      element('p', {}, tryButton),
    ),
    report,
  );
}
