// `npm test`: the tests, and beside them what reads the sources without running them, each stage with its time. Options are vitest's.

import { spawn } from 'node:child_process';

type Stage = { name: string; seconds: number; code: number; said: string };

const stages = {
  types: ['tsc'],
  'types of the pages': ['tsc', '-p', 'src/pages'],
  style: ['biome', 'check', '.'],
  'what nobody imports': ['knip', '--no-progress'],
};

/** npm has put the packages' programs on the PATH. @param quiet whether what it says is kept until its end */
function run(name: string, [program = '', ...options]: readonly string[], quiet: boolean): Promise<Stage> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn(program, options, {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.on('data', (data) => {
        said += data;
      });
    const end = (code: number) => resolve({ name, code, said, seconds: (performance.now() - began) / 1000 });
    child.on('error', (error) => {
      said += error.message;
      end(1);
    });
    child.on('close', (code) => end(code ?? 1));
  });
}

async function checkSources(): Promise<Stage[]> {
  const done: Stage[] = [];
  for (const [name, words] of Object.entries(stages)) done.push(await run(name, words, true));
  return done;
}

const [checks, tests] = await Promise.all([
  checkSources(),
  run('tests', ['vitest', 'run', ...process.argv.slice(2)], false),
]);
const done = [...checks, tests];
for (const { name, code, said } of checks) if (code !== 0) console.log(`${name}:\n${said}`);
for (const { name, code, seconds } of done)
  console.log(`${name.padEnd(22)} ${seconds.toFixed(0).padStart(5)} s ${code === 0 ? '' : ' failed'}`.trimEnd());
process.exitCode = done.every(({ code }) => code === 0) ? 0 : 1;
