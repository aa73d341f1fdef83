import { type Command, InvalidArgumentError } from 'commander';
import type { ServerOptions } from './serve-requests.ts';

type Parsed = { behindTlsProxy?: boolean; cache: number; publisherTimeout: number; refuseAfter?: number };

/** Adds the options that `serve` and `start` share. */
export function addServerOptions(command: Command): Command {
  return command
    .option('--behind-tls-proxy', 'a TLS proxy stands in front, so plain HTTP beyond loopback is meant')
    .option('--cache <megabytes>', 'memory for files', readCount, 256)
    .option('--publisher-timeout <seconds>', '/readyz fails when no watcher was heard of for so long', readCount, 60)
    .option('--refuse-after <seconds>', 'answer 500 when no publisher was heard of for so long (never)', readCount)
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

export const serverOptions = (parsed: Parsed): ServerOptions => ({
  behindTlsProxy: parsed.behindTlsProxy ?? false,
  cacheBytes: parsed.cache * 1024 * 1024,
  publisherTimeout: parsed.publisherTimeout,
  refuseAfter: parsed.refuseAfter,
});

export function readCount(text: string): number {
  const count = Number(text);
  if (!Number.isInteger(count) || count < 1) throw new InvalidArgumentError('It must be a whole number from 1.');
  return count;
}
