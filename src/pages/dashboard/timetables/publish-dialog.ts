// Publishes a draft from a day on: says before which versions end when, and asks where readers would lose nearly everything.

import { toDay } from '../../../calendar/time/day.ts';
import { dayInWords } from '../../ui/date-words.ts';
import { type Child, element, nameOf } from '../../ui/element.ts';
import type { BodyOf, ListedVersion, Publication } from '../answers.ts';
import { dateField } from '../calendar/date-field.ts';
import { callControl, newIdempotencyKey } from '../call-control.ts';
import type { PartOf } from '../organisations/organisation-part.ts';
import { formDialog } from '../parts/form-dialog.ts';
import { checkField, formField } from '../parts/form-field.ts';
import { announce } from '../parts/outcome-line.ts';
import { phrase, say } from '../say.ts';
import { todayAt } from '../school-day.ts';
import { endsRollback } from './ends-rollback.ts';
import { whatEnds } from './what-ends.ts';

/** @param versions those of the organisation that are known, its own among them */
export function publishDialog(
  version: ListedVersion,
  versions: readonly ListedVersion[],
  publication: Publication | null,
  { path, organisation, refresh }: Pick<PartOf, 'path' | 'organisation'> & { refresh: () => Promise<void> },
): void {
  const { id, name, versionNumber } = version;
  const idempotencyKey = newIdempotencyKey();
  const follows = element('ul', { class: 'findings', 'aria-live': 'polite' });
  const first = dateField('first-day', todayAt(organisation), () => sayWhatFollows());
  const even = element('input', { id: 'even-if-empty', type: 'checkbox' });
  const question = element('div', { class: 'stack' });
  const sayWhatFollows = () => follows.replaceChildren(...consequences(version, versions, first.value));
  sayWhatFollows();
  formDialog<BodyOf<'publishVersion'>>({
    heading: say('publishVersion'),
    content: [
      element('p', {}, nameOf(name), ` · ${say('versionNumber', { number: versionNumber })}`),
      endsRollback(publication),
      formField(say('firstDay'), first, say('firstDayHint')),
      follows,
      question,
    ],
    button: say('publish'),
    look: 'primary',
    async action() {
      const answer = await callControl<'publishVersion'>(`${path}/timetables/${encodeURIComponent(id)}/publish`, {
        method: 'POST',
        body: { effectiveFrom: first.value, ...(even.checked && { evenIfNearlyEmpty: true }) },
        // Whoever agrees asks for something else.
        idempotencyKey: `${idempotencyKey}-${first.value}-${even.checked}`,
      });
      const emptied = answer.outcome === 'refused' ? answer.problem.nearlyEmpty : undefined;
      if (emptied !== undefined)
        question.replaceChildren(
          element('p', {}, say('placedBefore', { placed: emptied.placed, before: emptied.placedBefore })),
          checkField(say('evenIfNearlyEmpty'), even),
        );
      return answer;
    },
    async done({ body }) {
      await refresh();
      announce(say('publishedFrom', { day: dayInWords(body.version.effectiveFrom ?? toDay(first.value)) }));
    },
  });
}

/** @param value as the field has it, empty where there is no day in it */
function consequences(version: ListedVersion, versions: readonly ListedVersion[], value: string): HTMLElement[] {
  if (value === '') return [];
  const { ended, dayBefore, last } = whatEnds(versions, version, toDay(value));
  const items: Child[][] = ended.map((each) =>
    phrase('endsOn', { name: nameOf(each.name), number: each.versionNumber, day: dayInWords(dayBefore) }),
  );
  if (last !== null) items.push([say('endsItself', { day: dayInWords(last) })]);
  return items.length === 0
    ? [element('li', {}, say('nothingEnds'))]
    : items.map((words) => element('li', {}, ...words));
}
