// Makes the rows of several weeks side by side equally high, so that one time stands at one height in all of them.

/** @param groups weeks with the same lines, such as the first weeks of all */
export function alignRows(sides: HTMLElement, groups: readonly (readonly HTMLElement[])[]): void {
  let width = -1;
  const align = () => {
    if (sides.clientWidth === width) return;
    width = sides.clientWidth;
    for (const weeks of groups) {
      for (const week of weeks) week.style.removeProperty('--aligned');
      // A week that is a list, on a phone, has no rows.
      const rows = weeks.map((week) => getComputedStyle(week).gridTemplateRows.match(/[\d.]+(?=px)/g) ?? []);
      const [first = []] = rows;
      if (first.length === 0 || rows.some((each) => each.length !== first.length)) continue;
      const highest = first.map((_, index) => Math.max(...rows.map((each) => Number(each[index]))));
      for (const week of weeks) week.style.setProperty('--aligned', highest.map((height) => `${height}px`).join(' '));
    }
  };
  new ResizeObserver(align).observe(sides);
}
