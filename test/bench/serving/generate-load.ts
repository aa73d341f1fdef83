// The load generator: wrk where it is installed, otherwise autocannon, which is slower than some servers here and then
// measures itself. Either runs in its own process, on another core than the server.

import { execFile, execFileSync } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Connections that send requests without a pause. */
const connections = 32;

export type Request = { path: string; headers: Record<string, string> };

export const isRequest = (request: Request | null): request is Request => request !== null;

/** wrk does not distinguish statuses: `refused` counts those from 400 up. */
export type Outcome = { requestsPerSecond: number; failed: number; refused: number };

export type Generator = {
  name: string;
  /** Repeats the requests. @param prefix put before the program, such as taskset */
  generate(port: number, requests: readonly Request[], seconds: number, prefix: readonly string[]): Promise<Outcome>;
};

export const findGenerator = (): Generator => (isInstalled('wrk') ? wrk : autocannon);

export function isInstalled(program: string): boolean {
  try {
    execFileSync('which', [program], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Pins servers to the first core and the generator to the second; empty where taskset or a second core is missing. */
export function pins(): [servers: string[], generator: string[]] {
  if (cpus().length < 2 || !isInstalled('taskset')) return [[], []];
  return [
    ['taskset', '-c', '0'],
    ['taskset', '-c', '1'],
  ];
}

export async function withFile<Result>(
  name: string,
  text: string,
  work: (file: string) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-load-'));
  try {
    const file = join(folder, name);
    await writeFile(file, text);
    return await work(file);
  } finally {
    await rm(folder, { recursive: true });
  }
}

export async function runPrefixed(prefix: readonly string[], command: readonly string[]): Promise<string> {
  const [program = '', ...args] = [...prefix, ...command];
  return (await run(program, args)).stdout;
}

const wrk: Generator = {
  name: 'wrk',
  generate: (port, requests, seconds, prefix) =>
    withFile('load.lua', wrkScript(port, requests), async (file) => {
      const url = `http://127.0.0.1:${port}`;
      const options = ['--threads', '1', '--connections', String(connections), '--duration', `${seconds}s`];
      const output = await runPrefixed(prefix, ['wrk', ...options, '--script', file, url]);
      const [, count, microseconds, failed, refused] = /result (\d+) (\d+) (\d+) (\d+)/.exec(output) ?? [];
      if (count === undefined) throw new Error(`wrk said: ${output}`);
      return {
        requestsPerSecond: (Number(count) / Number(microseconds)) * 1e6,
        failed: Number(failed),
        refused: Number(refused),
      };
    }),
};

// https://github.com/wg/wrk/blob/master/SCRIPTING: `request` gives the next request as it goes over the wire.
function wrkScript(port: number, requests: readonly Request[]): string {
  const texts = requests.map(({ path, headers }) => {
    const lines = Object.entries({ Host: `127.0.0.1:${port}`, ...headers }).map(([name, value]) => `${name}: ${value}`);
    return JSON.stringify(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
  return `local texts = {${texts.join(',\n')}}
local count, last = #texts, 0
function request()
  last = last % count + 1
  return texts[last]
end
function done(summary)
  local errors = summary.errors
  io.write(string.format("result %d %d %d %d", summary.requests, summary.duration,
    errors.connect + errors.read + errors.write + errors.timeout, errors.status))
end
`;
}

const autocannon: Generator = {
  name: 'autocannon',
  generate: (port, requests, seconds, prefix) =>
    withFile('load.json', JSON.stringify({ port, requests, seconds, connections }), async (file) => {
      const program = fileURLToPath(new URL('autocannon-load.ts', import.meta.url));
      return JSON.parse(await runPrefixed(prefix, ['node', '--import', 'tsx', program, file]));
    }),
};
