// `bench -- edge`: how many round trips to the bucket an answer of the CDN function costs: workerd over Ceph's gateway, with a
// configurable network delay between them.

import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { table } from '../../scripts/reports/print-report.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { publishedForm } from '../support/published-folder.ts';
import { startBenchBucket } from './bench-bucket.ts';
import { ask } from './caller.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';

/** Milliseconds: `roundTrip` to the bucket, and the medians from a request to the end of its answer, with everything warm. */
type Figures = { roundTrip: number; answers: { name: string; time: number }[] }[];

export async function measure({ requests }: { requests: number }, onStep: (step: string) => void): Promise<Figures> {
  const { gateway, store, prefix } = await startBenchBucket();
  try {
    const document = largeTimetable({ id: 'v1', timetable: 't1', orgId: 'school', units: 1700 });
    const key = await publishedForm(store).addOrganisation('school', { v1: document });
    const figures: Figures = [];
    for (const roundTrip of [20, 60]) {
      onStep(`${roundTrip} ms from the bucket`);
      const proxy = await delayingProxy(Number(new URL(gateway.bucket.endpoint).port), roundTrip);
      const bucket = { ...gateway.bucket, endpoint: proxy.endpoint };
      const edge = await startEdgeRuntime({ store, bucket, prefix });
      const [list, full] = ['/api/v1/timetables', '/api/v1/timetables/v1'];
      const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'br' };
      const { tag } = await ask(edge.port, full, headers);
      const answers: Figures[number]['answers'] = [];
      for (const [name, path, changes, status] of [
        ['list', list, {}, 200],
        ['full', full, {}, 200],
        ['304', full, { 'If-None-Match': tag }, 304],
        ['no key', full, { Authorization: 'Bearer unknown' }, 401],
      ] as const) {
        const times: number[] = [];
        for (let number = 0; number < requests; number++) {
          const started = performance.now();
          const answer = await ask(edge.port, path, { ...headers, ...changes });
          if (answer.status !== status) throw new Error(`${path} is answered ${answer.status}, not ${status}`);
          times.push(performance.now() - started);
        }
        answers.push({ name, time: quantiles(times).p50 });
      }
      figures.push({ roundTrip, answers });
      await edge.close();
      proxy.close();
    }
    return figures;
  } finally {
    await gateway.stop();
  }
}

/** Delays bytes by half the round trip, in both directions. */
async function delayingProxy(port: number, roundTrip: number): Promise<{ endpoint: string; close(): void }> {
  const open = new Set<Socket>();
  const delay = (from: Socket, to: Socket) => {
    open.add(from);
    from.setNoDelay(true);
    from.on('data', (bytes) => setTimeout(() => to.write(bytes), roundTrip / 2));
    from.on('end', () => setTimeout(() => to.end(), roundTrip / 2));
    from.on('error', () => to.destroy());
    from.on('close', () => open.delete(from));
  };
  const server = createServer((caller) => {
    const target = connect(port, '127.0.0.1');
    delay(caller, target);
    delay(target, caller);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    close() {
      server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

export const report = (figures: Figures): string[] =>
  table(
    ['round trip, ms', ...(figures[0]?.answers ?? []).map(({ name }) => name)],
    figures.map(({ roundTrip, answers }) => [
      String(roundTrip),
      ...answers.map(({ time }) => `${time.toFixed(1)} (${(time / roundTrip).toFixed(2)})`),
    ]),
  );
