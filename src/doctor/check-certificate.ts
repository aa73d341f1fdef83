// Checks that the server can use its TLS files: the certificate is valid and does not expire soon, and the key belongs to it.

import { createPrivateKey, X509Certificate } from 'node:crypto';
import { commandLine } from '../command-line.ts';
import { reasonOf } from '../errors.ts';
import { type Diagnosis, fine, limited, wrong } from './diagnosis.ts';

const day = 86_400_000;

/** Days before expiry at which a certificate should have been renewed; ACME clients renew 30 days before. */
const renewal = 14;

/** @param pem the contents of the files of TLS_CERT and TLS_KEY */
export function checkCertificate(pem: { cert: Uint8Array; key: Uint8Array }, now: number): Diagnosis {
  const check = 'TLS certificate';
  const certificate = parseOrReason(() => new X509Certificate(pem.cert));
  if (typeof certificate === 'string')
    return wrong(
      check,
      `TLS_CERT is not a certificate: ${certificate}`,
      'Give the PEM file that begins with -----BEGIN CERTIFICATE-----',
    );
  const key = parseOrReason(() => createPrivateKey(Buffer.from(pem.key)));
  if (typeof key === 'string')
    return wrong(
      check,
      `TLS_KEY is not a private key: ${key}`,
      'Give the PEM file of its private key, without a passphrase',
    );
  if (!certificate.checkPrivateKey(key))
    return wrong(
      check,
      'TLS_KEY is the key of another certificate',
      'Set TLS_CERT and TLS_KEY to the two files of one renewal',
    );
  const [from, to] = [Date.parse(certificate.validFrom), Date.parse(certificate.validTo)];
  const names = certificate.subjectAltName?.replaceAll('DNS:', '') ?? certificate.subject.replaceAll('\n', ', ');
  const last = new Date(to).toISOString().slice(0, 10);
  if (now < from)
    return wrong(
      check,
      `it is valid only from ${new Date(from).toISOString()}`,
      'Wait, or check the clock of this machine',
    );
  if (now >= to) return wrong(check, `it expired on ${last}`, `Renew it, and restart \`${commandLine('serve')}\``);
  const days = Math.floor((to - now) / day);
  if (days < renewal)
    return limited(
      check,
      `it expires in ${days} days, on ${last}`,
      `Renew it, and restart \`${commandLine('serve')}\`; its renewal may have stopped`,
    );
  return fine(check, `for ${names}, until ${last}; the key belongs to it`);
}

/** The value, or the message of the error. */
function parseOrReason<Value>(read: () => Value): Value | string {
  try {
    return read();
  } catch (error) {
    return reasonOf(error);
  }
}
