// Keyboard navigation in a grid: a single tab stop, and arrow keys that move to the next lesson on the screen.

export function addGridKeys(root: HTMLElement): void {
  const cells = () => [...root.querySelectorAll<HTMLElement>('.cell')];
  const first = cells()[0];
  if (first !== undefined) first.tabIndex = 0;

  const moveTo = (cell: HTMLElement) => {
    for (const each of cells()) each.tabIndex = each === cell ? 0 : -1;
    cell.focus();
  };
  root.addEventListener('focusin', ({ target }) => {
    if (target instanceof HTMLElement && target.matches('.cell'))
      for (const each of cells()) each.tabIndex = each === target ? 0 : -1;
  });
  root.addEventListener('keydown', (event) => {
    const { target, key } = event;
    if (!(target instanceof HTMLElement) || !target.matches('.cell')) return;
    const all = cells();
    const next =
      key === 'Home'
        ? all[0]
        : key === 'End'
          ? all.at(-1)
          : key in directions
            ? nearest(target, all, key as keyof typeof directions) // proven by `in`
            : undefined;
    if (next === undefined) return;
    event.preventDefault();
    moveTo(next);
  });
}

const directions = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] } as const;

/** The closest cell in a direction. Distance sideways counts twice. */
function nearest(from: HTMLElement, cells: readonly HTMLElement[], key: keyof typeof directions) {
  const [across, down] = directions[key];
  const here = centre(from);
  let best: { cell: HTMLElement; cost: number } | undefined;
  for (const cell of cells) {
    if (cell === from) continue;
    const there = centre(cell);
    const [x, y] = [there.x - here.x, there.y - here.y];
    const along = x * across + y * down;
    if (along <= 1) continue;
    const cost = along + 2 * Math.abs(across === 0 ? x : y);
    if (best === undefined || cost < best.cost) best = { cell, cost };
  }
  return best?.cell;
}

function centre(cell: HTMLElement) {
  const { left, top, width, height } = cell.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}
