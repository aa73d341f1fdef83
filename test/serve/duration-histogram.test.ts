import fc from 'fast-check';
import { AggregatorRegistry, Histogram, Registry } from 'prom-client';
import { expect, test } from 'vitest';
import { DurationHistogram } from '../../src/serve/duration-histogram.ts';

const about = { name: 'seconds', help: 'How long.', buckets: [0.001, 0.01, 1] };

function countedBoth(durations: readonly number[]): [ours: Registry, theirs: Registry] {
  const [ours, theirs] = [new Registry(), new Registry()];
  const histogram = new DurationHistogram({ ...about, registers: [ours] });
  const plain = new Histogram({ ...about, registers: [theirs] });
  for (const seconds of durations) {
    histogram.count(seconds);
    plain.observe(seconds);
  }
  return [ours, theirs];
}

// Bounds themselves, what lies between them, and what lies beyond them all.
const durations = fc.array(fc.oneof(fc.constantFrom(0, ...about.buckets), fc.double({ min: 0, max: 2, noNaN: true })));

test("whatever was counted, it says what prom-client's own histogram says", async () => {
  await fc.assert(
    fc.asyncProperty(durations, async (counted) => {
      const [ours, theirs] = countedBoth(counted);
      expect(await ours.metrics()).toBe(await theirs.metrics());
    }),
  );
});

test('what several workers counted is added up', async () => {
  const workers = [countedBoth([0.0005, 0.5]), countedBoth([0.0005, 7])];
  const [ours, theirs] = [0, 1].map(async (which) => {
    const counted = await Promise.all(workers.map((registries) => registries[which]?.getMetricsAsJSON() ?? []));
    return AggregatorRegistry.aggregate(counted).metrics();
  });
  expect(await ours).toContain('seconds_bucket{le="0.001"} 2');
  expect(await ours).toBe(await theirs);
});
