// Says how an action went, in the one place that screen readers listen to (the status line of index.html).

const line = document.getElementById('outcome');
let next = '';

export function announce(words: string): void {
  if (line !== null) line.textContent = words;
}

/** Says it once the next view is shown. */
export function announceNext(words: string): void {
  next = words;
}

/** For the view that is shown now. */
export function announceKept(): void {
  announce(next);
  next = '';
}
