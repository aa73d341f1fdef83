// What the comparison of the store with the database found, as sentences for people: the log, `build`, `check` and `doctor`.

import { commandLine } from '../../command-line.ts';
import { formatCount } from '../../format-count.ts';
import type { FenceReport, Named } from './compare-fences.ts';

/** `next` is what to do about it. */
export type FenceFinding = { found: string; next: string };

/** What a plain build, or a watcher, repairs: everything but what is newer. */
export function describeOlder({ older, unknown, strays }: FenceReport): FenceFinding[] {
  const next = `\`${commandLine('build')}\` publishes anew what the database has; so does \`${commandLine('watch')}\` when it starts, and once an hour`;
  return [
    ...(older.count === 0
      ? []
      : [
          `${formatCount(older.count, 'organisation')} (${names(older)}) ${older.count === 1 ? 'is' : 'are'} missing in the store, or older there than what the database published last, as after a restore of the store`,
        ]),
    ...(unknown.count === 0
      ? []
      : [
          `the database does not know what it published last of ${formatCount(unknown.count, 'organisation')} (${names(unknown)}), as after an upgrade`,
        ]),
    ...(strays.count === 0
      ? []
      : [`${formatCount(strays.count, 'record')} (${names(strays)}) of no organisation that the database has`]),
  ].map((found) => ({ found, next }));
}

/** What only a person can decide about. */
export function describeNewer({ newer }: FenceReport): FenceFinding[] {
  if (newer.count === 0) return [];
  const found = `${formatCount(newer.count, 'organisation')} (${names(newer)}) ${newer.count === 1 ? 'was' : 'were'} published by a transaction that the database does not know, as after a restore of the database`;
  const next = `Revoke again what was revoked since the backup; then \`${commandLine('build --full')}\` publishes what the database has`;
  return [{ found, next }];
}

const names = ({ count, first }: Named) => `${first.join(', ')}${count > first.length ? ', ...' : ''}`;
