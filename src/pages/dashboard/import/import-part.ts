// A school's own file: dropped or chosen, tried first, and stored once its report has been read.

import { element } from '../../ui/element.ts';
import type { ImportOutcome } from '../answers.ts';
import { dateField } from '../calendar/date-field.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import type { OrganisationPart } from '../organisations/organisation-part.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { runAction } from '../parts/run-action.ts';
import { preview } from '../preview/preview.ts';
import { say } from '../say.ts';
import { todayAt } from '../school-day.ts';
import { importReport, mayStore } from './import-report.ts';
import { missingForm } from './missing-form.ts';
import { nextSteps } from './next-steps.ts';

/** Files of one school; the API takes no more. */
const mostFiles = 100;

/** What a person may agree to, by the outcome that asks for it. */
const questions = { different: 'evenIfDifferent', 'nearly empty': 'evenIfNearlyEmpty' } as const;
type Agreed = Partial<Record<(typeof questions)[keyof typeof questions], true>>;
const questionOf = ({ outcome }: ImportOutcome) =>
  outcome === 'different' || outcome === 'nearly empty' ? questions[outcome] : null;

export const importPart: OrganisationPart = async ({ desk, organisation, path }) => {
  let files: File[] = [];
  const report = element('div', { class: 'stack' });
  const place = element('div');
  const chosen = element('p', { class: 'quiet', role: 'status' });
  const choose = (list: Iterable<File>) => {
    files = [...list].slice(0, mostFiles);
    chosen.textContent = files.length === 0 ? '' : say('filesChosen', { count: files.length });
    report.replaceChildren();
    tryButton.classList.add('primary');
    missing.clear();
    name.value = '';
    if (files.length > 0) void tryOut();
  };
  const input = element('input', {
    ...{ id: 'school-file', type: 'file', multiple: true },
    change: () => choose(input.files ?? []),
  });
  const first = dateField('publish-day', todayAt(organisation));
  const firstField = formField(say('firstDay'), first, say('firstDayHint'));
  firstField.hidden = true;
  const publish = element('input', {
    ...{ id: 'publish', type: 'checkbox' },
    change() {
      firstField.hidden = !publish.checked;
    },
  });
  const name = element('input', {
    ...{ id: 'timetable-name', type: 'text', dir: 'auto', autocomplete: 'off', maxlength: '200', required: true },
  });
  const missing = missingForm(() => void tryOut());
  const shown = preview();
  const send = (isDryRun: boolean, agreed: Agreed) => {
    const form = new FormData();
    for (const file of files) form.append('file', file, file.name);
    const query = new URLSearchParams({
      ...(isDryRun && { dryRun: 'true', document: 'true' }),
      ...(publish.checked && { publish: 'true', ...(first.value !== '' && { effectiveFrom: first.value }) }),
      ...(name.value.trim() !== '' && { timetableName: name.value.trim() }),
      ...missing.answers(),
      ...Object.fromEntries(Object.keys(agreed).map((question) => [question, 'true'])),
    });
    const idempotencyKey = newIdempotencyKey();
    return callControl<'importFiles'>(`${path}/imports?${query}`, { method: 'POST', body: form, idempotencyKey });
  };
  const tryButton = element('button', { class: 'primary' }, say('tryFile'));
  const tryOut = async (event?: Event) => {
    event?.preventDefault();
    if (files.length === 0) return input.focus();
    if (!missing.isAnswered()) return;
    report.replaceChildren();
    const own = files;
    const tried = await runAction(tryButton, place, () => send(true, {}));
    // A report is shown for the files that will be stored, never for those that were chosen before.
    if (files !== own) return void tryOut();
    if (tried !== null) showReport(tried.body, {});
  };
  /** @param agreed what the person has agreed to before */
  function showReport(outcome: ImportOutcome, agreed: Agreed): void {
    const question = questionOf(outcome);
    const heading = element('h3', { tabindex: '-1' }, say('report'));
    const even = element('input', { id: 'even-if', type: 'checkbox' });
    const storePlace = element('div');
    const button = element(
      'button',
      { type: 'button', id: 'store', class: 'primary', click: () => void store() },
      say('store'),
    );
    const store = async () => {
      // What is stored is what was shown.
      if (JSON.stringify(missing.answers()) !== shownWith) return void tryOut();
      if (mayBeNamed && !name.reportValidity()) return;
      const now = question !== null && even.checked ? { ...agreed, [question]: true as const } : agreed;
      // One answer may be followed by another question.
      const tried = await runAction(button, storePlace, () => send(true, now));
      if (tried === null) return;
      const next = questionOf(tried.body);
      if (next !== null && (next !== question || !even.checked)) return showReport(tried.body, now);
      const stored = await runAction(button, storePlace, () => send(false, now));
      if (stored === null) return;
      const last = element('h3', { tabindex: '-1' }, say('report'));
      report.replaceChildren(
        last,
        ...importReport(stored.body, false, name.value, false),
        nextSteps(desk, organisation.id, stored.body.timetable?.status === 'draft'),
      );
      shown.root.replaceChildren();
      last.focus();
      if (stored.body.outcome === 'imported' || stored.body.outcome === 'published') announce(say('stored'));
    };
    const { document, timetable } = outcome;
    // The person may change it.
    if (timetable !== undefined && name.value === '') name.value = timetable.name;
    if (document !== undefined) void shown.show(document);
    const mayBeStored = question !== null || mayStore(outcome);
    // A document in Belfry's own form says itself how it is called and from when on.
    const mayBeNamed = mayBeStored && outcome.report.format !== 'belfry';
    const asked = missing.ask(outcome.report, !mayBeStored);
    const shownWith = JSON.stringify(missing.answers());
    // One button is the next step.
    tryButton.classList.remove('primary');
    report.replaceChildren(
      heading,
      ...importReport(outcome, true, name.value, asked !== null && !mayBeStored),
      ...(asked === null ? [] : [asked]),
      ...(document === undefined ? [] : [element('h3', {}, say('asItWillLook')), shown.root]),
      ...(mayBeNamed
        ? [formField(say('timetableName'), name), checkField(say('publishAtOnce'), publish), firstField]
        : []),
      ...(question === null ? [] : [checkField(say(question), even)]),
      storePlace,
      ...(mayBeStored ? [element('p', {}, button)] : []),
    );
    heading.focus();
  }
  const root = element(
    'div',
    { class: 'stack' },
    element(
      'form',
      {
        class: 'stack form drop',
        submit: (event) => void tryOut(event),
        drop(event) {
          if (event instanceof DragEvent) choose(event.dataTransfer?.files ?? []);
        },
      },
      element('p', {}, say('importMeans')),
      formField(say('schoolFiles'), input, say('schoolFilesHint')),
      chosen,
      place,
      element('p', {}, tryButton),
    ),
    report,
  );
  return { root, refresh: async () => undefined };
};
