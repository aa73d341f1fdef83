// The commands of `belfry`, in the groups of its help. Each is loaded only when it is run, since some load large packages.

import type { Command } from 'commander';

type Load = () => Promise<{ command: Command }>;

export const commandGroups: Record<string, Record<string, Load>> = {
  'Try it:': {
    demo: () => import('../demo.ts'),
    start: () => import('../start.ts'),
  },
  'Timetables:': {
    convert: () => import('../convert.ts'),
    import: () => import('../import.ts'),
    export: () => import('../export.ts'),
    timetables: () => import('../timetables.ts'),
    calendar: () => import('../calendar.ts'),
    days: () => import('../days.ts'),
  },
  'Who may read, and who may change:': {
    organisations: () => import('../organisations.ts'),
    keys: () => import('../keys.ts'),
    links: () => import('../links.ts'),
    webhooks: () => import('../webhooks.ts'),
    admins: () => import('../admins.ts'),
    'audit-log': () => import('../audit-log.ts'),
  },
  'Run it:': {
    migrate: () => import('../migrate.ts'),
    watch: () => import('../watch.ts'),
    serve: () => import('../serve.ts'),
    dashboard: () => import('../dashboard.ts'),
    build: () => import('../build.ts'),
    'build-cdn': () => import('../build-cdn.ts'),
  },
  'Look after it:': {
    status: () => import('../status.ts'),
    doctor: () => import('../doctor.ts'),
    check: () => import('../check.ts'),
    smoke: () => import('../smoke.ts'),
  },
  'Put it right:': {
    rollback: () => import('../rollback.ts'),
    forget: () => import('../forget.ts'),
    copy: () => import('../copy.ts'),
    bind: () => import('../bind.ts'),
  },
  'For the shell:': {
    completion: () => import('../completion.ts'),
  },
};

export const commands: Record<string, Load> = Object.assign({}, ...Object.values(commandGroups));
