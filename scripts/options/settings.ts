// Every environment variable that Belfry reads: its meaning, its allowed values, and the commands that use it. --help shows
// those of a command; the table in scripts/deploy/operating.md shows all.

import { serverAddress } from '../../src/database/connect/server-address.ts';
import { parseNetworks } from '../../src/webhooks/judge-address.ts';
import { serving, usingDatabase } from './command-groups.ts';
import { optionalSetting, type Setting, settingWithDefault } from './read-setting.ts';
import { storeSettings } from './store-settings.ts';
import { addressList, folder, matching, nameList, originList, wholeNumberUpTo } from './strict-value.ts';

const port = { allowed: 'a port number from 0 to 65535', parse: wholeNumberUpTo(65_535) };
const host = { allowed: 'a host name or an IP address', parse: matching(/^[\w.:%-]+$/) };
const file = { allowed: 'a file', parse: matching(/\S/) };

const logLevels = ['trace', 'debug', 'info', 'warn', 'error', 'silent'] as const;

export const settings = {
  databaseUrl: optionalSetting('DATABASE_URL', {
    meaning: 'address of PostgreSQL, 15 or newer; missing parts come from the PG variables of psql',
    unset: 'the embedded database',
    example: 'postgres://belfry@127.0.0.1:5432/timetables',
    commands: [...usingDatabase, 'bench'],
    allowed: 'an address of PostgreSQL',
    secret: true,
    // `serverAddress` throws a SettingError that says what is wrong with the address.
    parse: (text) => (serverAddress(text) === '' ? null : text),
  }),
  listenUrl: optionalSetting('BELFRY_LISTEN_URL', {
    meaning:
      'address of the same database without the pooler, for the connection that listens; needed with a pooler in transaction mode',
    unset: 'DATABASE_URL',
    example: 'postgres://belfry@db.internal:5432/timetables',
    commands: ['start', 'watch'],
    allowed: 'an address of PostgreSQL',
    secret: true,
    parse: (text) => (serverAddress(text, 'BELFRY_LISTEN_URL') === '' ? null : text),
  }),
  dataFolder: settingWithDefault('BELFRY_DATA', {
    meaning: 'folder of the embedded database',
    default: '.data',
    example: '/var/lib/belfry/data',
    commands: usingDatabase,
    ...folder,
  }),
  ...storeSettings,
  checkSeconds: settingWithDefault('BELFRY_CHECK_SECONDS', {
    meaning: 'seconds of processor time that the checks of one timetable version may take before it is withheld',
    default: '60',
    example: '20',
    commands: ['start', 'watch'],
    allowed: 'a whole number of seconds from 5 to 3600',
    parse: wholeNumberUpTo(3600, 5),
  }),
  host: settingWithDefault('HOST', {
    meaning: 'address on which the server listens, unless systemd passes it a socket',
    default: '127.0.0.1',
    example: '0.0.0.0',
    commands: serving,
    ...host,
  }),
  port: settingWithDefault('PORT', {
    meaning: 'port on which the server listens, unless systemd passes it a socket; 0 for any free port',
    default: '8080',
    example: '8443',
    commands: serving,
    ...port,
  }),
  adminPort: settingWithDefault('ADMIN_PORT', {
    meaning: 'port of /healthz, /readyz, /last-used and /metrics; on ADMIN_HOST',
    default: '8081',
    example: '9081',
    commands: serving,
    ...port,
  }),
  watchAdminPort: settingWithDefault('WATCH_ADMIN_PORT', {
    meaning: 'port of /healthz, /readyz and /metrics of `watch`; on ADMIN_HOST',
    default: '8083',
    example: '9083',
    commands: ['watch'],
    ...port,
  }),
  adminHost: settingWithDefault('ADMIN_HOST', {
    meaning:
      'address on which the admin ports of `serve` and `watch` listen, which need no key: let no caller reach it, such as the network of containers',
    default: '127.0.0.1',
    example: '0.0.0.0',
    commands: [...serving, 'watch'],
    ...host,
  }),
  adminNames: optionalSetting('ADMIN_NAMES', {
    meaning:
      'host names of the admin ports, separated by commas, where ADMIN_HOST is not loopback; addresses are always answered',
    unset: 'none',
    example: 'belfry-serve,belfry-watch',
    commands: [...serving, 'watch'],
    ...nameList,
  }),
  dashboardHost: settingWithDefault('DASHBOARD_HOST', {
    meaning: 'address on which the dashboard listens',
    default: '127.0.0.1',
    example: '0.0.0.0',
    commands: ['start', 'dashboard'],
    ...host,
  }),
  dashboardPort: settingWithDefault('DASHBOARD_PORT', {
    meaning: 'port on which the dashboard listens; 0 for any free port',
    default: '8082',
    example: '9082',
    commands: ['start', 'dashboard'],
    ...port,
  }),
  dashboardNames: optionalSetting('DASHBOARD_NAMES', {
    meaning:
      'host names of the dashboard, separated by commas, besides DASHBOARD_HOST and those of loopback; requests for any other are refused',
    unset: 'none',
    example: 'timetables-admin.example',
    commands: ['start', 'dashboard'],
    ...nameList,
  }),
  publicUrl: optionalSetting('BELFRY_URL', {
    meaning: 'where people reach the timetables, for the links and examples that the dashboard shows',
    unset: 'whoever makes a link is asked',
    example: 'https://timetables.example',
    commands: ['start', 'dashboard'],
    allowed: 'an https or http address without a path',
    parse: (text) => (/^https?:\/\/[^\s/?#@]+$/.test(text) && URL.canParse(text) ? new URL(text).origin : null),
  }),
  tlsCert: optionalSetting('TLS_CERT', {
    meaning: 'PEM file of the certificate; required unless HOST is loopback or --behind-tls-proxy is given',
    unset: 'plain HTTP',
    example: '/etc/belfry/cert.pem',
    commands: [...serving, 'dashboard'],
    ...file,
  }),
  tlsKey: optionalSetting('TLS_KEY', {
    meaning: 'PEM file of its private key',
    unset: 'plain HTTP',
    example: '/etc/belfry/key.pem',
    commands: [...serving, 'dashboard'],
    ...file,
  }),
  corsOrigins: optionalSetting('CORS_ORIGIN', {
    meaning: 'origins that may read responses in a browser, separated by commas, or *',
    unset: 'none',
    example: 'https://school.example',
    commands: serving,
    ...originList,
  }),
  logLevel: settingWithDefault('LOG_LEVEL', {
    meaning: `${logLevels.join(', ')}; debug logs each request`,
    default: 'info',
    example: 'debug',
    commands: [...serving, 'watch', 'dashboard'],
    allowed: `one of ${logLevels.join(', ')}`,
    parse: (text) => logLevels.find((level) => level === text) ?? null,
  }),
  webhookAllow: optionalSetting('BELFRY_WEBHOOK_ALLOW', {
    meaning:
      'networks in which webhooks may be sent to addresses that are not public, and by http, in CIDR notation, separated by commas',
    unset: 'none: https to public addresses alone',
    example: '10.20.0.0/16',
    commands: ['start', 'watch', 'dashboard', 'webhooks'],
    allowed: 'up to 100 networks such as 10.20.0.0/16, separated by commas',
    parse: (text) => parseNetworks(text.split(',', 101).map((network) => network.trim())),
  }),
  servers: optionalSetting('BELFRY_SERVERS', {
    meaning:
      'addresses of the admin ports of all servers, separated by commas; the dashboard asks them each minute when keys were last used',
    unset: 'none: last use is not known',
    example: 'http://127.0.0.1:8081',
    commands: ['start', 'dashboard'],
    ...addressList,
  }),
} as const;

/** The bucket or folder of the published output. */
export const publishedLocation = (): string => settings.bucket.value ?? settings.outFolder.value;

export const settingsOf = (command: string): Setting[] =>
  Object.values<Setting>(settings).filter(({ commands }) => commands.includes(command));
