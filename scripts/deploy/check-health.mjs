// Whether the process of a container is alive: `serve` and `watch` by their admin ports, `dashboard` by its page. One of them runs in
// a container, so one that answers is enough. Without tsx, since it runs every half minute.

import { connect } from 'node:net';

const { ADMIN_HOST = '', ADMIN_PORT = '8081', WATCH_ADMIN_PORT = '8083', DASHBOARD_PORT = '8082' } = process.env;
const milliseconds = 3_000;
const host = ['', '0.0.0.0', '::'].includes(ADMIN_HOST) ? '127.0.0.1' : ADMIN_HOST;

/** @param {string} port */
const isAlive = async (port) => {
  const answer = await fetch(`http://${host.includes(':') ? `[${host}]` : host}:${port}/healthz`, {
    signal: AbortSignal.timeout(milliseconds),
  });
  return answer.ok;
};

/**
 * The dashboard may have TLS, with a certificate for another name, so that it listens is what is asked.
 * @param {number} port
 */
const listens = (port) =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port, timeout: milliseconds });
    const end = (/** @type {boolean} */ outcome) => {
      socket.destroy();
      resolve(outcome);
    };
    socket.on('connect', () => end(true));
    for (const event of ['error', 'timeout']) socket.on(event, () => end(false));
  });

const found = await Promise.all([
  ...[ADMIN_PORT, WATCH_ADMIN_PORT].map((port) => isAlive(port).catch(() => false)),
  listens(Number(DASHBOARD_PORT)),
]);
process.exit(found.includes(true) ? 0 : 1);
