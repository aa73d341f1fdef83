// A field for a day, today at first. Whoever uses it names it.

import { element } from '../../ui/element.ts';

export function dateField(id: string, onChange: () => void = () => {}): HTMLInputElement {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  const today = parts.map((part, index) => String(part).padStart(index === 0 ? 4 : 2, '0')).join('-');
  return element('input', { id, type: 'date', required: true, value: today, input: onChange });
}
