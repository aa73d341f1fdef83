// Explains why an address cannot be reached, or what answers there instead of Belfry.

/** The innermost cause: `fetch` itself only says "fetch failed". */
function firstCause(error: unknown): Error {
  if (error instanceof AggregateError) return firstCause(error.errors[0]);
  if (!(error instanceof Error)) return new Error(String(error));
  return error.cause === undefined ? error : firstCause(error.cause);
}

const untrusted = 'its certificate is not signed by an authority that this machine trusts';

/** Explanations of the error codes of Node's sockets, of its HTTP client and of OpenSSL. */
const meanings: [code: RegExp, meaning: (url: URL) => string][] = [
  [/ECONNREFUSED/, ({ host }) => `nothing listens at ${host}: start Belfry there, or correct the port`],
  [/ENOTFOUND|EAI_AGAIN/, ({ hostname }) => `there is no host ${hostname}, or this machine cannot look names up`],
  [/EHOSTUNREACH|ENETUNREACH/, ({ hostname }) => `no route leads to ${hostname}`],
  [/ETIMEDOUT|TIMEOUT|TimeoutError/, ({ host }) => `${host} does not answer in time: a firewall may be in between`],
  [/ALTNAME_INVALID/, ({ hostname }) => `its TLS certificate is for other names than ${hostname}`],
  [/CERT_HAS_EXPIRED/, () => 'its TLS certificate has expired: renew it and restart the server'],
  [/CERT_NOT_YET_VALID/, () => 'its TLS certificate is not valid yet, or the clock of this machine is wrong'],
  [/SELF_SIGNED/, () => `${untrusted}: name your own authority in NODE_EXTRA_CA_CERTS`],
  [/UNABLE_TO_(VERIFY|GET)/, () => `${untrusted}: the server may leave out the intermediate certificates`],
  [/WRONG_VERSION_NUMBER|EPROTO|PACKET_LENGTH/, () => 'it does not speak TLS there: use http://, or the port of https'],
  [/^HPE_/, () => 'it does not speak plain HTTP there: use https://, or another port'],
  [/UND_ERR_SOCKET|ECONNRESET|EPIPE/, () => 'it closed the connection without an answer: it may want https://'],
];

/** @param error what `fetch` threw */
export function explainFailure(url: string, error: unknown): string {
  const cause = firstCause(error);
  const code = 'code' in cause ? String(cause.code) : cause.name;
  const [, meaning] = meanings.find(([pattern]) => pattern.test(code)) ?? [];
  const [said = ''] = (cause.message || code).split('\n');
  return meaning === undefined ? said : `${meaning(new URL(url))} (${said})`;
}

type RefusalBody = { error: string | { code: string; message: string } };

/** Explains an unexpected response: a redirect, a refusal, or an answer of another program. */
export function explainAnswer({ status, headers }: Response, body: string): string {
  const target = headers.get('location');
  if (status >= 300 && status < 400 && target !== null)
    return `${status}, it redirects to ${target}: give that address`;
  const refusal = readRefusal(body);
  if (refusal !== null) {
    const { error } = refusal;
    return typeof error === 'string' ? `${status}, ${error}` : `${status}, ${error.code}: ${error.message}`;
  }
  const [, title = ''] = /<title[^>]*>([^<]{0,80})/i.exec(body) ?? [];
  if (/^\s*</.test(body))
    return `${status}, a page of HTML${title.trim() === '' ? '' : `, "${title.trim()}"`}: a proxy in front, or another site, answers instead of Belfry`;
  return `${status}, and not an answer of Belfry: another program answers there`;
}

function readRefusal(body: string): RefusalBody | null {
  try {
    const value: unknown = JSON.parse(body);
    const isRefusal = typeof value === 'object' && value !== null && 'error' in value;
    if (!isRefusal) return null;
    const { error } = value;
    if (typeof error === 'string') return { error };
    if (typeof error !== 'object' || error === null || !('code' in error) || !('message' in error)) return null;
    return { error: { code: String(error.code), message: String(error.message) } };
  } catch {
    return null;
  }
}
