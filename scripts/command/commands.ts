// The commands of `belfry`. Each is loaded only when it is run, since some load large packages.

import type { Command } from 'commander';

export const commands: Record<string, () => Promise<{ command: Command }>> = {
  start: () => import('../start.ts'),
  migrate: () => import('../migrate.ts'),
  convert: () => import('../convert.ts'),
  import: () => import('../import.ts'),
  export: () => import('../export.ts'),
  organisations: () => import('../organisations.ts'),
  calendar: () => import('../calendar.ts'),
  days: () => import('../days.ts'),
  timetables: () => import('../timetables.ts'),
  keys: () => import('../keys.ts'),
  links: () => import('../links.ts'),
  admins: () => import('../admins.ts'),
  'audit-log': () => import('../audit-log.ts'),
  build: () => import('../build.ts'),
  watch: () => import('../watch.ts'),
  serve: () => import('../serve.ts'),
  dashboard: () => import('../dashboard.ts'),
  status: () => import('../status.ts'),
  bind: () => import('../bind.ts'),
  doctor: () => import('../doctor.ts'),
  check: () => import('../check.ts'),
  rollback: () => import('../rollback.ts'),
  forget: () => import('../forget.ts'),
  copy: () => import('../copy.ts'),
  'build-cdn': () => import('../build-cdn.ts'),
  smoke: () => import('../smoke.ts'),
  completion: () => import('../completion.ts'),
};
