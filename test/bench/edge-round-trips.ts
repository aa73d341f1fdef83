// How many round trips to the bucket an answer of the CDN function costs: workerd over Ceph's gateway, with a configurable
// network delay between them.

import { once } from 'node:events';
import { request } from 'node:http';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { bucketStore } from '../../src/store/bucket/bucket-store.ts';
import { startEdgeRuntime } from '../support/edge-runtime.ts';
import { startObjectGateway } from '../support/object-gateway.ts';
import { publishedForm } from '../support/published-folder.ts';
import { largeTimetable } from './large-timetable.ts';
import { quantiles } from './quantiles.ts';

/** Milliseconds from a request to the end of its answer, with everything warm. */
export type EdgeFigures = { roundTrip: number; list: number; full: number; notModified: number; unknownKey: number }[];

/** @throws Error where Ceph's gateway is not installed */
export async function measureEdge(roundTrips: readonly number[], requests: number): Promise<EdgeFigures> {
  const gateway = await startObjectGateway();
  if (gateway === null) throw new Error('this needs radosgw, ceph-mon, ceph-osd and ceph-common to be installed');
  try {
    const { endpoint, name, accessKeyId, secretAccessKey } = gateway.bucket;
    const prefix = 'bench';
    const store = bucketStore(`s3://${name}/${prefix}`, {
      endpoint,
      region: 'us-east-1',
      accessKeyId,
      secretAccessKey,
    });
    const document = largeTimetable({ id: 'v1', timetable: 't1', orgId: 'school', units: 1700 });
    const key = await publishedForm(store).addOrganisation('school', { v1: document });
    const figures: EdgeFigures = [];
    for (const roundTrip of roundTrips) {
      const proxy = await delayingProxy(Number(new URL(endpoint).port), roundTrip);
      const bucket = { ...gateway.bucket, endpoint: proxy.endpoint };
      const edge = await startEdgeRuntime({ store, bucket, prefix });
      const headers = { Authorization: `Bearer ${key}`, 'Accept-Encoding': 'br' };
      const full = '/api/v1/timetables/v1';
      const { tag } = await ask(edge.port, full, headers);
      const median = async (path: string, asked: Record<string, string>, status: number) => {
        const times: number[] = [];
        for (let number = 0; number < requests; number++) {
          const answer = await ask(edge.port, path, asked);
          if (answer.status !== status) throw new Error(`${path} is answered ${answer.status}, not ${status}`);
          times.push(answer.milliseconds);
        }
        return quantiles(times).p50;
      };
      figures.push({
        roundTrip,
        list: await median('/api/v1/timetables', headers, 200),
        full: await median(full, headers, 200),
        notModified: await median(full, { ...headers, 'If-None-Match': tag }, 304),
        unknownKey: await median(full, { ...headers, Authorization: 'Bearer unknown' }, 401),
      });
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

function ask(port: number, path: string, headers: Record<string, string>) {
  const started = performance.now();
  return new Promise<{ status: number; tag: string; milliseconds: number }>((answered, failed) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume().on('end', () =>
        answered({
          status: response.statusCode ?? 0,
          tag: response.headers.etag ?? '',
          milliseconds: performance.now() - started,
        }),
      );
    })
      .on('error', failed)
      .end();
  });
}
