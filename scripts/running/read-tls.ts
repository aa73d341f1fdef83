// Reads the certificate of TLS_CERT and its key of TLS_KEY, for every server that callers reach.

import { readFile } from 'node:fs/promises';
import { reasonOf, SettingError } from '../../src/errors.ts';
import { settings } from '../options/settings.ts';

/** PEM texts; null for plain HTTP. @throws SettingError */
export async function readTls(): Promise<{ cert: Buffer; key: Buffer } | null> {
  const [tlsCert, tlsKey] = [settings.tlsCert.value, settings.tlsKey.value];
  if (tlsCert === undefined && tlsKey === undefined) return null;
  if (tlsCert === undefined || tlsKey === undefined)
    throw new SettingError('TLS_CERT and TLS_KEY belong together: set both');
  try {
    return { cert: await readFile(tlsCert), key: await readFile(tlsKey) };
  } catch (error) {
    throw new SettingError(`cannot read the files of TLS_CERT and TLS_KEY: ${reasonOf(error)}`);
  }
}
