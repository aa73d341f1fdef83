// belfry smoke: checks a deployed address with a key, as a first caller would.

import { commandLine } from '../src/command-line.ts';
import type { GetTimetableResponse, ListTimetablesResponse } from '../src/contract/types.generated.ts';
import { CheckFailedError } from '../src/errors.ts';
import { createCommand } from './command/create-command.ts';
import { readKey } from './input/read-key.ts';
import { readHttpAddress, readSecret } from './options/option-values.ts';
import { explainAnswer, explainFailure } from './reports/explain-failure.ts';
import { print } from './reports/print-report.ts';

type Step = { what: string; ok: boolean; found: string };

/** The timeout of one request in milliseconds, in case the address never answers. */
const timeout = 30_000;

export const command = createCommand(
  'smoke',
  'Check a deployed address with a key: list, timetable, 304 and refusals',
  ['smoke --url https://timetables.example --key -', 'smoke --url https://timetables.example --key - < key.txt'],
)
  .usage('--url https://host --key -')
  .requiredOption('--url <address>', 'where it is deployed', readHttpAddress('--url'))
  .requiredOption(
    '--key <key>',
    '-, which reads an API key from standard input; it is sent to that address only',
    readSecret('--key'),
  )
  .option('--json', 'report as JSON')
  .action(async ({ url, key: given, json }: { url: string; key: string; json?: boolean }) => {
    const safeWay = commandLine(`smoke --url ${url} --key -`);
    const key = readSecret('--key')(await readKey(given, 'An API key: ', safeWay));
    const steps: Step[] = [];
    const step = (what: string, ok: boolean, found: unknown) => steps.push({ what, ok, found: String(found) });
    const call = (path: string, headers: Record<string, string> = {}) =>
      ask(url, path, { Authorization: `Bearer ${key}`, ...headers });

    const list = await call('/api/v1/timetables');
    const listed = parseBody<ListTimetablesResponse>(list);
    const isListed = list.status === 200 && listed?.data?.timetables !== undefined;
    step('the list answers 200', isListed, isListed ? 200 : explainAnswer(list.response, list.body));
    const skew = Math.abs(Date.parse(listed?.timestamp ?? '') - Date.now());
    if (isListed) step('its timestamp is the current time', skew < 60_000, `${listed.timestamp}: compare the clocks`);
    const id = listed?.data?.timetables?.[0]?.id;
    if (id !== undefined) {
      const path = `/api/v1/timetables/${encodeURIComponent(id)}`;
      const full = await call(path);
      step(`timetable ${id} answers 200`, full.status === 200, full.status);
      const found = parseBody<GetTimetableResponse>(full);
      step('the answer contains that version', found?.data?.id === id, `its id is ${found?.data?.id ?? 'missing'}`);
      const again = await call(path, { 'If-None-Match': full.response.headers.get('etag') ?? '' });
      step('a second request with its ETag answers 304', again.status === 304, again.status);
    }
    const unknown = await call('/api/v1/timetables/no-such-version');
    step('an unknown version answers 404', unknown.status === 404, unknown.status);
    const anonymous = await ask(url, '/api/v1/timetables', {});
    step('without a key it answers 401', anonymous.status === 401, anonymous.status);

    print(json, steps, () =>
      steps.map(({ what, ok, found }) => `${ok ? 'ok    ' : 'BROKEN'} ${what}${ok ? '' : `: ${found}`}`),
    );
    const broken = steps.filter(({ ok }) => !ok);
    const [first] = broken;
    if (first !== undefined)
      throw new CheckFailedError(
        `${url} has problems, ${broken.length} of ${steps.length} steps failed; the first: ${first.what}: ${first.found}`,
      );
  });

type Answer = { status: number; response: Response; body: string };

/** @throws CheckFailedError when there is no answer */
async function ask(url: string, path: string, headers: Record<string, string>): Promise<Answer> {
  try {
    const signal = AbortSignal.timeout(timeout);
    const response = await fetch(new URL(path, url), { headers, redirect: 'manual', signal });
    return { status: response.status, response, body: await response.text() };
  } catch (error) {
    throw new CheckFailedError(`cannot reach ${url}: ${explainFailure(url, error)}`, { cause: error });
  }
}

/** The body of a 200, if it is JSON. */
function parseBody<Body>({ response, body }: Answer): Partial<Body> | null {
  if (!response.ok) return null;
  try {
    // Another program may answer, so the type is not certain; each step reads only what it needs.
    return JSON.parse(body) as Partial<Body> | null;
  } catch {
    return null;
  }
}
