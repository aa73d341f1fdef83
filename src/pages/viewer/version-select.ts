// The choice between the versions of one timetable.

import type { TimetableVersionSummary } from '../../client/belfry-client.ts';
import { element, nameOf } from '../ui/element.ts';
import { say } from './say.ts';
import { labelOf } from './versions-page.ts';

/**
 * @param all versions, of which those of the same timetable are offered
 * @param label for screen readers
 */
export function versionSelect(
  version: TimetableVersionSummary,
  all: readonly TimetableVersionSummary[],
  goTo: (id: string) => void,
  label: string,
): HTMLElement {
  const own = all.filter(({ groupId }) => groupId === version.groupId);
  if (own.length < 2) return element('span', {}, nameOf(labelOf(version)));
  const choice = element(
    'select',
    { 'aria-label': label, change: () => goTo(choice.value) },
    ...own.map((each) => {
      const name = each.status === 'draft' ? say('versionDraft', { version: labelOf(each) }) : labelOf(each);
      return element('option', { value: each.id, selected: each.id === version.id, dir: 'auto' }, name);
    }),
  );
  return choice;
}
