// The token of a link, in whatever was opened, scanned or pasted: an address of the page or of the feed, or the token alone.
// Only the server knows whether it is a link's.

const pattern = /(?:^|[^0-9A-Za-z_])(belfry_link_[0-9A-Za-z]{50})(?![0-9A-Za-z])/;

/** Longer texts are not searched. */
const mostSearched = 10_000;

export const tokenIn = (text: string): string | null => pattern.exec(text.slice(0, mostSearched))?.[1] ?? null;
