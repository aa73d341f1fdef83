/**
 * Whether a Host header is a loopback name, with any port or none, since a tunnel may end at another port. This stops DNS
 * rebinding: a page that points its own name at 127.0.0.1 makes the browser send that name.
 */
export const isLoopbackHost = (host: string | undefined): boolean =>
  /^(localhost|127\.0\.0\.1|\[::1\])(:\d{1,5})?$/i.test(host ?? '');
