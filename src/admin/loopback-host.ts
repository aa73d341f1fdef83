/**
 * Whether a Host header names this machine itself, with any port or none: a tunnel may end at another port. A page of
 * another site that points its own name at 127.0.0.1 (DNS rebinding) makes the browser send that name.
 */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host ?? '');
