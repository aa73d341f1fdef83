// The dashboard as a process, as `npm run dashboard` starts it, on a free port; and what a caller needs to ask it.

import { randomBytes } from 'node:crypto';
import { parseOrganisationId } from '../../src/access/ids.ts';
import { createAdmin } from '../../src/control/admins/create-admin.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { AdminRole } from '../../src/database/dashboard-tables.ts';
import { sha256OfText } from '../../src/snapshot/sha256.ts';
import { type CommandEnvironment, commandEnvironment } from './run-command.ts';
import { startProcess } from './run-process.ts';

/** What is asked, and what came back. `who` is a token, a cookie as `cookie: ...`, or null for nobody. */
export type Asking = {
  who: string | null;
  method?: string;
  path: string;
  body?: unknown;
  headers?: Record<string, string>;
};
export type Answered = { status: number; headers: Headers; text: string; body: Record<string, unknown> };

export type DashboardProcess = {
  url: string;
  ask(asking: Asking): Promise<Answered>;
};

/** @param whenDone is called with what ends it */
export async function dashboardProcess(
  open: OpenDatabase,
  out: string,
  whenDone: (end: () => Promise<void>) => void,
  variables: CommandEnvironment = {},
): Promise<DashboardProcess> {
  const environment = { ...commandEnvironment(open, out), DASHBOARD_PORT: '0', LOG_LEVEL: 'silent', ...variables };
  const { child, printed, finished } = startProcess(['scripts/belfry.ts', 'dashboard'], environment);
  whenDone(async () => {
    child.kill('SIGTERM');
    await finished;
  });
  const url = /http:\/\/[\d.]+:\d+/.exec(await printed('Ctrl-C'))?.[0] ?? '';
  return { url, ask: (asking) => askDashboard(url, asking) };
}

/** `cookie: name=value`, and the page's half after a blank. */
function sessionHeadersOf(who: string): Record<string, string> {
  const [Cookie = '', half = ''] = who.slice(8).split(' ');
  return half === '' ? { Cookie } : { Cookie, 'Belfry-Session': half };
}

export async function askDashboard(
  url: string,
  { who, method = 'GET', path, body, headers = {} }: Asking,
): Promise<Answered> {
  const isText = typeof body === 'string';
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      ...(who === null ? {} : who.startsWith('cookie: ') ? sessionHeadersOf(who) : { Authorization: `Bearer ${who}` }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isText ? body : JSON.stringify(body) }),
    redirect: 'manual',
  });
  const text = await answer.text();
  const isJson = /json/.test(answer.headers.get('content-type') ?? '') && text !== '';
  return { status: answer.status, headers: answer.headers, text, body: isJson ? JSON.parse(text) : {} };
}

/** A token of a new admin, and its id. */
export function newAdmin(open: OpenDatabase, role: AdminRole, organisationId: string | null = null) {
  const actor = { by: 'test', via: 'command', from: 'test', adminId: null } as const;
  return createAdmin(
    { open, actor },
    { randomBytes: (count) => randomBytes(count), sha256: sha256OfText },
    {
      name: `${role} of ${organisationId ?? 'all'}`,
      role,
      organisationId: organisationId === null ? null : parseOrganisationId(organisationId),
      expiresAt: null,
    },
    Date.now(),
  );
}
