// Names the changes of a file that has no identity for them: the number of a substitution is 0 in many rows. A ref is the same in
// the next export, as long as no two rows of a date have the same numbers.

type Numbered = { date: number; number: string; lesson: string; period: number };

export function createRefs(): (row: Numbered, suffix?: string) => string {
  const taken = new Map<string, number>();
  return ({ date, number, lesson, period }, suffix = '') => {
    const numbers = [number || '0', lesson, String(period)].map((each) => each.slice(0, 20));
    const ref = [...numbers, ...(suffix === '' ? [] : [suffix])].join('-');
    const count = (taken.get(`${date} ${ref}`) ?? 0) + 1;
    taken.set(`${date} ${ref}`, count);
    return count === 1 ? ref : `${ref}-n${count}`;
  };
}
