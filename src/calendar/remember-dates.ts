// Remembers what was computed for a date, since several persons and several classes ask for the same dates.

/** More than are asked for together: the months of a calendar. */
const mostDates = 500;

export function rememberDates<Made>(make: (date: number) => Made): (date: number) => Made {
  const known = new Map<number, { made: Made }>();
  return (date) => {
    const found = known.get(date);
    if (found !== undefined) return found.made;
    if (known.size >= mostDates) known.clear();
    const made = make(date);
    known.set(date, { made });
    return made;
  };
}
