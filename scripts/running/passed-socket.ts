// The socket that systemd passed: connections wait in its queue while the service restarts, so none is lost (sd_listen_fds(3)).

import { once } from 'node:events';
import type { Server } from 'node:http';
import { SettingError } from '../../src/errors.ts';
import { mostWaiting } from '../../src/serve/node/limited-server.ts';
import { readVariable } from '../options/read-setting.ts';

/** Passed descriptors begin with this one, after standard input, output and error. */
const firstPassed = 3;

/** @returns its file descriptor; null when none was passed to this process. @throws SettingError when several were */
export function passedSocket(): number | null {
  // In a process that such a service has started, the variables still speak of the service.
  if (readVariable('LISTEN_PID') !== String(process.pid)) return null;
  const count = Number(readVariable('LISTEN_FDS'));
  if (count > 1)
    throw new SettingError(
      `systemd passed ${count} sockets, and a server takes one: leave one ListenStream in its socket unit; in a drop-in, an empty one before it removes the unit's own`,
    );
  return count === 1 ? firstPassed : null;
}

/**
 * @param allow throws for an address where it may not listen
 * @returns where it listens. @throws SettingError when that has no port
 */
export async function listenOnSocket(
  server: Server,
  socket: number,
  allow: (host: string) => void,
): Promise<{ host: string; port: number }> {
  await once(server.listen({ fd: socket, backlog: mostWaiting }), 'listening');
  try {
    const address = server.address();
    if (address === null || typeof address === 'string')
      throw new SettingError('the socket that systemd passed has no port: give its ListenStream an address and a port');
    allow(address.address);
    return { host: address.address, port: address.port };
  } catch (error) {
    server.close();
    throw error;
  }
}
