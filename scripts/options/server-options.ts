// The options that `serve` and `start` share.

import type { Command } from 'commander';
import type { SilenceLimits } from '../../src/snapshot/judge-publisher.ts';
import { readCount } from './option-values.ts';

export type ServerCommandOptions = {
  /** Set by the operator when a TLS proxy is in front of a server that is not bound to loopback. */
  behindTlsProxy: boolean;
  /** Bytes of files kept in memory. */
  cacheBytes: number;
  /** Seconds without a heartbeat of `watch` after which the server reports that it is not ready. */
  publisherTimeout: number;
  /** Seconds without any heartbeat after which every request is refused; undefined for never. */
  refuseAfter: number | undefined;
};

/** As they stand on the command line. */
export type ParsedServerOptions = {
  behindTlsProxy?: boolean;
  cache: number;
  publisherTimeout: number;
  refuseAfter?: number;
};

export function addServerOptions(command: Command): Command {
  return command
    .option('--behind-tls-proxy', 'allow plain HTTP beyond loopback, since a TLS proxy is in front')
    .option('--cache <megabytes>', 'megabytes of memory for published files', readCount, 256)
    .option(
      '--publisher-timeout <seconds>',
      '/readyz fails when `watch` has written no heartbeat for so long',
      readCount,
      60,
    )
    .option(
      '--refuse-after <seconds>',
      'answer 500, and fail /readyz, when neither `watch` nor `build` has written one for so long (default: never)',
      readCount,
    );
}

export const serverOptions = (parsed: ParsedServerOptions): ServerCommandOptions => ({
  behindTlsProxy: parsed.behindTlsProxy ?? false,
  cacheBytes: parsed.cache * 1024 * 1024,
  publisherTimeout: parsed.publisherTimeout,
  refuseAfter: parsed.refuseAfter,
});

/** The same limits in milliseconds. */
export const silenceLimits = ({ publisherTimeout, refuseAfter }: ServerCommandOptions): SilenceLimits => ({
  timeout: publisherTimeout * 1000,
  refuseAfter: refuseAfter && refuseAfter * 1000,
});
