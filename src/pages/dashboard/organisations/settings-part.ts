// The name of an organisation, whom readers see of the teachers in changes, its access and its end: managers change the first two,
// operators all of it. A change is sent with the
// ETag of what was read; if somebody was quicker, their state is shown instead.

import { element } from '../../ui/element.ts';
import type { Organisation, ShownTeachers } from '../answers.ts';
import { callControl } from '../call-control.ts';
import { type LivePart, livePart } from '../live/live-part.ts';
import { confirmDialog } from '../parts/confirm-dialog.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { announce, announceNext } from '../parts/outcome-line.ts';
import { problemBox } from '../parts/problem-box.ts';
import { runAction } from '../parts/run-action.ts';
import { say } from '../say.ts';
import type { OrganisationPart, PartOf } from './organisation-part.ts';
import { accessInWords, accessStates } from './state-badges.ts';

export const settingsPart: OrganisationPart = async (of) => {
  const { path } = of;
  const kept = element('div');
  const part: LivePart = livePart<'getOrganisation'>(
    () => path,
    (organisation, etag) => [
      settingsForm(of, organisation, etag, kept, part.refresh),
      ...(of.desk.mayOperate ? [deletion(of)] : []),
    ],
  );
  await part.refresh();
  // What was refused stays while the form shows the state that came first.
  return { root: element('div', { class: 'stack' }, kept, part.root), refresh: async () => undefined };
};

function settingsForm(
  { desk, path, refreshHead }: PartOf,
  organisation: Organisation,
  etag: string | null,
  kept: HTMLElement,
  refresh: () => Promise<void>,
): HTMLElement {
  const name = element('input', {
    ...{ id: 'name', type: 'text', dir: 'auto', required: true, autocomplete: 'off', maxlength: '200' },
    value: organisation.name,
  });
  const access = element(
    'select',
    { id: 'access' },
    ...[...new Set([...accessStates, organisation.access])].map((each) =>
      element('option', { value: each, selected: each === organisation.access }, accessInWords(each)),
    ),
  );
  const api = element('input', { id: 'api', type: 'checkbox', checked: organisation.api });
  const { teachersInChanges } = organisation;
  const toKeys = teachersChoice('teachers-to-keys', teachersInChanges?.keys ?? 'all');
  const toLinks = teachersChoice('teachers-to-links', teachersInChanges?.links ?? 'substitute');
  const button = element('button', { class: 'primary' }, say('save'));
  const submit = async (event: Event) => {
    event.preventDefault();
    const changes = {
      ...(name.value.trim() !== organisation.name && { name: name.value.trim() }),
      ...(desk.mayOperate && access.value !== organisation.access && { access: access.value }),
      ...(desk.mayOperate && api.checked !== organisation.api && { api: api.checked }),
      ...(teachersInChanges !== undefined &&
        (toKeys.value !== teachersInChanges.keys || toLinks.value !== teachersInChanges.links) && {
          teachersInChanges: { keys: toKeys.value, links: toLinks.value },
        }),
    };
    if (Object.keys(changes).length === 0) return announce(say('saved'));
    let wasQuicker = false;
    const saved = await runAction(button, kept, async () => {
      const answer = await callControl<'changeOrganisation'>(path, { method: 'PATCH', body: changes, ifMatch: etag });
      wasQuicker = answer.outcome === 'refused' && answer.problem.status === 412;
      return answer;
    });
    if (saved === null && !wasQuicker) return;
    await Promise.all([refresh(), refreshHead()]);
    if (saved !== null) announce(say('saved'));
    else {
      const box = problemBox({ status: 412, title: null, detail: null, errors: [] });
      kept.replaceChildren(box);
      box.focus();
    }
  };
  return element(
    'form',
    { class: 'stack form', submit: (event) => void submit(event) },
    formField(say('name'), name),
    desk.mayOperate && formField(say('access'), access),
    desk.mayOperate && checkField(say('apiOn'), api),
    teachersInChanges !== undefined &&
      element(
        'fieldset',
        { class: 'choices' },
        element('legend', {}, say('teachersInChanges')),
        element('p', { class: 'quiet' }, say('teachersInChangesMeans')),
        formField(say('teachersToKeys'), toKeys),
        formField(say('teachersToLinks'), toLinks, say('teachersOwn')),
      ),
    element('p', {}, button),
  );
}

const teachers = {
  all: 'teachersAll',
  substitute: 'teachersSubstitute',
  none: 'teachersNone',
} as const satisfies Record<ShownTeachers, string>;

const teachersChoice = (id: string, chosen: ShownTeachers): HTMLSelectElement =>
  element(
    'select',
    { id },
    ...Object.entries(teachers).map(([value, words]) =>
      element('option', { value, selected: value === chosen }, say(words)),
    ),
  );

function deletion({ organisation, path }: PartOf): HTMLElement {
  const ask = () =>
    confirmDialog({
      heading: say('deleteOrganisation'),
      explanation: [say('deleteOrganisationMeans')],
      word: organisation.id,
      button: say('delete'),
      action: () =>
        callControl<'deleteOrganisation'>(`${path}?confirm=${encodeURIComponent(organisation.id)}`, {
          method: 'DELETE',
        }),
      done() {
        announceNext(say('deleted'));
        location.assign('#/');
      },
    });
  return element(
    'div',
    { class: 'stack' },
    element('h3', {}, say('deleteOrganisation')),
    element('p', { class: 'quiet' }, say('deleteOrganisationMeans')),
    element('p', {}, element('button', { type: 'button', class: 'danger', click: ask }, say('delete'))),
  );
}
