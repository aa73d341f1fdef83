// Sends requests at a constant rate, however the server responds, and measures each answer's time. The sender is a
// process of its own, on another core than the server; this file is both the caller and the sender.

import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { type Request, runPrefixed, withFile } from './generate-load.ts';

type Task = { port: number; requests: readonly Request[]; seconds: number };

const requestsEachSecond = 1000;
const program = fileURLToPath(import.meta.url);

/** Milliseconds from each request to the end of its answer. @param prefix put before the program, such as taskset */
export function steadyLatencies(
  { port, requests }: Pick<Task, 'port' | 'requests'>,
  seconds: number,
  prefix: readonly string[],
): Promise<number[]> {
  const task: Task = { port, requests, seconds };
  return withFile('task.json', JSON.stringify(task), async (file) =>
    JSON.parse(await runPrefixed(prefix, ['node', '--import', 'tsx', program, file])),
  );
}

async function askSteadily({ port, requests, seconds }: Task): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const latencies: number[] = [];
  const ask = ({ path, headers }: Request) =>
    new Promise<void>((answered, failed) => {
      const started = performance.now();
      request({ host: '127.0.0.1', port, path, headers, agent }, (response) => {
        response.resume().on('end', () => {
          latencies.push(performance.now() - started);
          if (response.statusCode === 200) answered();
          else failed(new Error(`answered ${response.statusCode}`));
        });
      })
        .on('error', failed)
        .end();
    });
  const count = seconds * requestsEachSecond;
  const started = performance.now();
  const answers: Promise<void>[] = [];
  await new Promise<void>((sent) => {
    const timer = setInterval(() => {
      const due = Math.min(count, ((performance.now() - started) / 1000) * requestsEachSecond);
      while (answers.length < due) {
        const next = requests[answers.length % requests.length];
        if (next !== undefined) answers.push(ask(next));
      }
      if (answers.length < count) return;
      clearInterval(timer);
      sent();
    }, 1);
  });
  await Promise.all(answers);
  agent.destroy();
  return latencies;
}

if (process.argv[1] === program)
  console.log(JSON.stringify(await askSteadily(JSON.parse(readFileSync(process.argv[2] ?? '', 'utf8')))));
