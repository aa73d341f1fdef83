// npm run smoke: checks a deployed address with a key, as a first caller would.

import type { GetTimetableResponse, ListTimetablesResponse } from '../src/contract/types.generated.ts';
import { createCommand, exitCodes, print, runCommand } from './support/run-command.ts';

type Step = { what: string; ok: boolean; found: string };

const command = createCommand('smoke', 'Check a deployed address with a key: list, timetable, 304 and refusals')
  .usage('-- --url https://host --key KEY')
  .requiredOption('--url <address>', 'where it is deployed')
  .requiredOption('--key <key>', 'an API key; it is sent to that address only')
  .option('--json', 'report as JSON')
  .action(async ({ url, key, json }: { url: string; key: string; json?: boolean }) => {
    const steps: Step[] = [];
    const step = (what: string, ok: boolean, found: unknown) => steps.push({ what, ok, found: String(found) });
    const call = (path: string, headers: Record<string, string> = {}) =>
      fetch(new URL(path, url), { headers: { Authorization: `Bearer ${key}`, ...headers } });

    const list = await call('/api/v1/timetables');
    // What another program answers is believed only as far as the steps below look.
    const listed = list.ok ? ((await list.json()) as Partial<ListTimetablesResponse>) : {};
    step('the list answers 200', list.status === 200, list.status);
    const entries = listed.data?.timetables ?? [];
    const skew = Math.abs(Date.parse(listed.timestamp ?? '') - Date.now());
    step('its timestamp is the present', skew < 60_000, listed.timestamp);
    for (const { id } of entries.slice(0, 1)) {
      const path = `/api/v1/timetables/${encodeURIComponent(id)}`;
      const full = await call(path);
      step(`timetable ${id} answers 200`, full.status === 200, full.status);
      step(
        'it is the one that was asked for',
        full.ok && ((await full.json()) as Partial<GetTimetableResponse>).data?.id === id,
        full.status,
      );
      const again = await call(path, { 'If-None-Match': full.headers.get('etag') ?? '' });
      step('asked for again it answers 304', again.status === 304, again.status);
    }
    const unknown = await call('/api/v1/timetables/no-such-version');
    step('an unknown version answers 404', unknown.status === 404, unknown.status);
    const anonymous = await fetch(new URL('/api/v1/timetables', url));
    step('without a key it answers 401', anonymous.status === 401, anonymous.status);

    print(json, steps, () =>
      steps.map(({ what, ok, found }) => `${ok ? 'ok    ' : 'BROKEN'} ${what}${ok ? '' : `: ${found}`}`),
    );
    if (steps.some(({ ok }) => !ok)) process.exitCode = exitCodes.failed;
  });

await runCommand(command);
