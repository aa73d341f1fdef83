// Takes a one-time code out of the address `/#sign-in=CODE`, so that it stands neither in the history nor on a screen that is
// shared.

export function takeCode(): string | null {
  const code = /^#sign-in=([\w-]{1,200})$/.exec(location.hash)?.[1] ?? null;
  if (location.hash.startsWith('#sign-in')) history.replaceState(null, '', location.pathname);
  return code;
}
