// autocannon in a process of its own: reads what to do from the file in its argument, prints the outcome as JSON.

import { readFileSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Outcome, Request } from './generate-load.ts';

type Task = { port: number; requests: Request[]; seconds: number; connections: number };

const task: Task = JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8'));
const result = await autocannon({
  url: `http://127.0.0.1:${task.port}`,
  connections: task.connections,
  duration: task.seconds,
  requests: task.requests.map((request) => ({ ...request, method: 'GET' })),
});
const outcome: Outcome = {
  requestsPerSecond: result.requests.total / result.duration,
  failed: result.errors + result.timeouts,
  refused: result['4xx'] + result['5xx'],
};
console.log(JSON.stringify(outcome));
