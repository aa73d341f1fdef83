// Parses request headers: Accept-Encoding (RFC 9110, section 12.5.3) and Authorization (RFC 6750, section 2.1).

import type { Encoding, FeedEncoding } from '../../snapshot/paths.ts';

const maxRemembered = 100;

/** With a cache by header: there are many callers, but few different headers. */
function remembering<Chosen>(choose: (weightOf: Weights) => Chosen) {
  const negotiated = new Map<string, Chosen>();
  return (acceptEncoding: string | undefined): Chosen | 'identity' => {
    if (acceptEncoding === undefined) return 'identity';
    const known = negotiated.get(acceptEncoding);
    if (known !== undefined) return known;
    const chosen = choose(weigh(acceptEncoding));
    if (negotiated.size === maxRemembered) negotiated.clear();
    negotiated.set(acceptEncoding, chosen);
    return chosen;
  };
}

/** The weight of an encoding for the caller, or `otherwise` if the header does not name it. */
type Weights = (encoding: Encoding, otherwise: number) => number;

function weigh(acceptEncoding: string): Weights {
  const weights = new Map<string, number>();
  for (const item of acceptEncoding.toLowerCase().split(',')) {
    const [name = '', ...parameters] = item.split(';').map((part) => part.trim());
    const weight = parameters.find((parameter) => parameter.startsWith('q='));
    weights.set(name === 'x-gzip' ? 'gzip' : name, weight === undefined ? 1 : Number(weight.slice(2)) || 0);
  }
  return (encoding, otherwise) => weights.get(encoding) ?? weights.get('*') ?? otherwise;
}

/** The best encoding that the caller accepts: brotli, then gzip, then none. A weight of 0 refuses. */
export const negotiateEncoding = remembering<Encoding>((weightOf) => {
  const [br, gzip, identity] = [weightOf('br', 0), weightOf('gzip', 0), weightOf('identity', Number.MIN_VALUE)];
  const best = Math.max(br, gzip, identity);
  if (br > 0 && br === best) return 'br';
  return gzip > 0 && gzip === best ? 'gzip' : 'identity';
});

/** The same for files without brotli: gzip, then none. */
export const negotiateFeedEncoding = remembering<FeedEncoding>((weightOf) => {
  const [gzip, identity] = [weightOf('gzip', 0), weightOf('identity', Number.MIN_VALUE)];
  return gzip > 0 && gzip >= identity ? 'gzip' : 'identity';
});

/** The token of an `Authorization: Bearer` header, or null when there is none. */
export function bearerToken(authorization: string | undefined): string | null {
  // `\S` after the spaces keeps the pattern from backtracking.
  const [, token] = /^bearer +(\S.*)$/i.exec(authorization ?? '') ?? [];
  return token?.trimEnd() ?? null;
}
