/** Quantiles of a sample, in its unit. */
export function quantiles(sample: readonly number[]): { p50: number; p90: number; p99: number; max: number } {
  const sorted = [...sample].sort((one, other) => one - other);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50: at(0.5), p90: at(0.9), p99: at(0.99), max: at(1) };
}
