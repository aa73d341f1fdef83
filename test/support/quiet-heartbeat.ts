/** The counts of a heartbeat when nothing waits and nothing needs attention. */
export const quietHeartbeat = {
  queueDepth: 0,
  queueAgeSeconds: 0,
  withheldVersions: 0,
  builds: 1,
  buildSeconds: 0,
  generation: 1,
  organisations: 1,
  attention: { count: 0, first: [] },
};
