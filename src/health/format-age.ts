/** A duration in seconds, in the unit that suits it: `90 s`, `5 min`, `3 h`, `2 days`. */
export function formatAge(seconds: number): string {
  if (seconds === Number.POSITIVE_INFINITY) return 'an unknown time';
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7_200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3_600)} h` : `${Math.round(seconds / 86_400)} days`;
}
