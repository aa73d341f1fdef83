// A link to a version in the viewer, where the dashboard was told where that is.

import { element } from '../../ui/element.ts';
import { writeAddress } from '../../viewer/address.ts';
import type { Desk } from '../desk.ts';
import { say } from '../say.ts';

/** @param versionId null for all timetables */
export function viewerLink({ servedAt }: Desk, versionId: string | null, attributes = {}): HTMLElement | null {
  if (servedAt === null) return null;
  const address = versionId === null ? '#/' : writeAddress({ page: 'timetable', versionId, of: null, week: null });
  return element(
    'a',
    { href: `${servedAt}/${address}`, target: '_blank', rel: 'noopener', ...attributes },
    say('inViewer'),
  );
}
