// Sends day changes to a distant dashboard by its control API. The file stays where it is, with what it says about absences.

import { isoDay } from '../../../src/calendar/time/day.ts';
import { FailedError } from '../../../src/errors.ts';
import { explainFailure } from '../../reports/explain-failure.ts';
import type { DayProblem, DayReceiver, Delivery } from './day-sender.ts';
import { readPlanByApi } from './read-plan-by-api.ts';

const timeout = 60_000;
/** As many as a timetable may have. */
const mostAnswerBytes = 64 * 1024 * 1024;

/** @param url of the dashboard. @param token whose admin may change the organisation */
export function sendByApi({
  url,
  token,
  organisation,
}: {
  url: string;
  token: string;
  organisation: string;
}): DayReceiver {
  const base = `${url.replace(/\/+$/, '')}/control/v1/organisations/${encodeURIComponent(organisation)}`;

  async function ask(
    path: string,
    init: { method?: string; body?: string } = {},
  ): Promise<{ status: number; body: unknown }> {
    const answer = await fetch(`${base}${path}`, {
      ...init,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', accept: 'application/json' },
      // A redirect would carry the token elsewhere.
      redirect: 'error',
      signal: AbortSignal.timeout(timeout),
    }).catch((error: unknown) => {
      throw new FailedError(`${url} cannot be reached: ${explainFailure(url, error)}`);
    });
    const text = await readBody(answer);
    return { status: answer.status, body: parse(text) };
  }

  async function read(path: string): Promise<unknown> {
    const { status, body } = await ask(path);
    if (status === 404) return null;
    if (status !== 200) throw new FailedError(`${url} answered ${status}: ${detailOf(body)}`);
    return body;
  }

  return {
    readPlan: readPlanByApi(read),
    show: (date) => read(`/days/${isoDay(date)}`),
    async send(changes, { isDryRun = false } = {}): Promise<Delivery> {
      const range = `from=${isoDay(changes.from)}&to=${isoDay(changes.to)}`;
      const { status, body } = await ask(`/days?${range}${isDryRun ? '&dryRun=true' : ''}`, {
        ...{ method: 'PUT', body: JSON.stringify(changes) },
      });
      if (status === 200 || status === 201 || status === 204)
        return { outcome: Object(body).outcome === 'unchanged' ? 'unchanged' : 'stored' };
      // The file is wrong, or too large; anything else may be over soon.
      if ([400, 413, 422].includes(status)) return { outcome: 'refused', problems: problemsOf(body) };
      return { outcome: 'failed', reason: `${url} answered ${status}: ${detailOf(body)}` };
    },
  };
}

async function readBody(answer: Response): Promise<string> {
  const pieces: Uint8Array[] = [];
  let bytes = 0;
  for await (const piece of answer.body ?? []) {
    bytes += piece.length;
    if (bytes > mostAnswerBytes) throw new FailedError('the answer is larger than any of a dashboard');
    pieces.push(piece);
  }
  return Buffer.concat(pieces).toString();
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

const detailOf = (body: unknown): string => String(Object(body).detail ?? 'without a reason');

function problemsOf(body: unknown): DayProblem[] {
  const errors: unknown = Object(body).errors;
  if (!Array.isArray(errors)) return [{ path: '$', message: detailOf(body) }];
  return errors.map((error) => ({ path: String(Object(error).path), message: String(Object(error).message) }));
}
