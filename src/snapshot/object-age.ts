/**
 * For how many milliseconds a bucket has held an object, from the `Date` and `Last-Modified` of one answer: two times by
 * the bucket's own clock, in whole seconds. Infinite when it does not tell both.
 */
export function objectAge(date: string | null | undefined, lastModified: string | null | undefined): number {
  const age = Date.parse(date ?? '') - Date.parse(lastModified ?? '');
  return Number.isNaN(age) ? Number.POSITIVE_INFINITY : age;
}
