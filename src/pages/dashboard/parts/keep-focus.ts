// Replaces what a live view shows without taking the focus away from who works in it.

export function replaceKeepingFocus(place: HTMLElement, ...children: (Node | string)[]): void {
  const { activeElement } = document;
  const id = place.contains(activeElement) ? (activeElement?.id ?? '') : '';
  const open = new Set(Array.from(place.querySelectorAll('details[open]'), ({ id: detailsId }) => detailsId));
  place.replaceChildren(...children);
  for (const details of place.querySelectorAll('details')) if (open.has(details.id)) details.open = details.id !== '';
  if (id !== '') document.getElementById(id)?.focus({ preventScroll: true });
}
