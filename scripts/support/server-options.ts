import { type Command, InvalidArgumentError } from 'commander';
import type { ServerOptions } from './run-server.ts';

type Parsed = { behindTlsProxy?: boolean; cache: number };

/** Adds the options that `serve` and `start` share. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--behind-tls-proxy', 'a TLS proxy stands in front, so plain HTTP beyond loopback is meant')
    .option('--cache <megabytes>', 'memory for files', readMegabytes, 256)
    .addHelpText(
      'after',
      `
Serving:
  HOST, PORT     where it listens (127.0.0.1, 8080)
  ADMIN_PORT     /healthz, /readyz and /metrics, on loopback only (8081)
  TLS_CERT, TLS_KEY  PEM files; needed beyond loopback unless --behind-tls-proxy
  CORS_ORIGIN    origins whose pages may read answers, with commas between, or * (none)`,
    );
}

export const serverOptions = ({ behindTlsProxy = false, cache }: Parsed): ServerOptions => ({
  behindTlsProxy,
  cacheBytes: cache * 1024 * 1024,
});

function readMegabytes(text: string): number {
  const megabytes = Number(text);
  if (!Number.isInteger(megabytes) || megabytes < 1)
    throw new InvalidArgumentError('It must be a whole number from 1.');
  return megabytes;
}
