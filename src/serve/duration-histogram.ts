// A histogram of durations for Prometheus. Counting is on the request path, so it adds to plain numbers; prom-client's own
// histogram looks up labels that are not there and takes some 0.3 microseconds for it.

import { Histogram, type HistogramConfiguration } from 'prom-client';

type Exported = Awaited<ReturnType<Histogram['get']>>;

export class DurationHistogram extends Histogram {
  readonly #name: string;
  readonly #about: Omit<Exported, 'values'>;
  readonly #bounds: readonly number[];
  /** For each bound what took no longer, but longer than the bound before; the last are those beyond all. */
  readonly #counts: number[];
  #sum = 0;

  /** @param configuration its buckets are upper bounds in seconds, ascending */
  constructor(configuration: HistogramConfiguration<string> & { buckets: number[] }) {
    super(configuration);
    const { name, help, buckets } = configuration;
    this.#name = name;
    const type: unknown = 'histogram'; // which the package's types take for a number
    this.#about = { name, help, type: type as Exported['type'], aggregator: 'sum', collect: () => {} };
    this.#bounds = buckets;
    this.#counts = new Array<number>(buckets.length + 1).fill(0);
  }

  count(seconds: number): void {
    let bucket = 0;
    while (seconds > (this.#bounds[bucket] ?? Number.POSITIVE_INFINITY)) bucket += 1;
    this.#counts[bucket] = (this.#counts[bucket] ?? 0) + 1;
    this.#sum += seconds;
  }

  override async get(): Promise<Exported> {
    const name = this.#name;
    let total = 0;
    const buckets = this.#counts.map((count, index) => {
      total += count;
      return { metricName: `${name}_bucket`, labels: { le: this.#bounds[index] ?? '+Inf' }, value: total };
    });
    const sums = [
      { metricName: `${name}_sum`, labels: {}, value: this.#sum },
      { metricName: `${name}_count`, labels: {}, value: total },
    ];
    return { ...this.#about, values: [...buckets, ...sums] };
  }

  /** What the registry asks for when it writes its text. */
  getForPromString = (): Promise<Exported> => this.get();
}
