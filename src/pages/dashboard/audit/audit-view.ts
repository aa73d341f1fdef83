// What was done in everything that the token may see.

import { element } from '../../ui/element.ts';
import type { View } from '../desk.ts';
import { say } from '../say.ts';
import { auditList } from './audit-list.ts';

export async function auditView(): Promise<View> {
  const list = auditList(null);
  await list.refresh();
  return {
    root: element(
      'main',
      { id: 'content', class: 'stack' },
      element('h1', { tabindex: '-1' }, say('audit')),
      element('p', { class: 'quiet' }, say('auditMeans')),
      list.root,
    ),
    title: say('audit'),
    heed: () => void list.refresh(),
  };
}
