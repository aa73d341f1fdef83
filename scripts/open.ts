// belfry open: shows the viewer in the default browser.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandLine } from '../src/command-line.ts';
import { CheckFailedError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { readHttpAddress } from './options/option-values.ts';
import { settings } from './options/settings.ts';
import { explainFailure } from './reports/explain-failure.ts';
import { print } from './reports/print-report.ts';

type Options = { url?: string; json?: boolean };

export const command = createCommand(
  'open',
  'Show the viewer in the default browser, or its address where there is none',
  ['open', 'open --url https://timetables.school.example'],
)
  .option('--url <address>', 'the server (default: the one of HOST, PORT and TLS_CERT)', readHttpAddress('--url'))
  .option('--json', 'report as JSON')
  .action(async ({ url = ownAddress(), json }: Options) => {
    await assertServed(url);
    const opened = await openBrowser(url);
    print(json, { url, opened }, () =>
      opened ? [`Opened ${url}. Paste an API key there.`] : [`No browser can be opened here. Open ${url} in yours.`],
    );
  });

/** Where `serve` and `start` listen with the same settings; an address for all interfaces cannot be connected to. */
function ownAddress(): string {
  const host = settings.host.value;
  const reachable = ['0.0.0.0', '::'].includes(host) ? '127.0.0.1' : host;
  const scheme = settings.tlsCert.value === undefined ? 'http' : 'https';
  return `${scheme}://${reachable.includes(':') ? `[${reachable}]` : reachable}:${settings.port.value}/`;
}

/** Explains more than a browser would. @throws CheckFailedError when no server answers */
async function assertServed(url: string): Promise<void> {
  try {
    await fetch(url, { method: 'HEAD', signal: AbortSignal.timeout(10_000) });
  } catch (cause) {
    throw new CheckFailedError(
      `cannot reach ${url}: ${explainFailure(url, cause)}; \`${commandLine('start')}\` or \`${commandLine('serve')}\` serves it`,
      { cause },
    );
  }
}

const openers: Partial<Record<NodeJS.Platform, string[]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** @returns whether the system took the address */
async function openBrowser(url: string): Promise<boolean> {
  const [program = '', ...first] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...first, url], { stdio: 'ignore', detached: true });
  const waiting = new AbortController();
  const ended = once(child, 'exit').then(
    ([code]) => code === 0,
    () => false,
  );
  // A browser may stay a child of this process, so one that still runs after 3 s counts as opened.
  const stillRuns = sleep(3_000, true, { signal: waiting.signal }).catch(() => true);
  const opened = await Promise.race([ended, stillRuns]);
  waiting.abort();
  child.unref();
  return opened;
}
