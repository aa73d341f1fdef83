// The proxies that Belfry ships a configuration for, run with that configuration; only ports, the certificate and the address
// of the server are replaced. They come from Debian's packages (nginx-light, caddy). Where they are not installed the tests
// that need them are skipped, and in CI they fail.

import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from './free-port.ts';
import { repositoryFolder } from './run-process.ts';
import { waitUntil } from './wait-until.ts';

export type ProxyKind = 'nginx' | 'caddy';

export type TlsProxy = {
  port: number;
  plainPort: number;
  ca: Buffer;
  /** All that it has logged so far, of requests and of errors. */
  logged(): string;
  stop(): Promise<void>;
};

/** The name that the shipped configurations serve. */
export const proxiedName = 'timetables.example.org';
export const dashboardName = 'dashboard.example.org';

const shipped = (name: string) => readFileSync(join(repositoryFolder, 'scripts/deploy', name), 'utf8');

/** @throws Error in CI when it is missing, since tests must not be skipped there */
export function isInstalled(kind: ProxyKind): boolean {
  const version = { nginx: ['-v'], caddy: ['version'] }[kind];
  if (spawnSync(kind, version).status === 0) return true;
  if (process.env['CI']) throw new Error(`${kind} is not installed, and CI must not skip what needs it`);
  return false;
}

/**
 * Starts the proxy in front of the server on `serverPort`.
 * @param name the name to serve instead of the shipped one
 * @param dashboardPort where the dashboard is; by default nothing is there
 */
export async function startTlsProxy(
  kind: ProxyKind,
  serverPort: number,
  name = proxiedName,
  dashboardPort = 1,
): Promise<TlsProxy> {
  const folder = mkdtempSync(join(tmpdir(), 'belfry-proxy-'));
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
  const subject = ['-subj', `/CN=${name}`, '-addext', `subjectAltName=DNS:${name},DNS:${dashboardName}`];
  const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', cert, ...subject], { stdio: 'ignore' });
  const [port, plainPort, ...otherPorts] = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const settings = { folder, name, cert, key, port, plainPort, otherPorts, serverPort, dashboardPort };
  const child = kind === 'nginx' ? startNginx(settings) : startCaddy(settings);
  let log = '';
  child.stderr?.on('data', (chunk) => {
    log += chunk;
  });
  const ended = once(child, 'close');
  await waitUntil(`${kind} listens`, async () => {
    if (child.exitCode !== null) throw new Error(`${kind} ended: ${log}`);
    return answers(port);
  });
  return {
    port,
    plainPort,
    ca: readFileSync(cert),
    logged: () => log + (kind === 'nginx' ? readFileSync(join(folder, 'access.log'), 'utf8') : ''),
    async stop() {
      child.kill('SIGTERM');
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Settings = {
  folder: string;
  name: string;
  cert: string;
  key: string;
  port: number;
  plainPort: number;
  /** Instead of the same ports on IPv6, which a machine may not have. */
  otherPorts: readonly number[];
  serverPort: number;
  dashboardPort: number;
};

/** @throws Error when the shipped file does not contain the text */
function put(text: string, replacements: readonly (readonly [string, string])[]): string {
  let result = text;
  for (const [shown, own] of replacements) {
    if (!result.includes(shown)) throw new Error(`the shipped configuration has no ${shown}`);
    result = result.replaceAll(shown, own);
  }
  return result;
}

/** Machines stand in other time zones than the times that are answered. */
const elsewhere = { ...process.env, TZ: 'Asia/Kolkata' };

function startNginx(settings: Settings): ChildProcess {
  const { folder, name, cert, key, port, plainPort, otherPorts, serverPort, dashboardPort } = settings;
  const site = put(shipped('nginx.conf'), [
    ['127.0.0.1:8080', `127.0.0.1:${serverPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${dashboardPort}`],
    ['/etc/ssl/belfry/fullchain.pem', cert],
    ['/etc/ssl/belfry/privkey.pem', key],
    ['/var/log/nginx/access.log', join(folder, 'access.log')],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['listen [::]:443 ', `listen 127.0.0.1:${otherPorts[0]} `],
    ['listen 80;', `listen 127.0.0.1:${plainPort};`],
    ['listen [::]:80;', `listen 127.0.0.1:${otherPorts[1]};`],
    [proxiedName, name],
  ]);
  writeFileSync(join(folder, 'site.conf'), site);
  // As on a machine with other sites: with compression and a cache for everything.
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  const main = `daemon off; master_process off; pid ${folder}/pid; error_log stderr warn;
    events { worker_connections 1024; }
    http {
      ${temporary.join(' ')}
      access_log off;
      gzip on; gzip_proxied any; gzip_min_length 1; gzip_types *;
      proxy_cache_path ${folder}/cache keys_zone=everything:1m; proxy_cache everything; proxy_cache_valid any 1h;
      include ${folder}/site.conf;
    }`;
  const file = join(folder, 'nginx.conf');
  writeFileSync(file, main);
  const check = spawnSync('nginx', ['-t', '-c', file, '-p', folder], { encoding: 'utf8' });
  // Until nginx has read its file it logs to a compiled-in path, which only root may write.
  const said = check.stderr.split('\n').filter((line) => !line.includes('/var/log/nginx/error.log'));
  if (check.status !== 0 || said.some((line) => /\[(warn|error|emerg)\]/.test(line)))
    throw new Error(`nginx -t is not content: ${check.stderr}`);
  return spawn('nginx', ['-c', file, '-p', folder], { env: elsewhere, stdio: ['ignore', 'ignore', 'pipe'] });
}

function startCaddy(settings: Settings): ChildProcess {
  const { folder, name, cert, key, port, plainPort, serverPort, dashboardPort } = settings;
  const site = put(shipped('Caddyfile'), [
    ['127.0.0.1:8080', `127.0.0.1:${serverPort}`],
    ['127.0.0.1:8082', `127.0.0.1:${dashboardPort}`],
    [`\n${dashboardName} {\n`, `\n${dashboardName} {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n\tlog\n`],
    [`\n${proxiedName}, https:// {\n`, `\n${proxiedName}, https:// {\n\tbind 127.0.0.1\n\ttls ${cert} ${key}\n\tlog\n`],
    ['\nhttp:// {\n', '\nhttp:// {\n\tbind 127.0.0.1\n\tlog\n'],
    // There is one block of global options.
    ['\n{\n\tlog {', `\n{\n\tadmin off\n\thttp_port ${plainPort}\n\thttps_port ${port}\n\tlog {`],
    [proxiedName, name],
  ]);
  const file = join(folder, 'Caddyfile');
  writeFileSync(file, site);
  const env = { ...elsewhere, XDG_DATA_HOME: folder, XDG_CONFIG_HOME: folder };
  const run = (command: string) => [command, '--adapter', 'caddyfile', '--config', file];
  execFileSync('caddy', run('validate'), { env, stdio: 'pipe' });
  return spawn('caddy', run('run'), { env, stdio: ['ignore', 'ignore', 'pipe'] });
}

const answers = (port: number) =>
  new Promise<boolean>((known) => {
    const socket = connect(port, '127.0.0.1');
    const end = (open: boolean) => {
      socket.destroy();
      known(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });
