// When a certificate expires, for the metrics of a server.

import { X509Certificate } from 'node:crypto';

/** @param cert PEM. @returns milliseconds since 1970; null where it is no certificate, which whoever serves with it refuses */
export function certificateEnd(cert: Uint8Array): number | null {
  try {
    return Date.parse(new X509Certificate(cert).validTo);
  } catch {
    return null;
  }
}
