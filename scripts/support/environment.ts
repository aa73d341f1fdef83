// The settings, read from the environment once. What is unset has the default that serves a first look.

import { UsageError } from './usage-error.ts';

const { env } = process;
const text = (name: string): string | undefined =>
  env[name] === undefined || env[name] === '' ? undefined : env[name];

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'];

export const environment = {
  databaseUrl: text('DATABASE_URL'),
  /** Where the published form lives: a bucket, or a folder. */
  published: text('BELFRY_BUCKET') ?? text('BELFRY_OUT') ?? 'out',
  dataFolder: text('BELFRY_DATA') ?? '.data',
  host: text('HOST') ?? '127.0.0.1',
  get port() {
    return readPort('PORT', 8080);
  },
  get adminPort() {
    return readPort('ADMIN_PORT', 8081);
  },
  tlsCert: text('TLS_CERT'),
  tlsKey: text('TLS_KEY'),
  corsOrigin: text('CORS_ORIGIN'),
  get logLevel() {
    const level = text('LOG_LEVEL') ?? 'info';
    if (logLevels.includes(level)) return level;
    throw new UsageError(`LOG_LEVEL must be one of ${logLevels.join(', ')}, not ${level}`);
  },
};

/** The environment as the end of every --help. */
export const environmentHelp = `
Environment:
  DATABASE_URL  PostgreSQL to use; unset: an embedded one in BELFRY_DATA
  BELFRY_DATA   folder of the embedded database (.data)
  BELFRY_OUT    folder of the published form (out)
  BELFRY_BUCKET s3://bucket/prefix instead of the folder, with the AWS_ variables
  LOG_LEVEL     trace, debug, info, warn, error or silent (info)

Exit codes: 0 done, 1 a document was withheld or a check failed, 2 wrong usage, 3 database or store out of reach`;

function readPort(name: string, otherwise: number): number {
  const value = text(name);
  if (value === undefined) return otherwise;
  const port = Number(value);
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return port;
  throw new UsageError(`${name} must be a port number from 0 to 65535, not ${value}`);
}
