// Checks that what answers at the dashboard's address is a dashboard, and that tokens cannot reach it in the clear.

import { get as getPlain } from 'node:http';
import { get as getByTls } from 'node:https';
import { commandLine } from '../command-line.ts';
import { type Diagnosis, fine, limited, wrong } from '../doctor/diagnosis.ts';
import { reasonOf } from '../errors.ts';
import { problemType } from './answers/problem.ts';

/** Milliseconds for it to answer. */
const timeout = 2_000;

export type DashboardPlace = { host: string; port: number; hasTls: boolean; isLoopback: boolean };

export async function checkDashboard({ host, port, hasTls, isLoopback }: DashboardPlace): Promise<Diagnosis> {
  const check = 'dashboard';
  // Its own machine reaches a dashboard that listens on every address.
  const asked = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  const url = `${hasTls ? 'https' : 'http'}://${asked.includes(':') ? `[${asked}]` : asked}:${port}`;
  const found = port === 0 ? 'none' : await askWho(`${url}/control/v1/me`, hasTls);
  const otherPort = 'Set DASHBOARD_PORT to another, or end that program';
  if (found === 'other') return wrong(check, `another program answers on ${url}`, otherPort);
  if (found !== 'dashboard' && found !== 'none') return wrong(check, `on ${url}: ${found}`, otherPort);
  if (!hasTls && !isLoopback)
    return limited(
      check,
      `DASHBOARD_HOST is ${host}, and without TLS it starts with --behind-tls-proxy alone: whoever gets past the proxy sends tokens in the clear`,
      'Set TLS_CERT and TLS_KEY, or let it listen on 127.0.0.1 beside the proxy',
    );
  if (found === 'dashboard') return fine(check, `it answers on ${url}`);
  const where = port === 0 ? 'its port is any free one (DASHBOARD_PORT is 0)' : `none runs on ${url}`;
  return fine(check, `${where}; \`${commandLine('dashboard')}\` starts one, and readers need none`);
}

/** `dashboard`, `other` for another program, `none` for nobody, or why there is no answer. */
function askWho(url: string, hasTls: boolean): Promise<string> {
  return new Promise((say) => {
    const get = hasTls ? getByTls : getPlain;
    // Nothing secret is sent, and a certificate need not name this address: `TLS certificate` checks it.
    const request = get(url, { timeout, agent: false, rejectUnauthorized: false }, (answer) => {
      answer.resume();
      say(answer.statusCode === 401 && answer.headers['content-type'] === problemType ? 'dashboard' : 'other');
    });
    request.on('timeout', () => request.destroy(new Error(`no answer within ${timeout / 1000} s`)));
    request.on('error', (error) => {
      const code: unknown = Reflect.get(error, 'code');
      // What is no HTTP, or no TLS where TLS is set, is another program's answer.
      const isOther = typeof code === 'string' && /^(HPE_|ERR_SSL_|EPROTO|ECONNRESET)/.test(code);
      say(code === 'ECONNREFUSED' ? 'none' : isOther ? 'other' : reasonOf(error));
    });
  });
}
