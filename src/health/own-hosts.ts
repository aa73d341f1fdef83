// Whether a Host header is a name of the admin port, with any port or none, since a tunnel may end at another port. This stops DNS
// rebinding: a page that points its own name at 127.0.0.1 makes the browser send that name. An address is no name that anybody can
// point elsewhere, so where the port listens beyond loopback, addresses are its own.

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;
const address = /^(\d{1,3}(\.\d{1,3}){3}|\[[\da-f:.]+\])$/;

/** @param isReached whether it listens beyond loopback. @param names its names there, without a port */
export function ownHosts(isReached: boolean, names: readonly string[]): (host: string | undefined) => boolean {
  const own = new Set(isReached ? names : []);
  return (host = '') => {
    const name = host.toLowerCase().replace(/:\d{1,5}$/, '');
    return loopback.test(name) || own.has(name) || (isReached && address.test(name));
  };
}
