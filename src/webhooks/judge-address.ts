// Where a delivery may go. A manager who names a webhook's address must not reach through Belfry what only this machine
// or its network can reach. So what counts is the address that is connected to, not the name, which may mean another one a moment
// later: see send/post-event.ts. What is public is decided by the registries of IANA, as ipaddr.js has them.

import ipaddr from 'ipaddr.js';

type Network = [ipaddr.IPv4 | ipaddr.IPv6, number];

/** Networks that an operator allows, by CIDR. */
export type AllowedNetworks = readonly Network[];

/** @returns null unless it is a network in CIDR notation */
export function parseNetworks(texts: readonly string[]): AllowedNetworks | null {
  const networks: Network[] = [];
  for (const text of texts) {
    if (!ipaddr.isValidCIDR(text)) return null;
    networks.push(ipaddr.parseCIDR(text));
  }
  return networks;
}

/** `public`: https alone. `allowed`: by the operator, http too. `refused`: loopback, private, link-local, multicast and the like. */
export type AddressVerdict = 'public' | 'allowed' | 'refused';

/** @param address an IP address, as the resolver gives it; an IPv4 address in IPv6 counts as what it contains */
export function judgeAddress(address: string, allowed: AllowedNetworks): AddressVerdict {
  const [plain = ''] = address.split('%'); // without the zone of a link-local address
  if (!ipaddr.isValid(plain)) return 'refused';
  const parsed = ipaddr.process(plain);
  if (allowed.some(([network, bits]) => isWithin(parsed, network, bits))) return 'allowed';
  // Of IPv6 only this is given to networks; `range` knows fewer of the others, such as IPv4 addresses in their oldest form.
  const isGiven = parsed instanceof ipaddr.IPv4 || parsed.match(ipaddr.IPv6.parse('2000::'), 3);
  return isGiven && parsed.range() === 'unicast' ? 'public' : 'refused';
}

function isWithin(address: ipaddr.IPv4 | ipaddr.IPv6, network: ipaddr.IPv4 | ipaddr.IPv6, bits: number): boolean {
  if (address instanceof ipaddr.IPv4) return network instanceof ipaddr.IPv4 && address.match(network, bits);
  return network instanceof ipaddr.IPv6 && address.match(network, bits);
}

/**
 * What is wrong with an address of a webhook, in a sentence; null if nothing. What its name means is seen when it is connected to.
 * @param allowed where it names any network, a name may mean an address in it, so http is not refused yet
 */
export function problemOfUrl(text: string, allowed: AllowedNetworks): string | null {
  if (Buffer.byteLength(text) > 2048) return 'It must not be longer than 2048 bytes.';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url === null) return 'It is not an address, such as https://school.example/belfry.';
  if (url.protocol !== 'https:' && (url.protocol !== 'http:' || allowed.length === 0))
    return 'It must begin with https://.';
  if (url.username !== '' || url.password !== '') return 'It must not have a user name or a password.';
  if (url.hash !== '') return 'It must not have a fragment.';
  const literal = literalOf(url);
  if (literal === null) return null;
  const verdict = judgeAddress(literal, allowed);
  if (verdict === 'refused') return 'Its address is not public, and the operator has not allowed its network.';
  return verdict === 'public' && url.protocol === 'http:' ? 'It must begin with https://.' : null;
}

/** The IP address of a URL without a name, which no resolver is asked for; URL has brought its form into order. */
export function literalOf({ hostname }: Pick<URL, 'hostname'>): string | null {
  const plain = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
  return ipaddr.isValid(plain) ? plain : null;
}
