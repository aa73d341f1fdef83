// Which release of Belfry runs, on which node, as Prometheus expects it: a metric that is always 1.

import { Gauge, type Registry } from 'prom-client';

export function addBuildInfo(registry: Registry, release: string): void {
  new Gauge({
    name: 'belfry_build_info',
    help: 'Always 1; its labels are the release of Belfry and of node.',
    labelNames: ['version', 'node'],
    registers: [registry],
    collect() {
      this.reset();
      this.set({ version: release, node: process.versions.node }, 1);
    },
  });
}
