// What `doctor` looks at for each service: what that service needs, and no more. The server's user has no database and may not
// write, so nothing that it lacks on purpose is called wrong, and no advice gives it more.

export const services = ['serve', 'watch', 'dashboard'] as const;

export type Service = (typeof services)[number];

const ofDatabase = [
  'database',
  'grants',
  'relations',
  'row security',
  'triggers',
  'time zones',
  'timeouts',
  'clock of the database',
];
const ofPublisher = ['settings', 'store', 'disk space', 'clock of the store', ...ofDatabase, 'binding', 'freshness'];

const checksOf: Record<Service, readonly string[]> = {
  serve: ['settings', 'store', 'watcher', 'TLS certificate'],
  watch: [...ofPublisher, 'watcher', 'notifications', 'queue', 'webhooks', 'autovacuum', 'snapshots', 'locks'],
  dashboard: [...ofPublisher, 'watcher', 'TLS certificate', 'dashboard', 'admins', 'audit', 'servers'],
};

/** Whether the check is one of the service; without a service all are. */
export const isCheckOf = (service: Service | undefined, check: string): boolean =>
  service === undefined || checksOf[service].includes(check);
