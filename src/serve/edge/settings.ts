// Reads the settings of the function from its environment: whole numbers, and the address to listen on in runtimes that are
// not a CDN.

import { isLoopback } from '../loopback.ts';

export type ListenSettings = { hostname: string; port: number };

/** @throws Error for an invalid port, or when keys would be sent unencrypted */
export function listenSettings(env: Readonly<Record<string, string | undefined>>): ListenSettings {
  const { HOST: hostname = '127.0.0.1', PORT: port = '8080', BEHIND_TLS_PROXY: behind } = env;
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new Error(`PORT must be a port number from 0 to 65535, not ${port}`);
  if (behind !== undefined && behind !== 'yes') throw new Error(`BEHIND_TLS_PROXY must be yes or unset, not ${behind}`);
  if (behind === undefined && !isLoopback(hostname))
    throw new Error(
      `HOST is ${hostname}, and keys must not travel in the clear: set BEHIND_TLS_PROXY=yes if a TLS proxy is in front`,
    );
  return { hostname, port: Number(port) };
}

/** Parses a whole number from 1, of at most nine digits; null for any other text. */
export const parseWholeNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
