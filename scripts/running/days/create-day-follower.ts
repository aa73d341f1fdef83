// Follows the exports of a planning program in a folder. Each look compares every file with the look before: a file is read when
// two looks agree, so never while it is being written. What a file said stays until it says something else: a file that is
// locked, cut off, wrong or gone withdraws nothing. What is the matter is said once, and again only after it changed.

import { addDays, dayAtUtc, isoDay, mondayOf } from '../../../src/calendar/time/day.ts';
import { type CheckedFile, type FileProblem, withLines } from '../../../src/control/days/check-day-file.ts';
import { reasonOf } from '../../../src/errors.ts';
import { formatCount } from '../../../src/format-count.ts';
import { problemLines } from '../../reports/describe-day-file.ts';
import { chooseDates, cutToStretch, type GoodFile, type Stretch } from './choose-dates.ts';
import type { DaySender } from './day-sender.ts';
import { type FileState, listDayFiles, readDayBytes } from './look-at-folder.ts';

export type DayFollowing = {
  folder: string;
  sender: Pick<DaySender, 'send'>;
  /** @throws when what it needs is out of reach */
  read(file: { name: string; bytes: Uint8Array }): Promise<CheckedFile>;
  say(line: string): void;
  now(): number;
};

/** `hash` is that of the last look, `settled` that of what was read last. */
type Followed = { stamp: string; hash: string | null; settled: string | null; isGone: boolean };

/** Looks between two readings of a file whose time and size stay: some drives keep the time of a file that is written anew. */
const looksBetweenReadings = 15;
/** Looks until changes that were refused are tried again: a new timetable may have what they need. */
const looksBetweenTries = 150;
const mostPause = 30;

/** @returns what looks once, to be called again after the pause between two looks */
export function createDayFollower({ folder, sender, read, say, now }: DayFollowing): () => Promise<void> {
  const followed = new Map<string, Followed>();
  const good = new Map<string, GoodFile>();
  const sentHash = new Map<number, string>();
  const told = new Map<string, string>();
  const refused = new Map<string, number>();
  let looks = 0;
  let failures = 0;
  let pausedUntil = 0;

  function tell(about: string, lines: readonly string[]): void {
    const text = lines.join('\n');
    if (told.get(about) === text) return;
    told.set(about, text);
    for (const line of lines) say(line);
  }
  const settleDown = (about: string) => told.delete(about);

  async function lookAtFile(state: FileState): Promise<void> {
    const { name } = state;
    const stamp = `${state.modifiedAt} ${state.size} ${state.id}`;
    const file = followed.get(name) ?? { stamp: '', hash: null, settled: null, isGone: false };
    followed.set(name, file);
    if (file.isGone) settleDown(`gone ${name}`);
    file.isGone = false;
    const isSame = stamp === file.stamp;
    if (isSame && file.hash !== null && file.hash === file.settled && looks % looksBetweenReadings !== 0) return;
    let content: Awaited<ReturnType<typeof readDayBytes>>;
    try {
      content = await readDayBytes(folder, name);
    } catch (error) {
      Object.assign(file, { stamp, hash: null });
      return tell(`file ${name}`, [`${name} cannot be read: ${reasonOf(error)}. ${staysAsItIs(good.has(name))}`]);
    }
    if ('problem' in content) {
      Object.assign(file, { stamp, hash: null });
      if (content.problem === 'too large')
        tell(`file ${name}`, [`${name} is too large. ${staysAsItIs(good.has(name))}`]);
      return;
    }
    const agrees = isSame && content.hash === file.hash;
    Object.assign(file, { stamp, hash: content.hash });
    const known = good.get(name);
    if (known?.hash === content.hash) known.modifiedAt = state.modifiedAt;
    if (content.hash === file.settled) settleDown(`file ${name}`);
    else if (agrees) await take(state, content, file);
  }

  async function take(state: FileState, content: { bytes: Uint8Array; hash: string }, file: Followed): Promise<void> {
    const { name } = state;
    let checked: CheckedFile;
    try {
      checked = await read({ name, bytes: content.bytes });
    } catch (error) {
      return fail(reasonOf(error));
    }
    file.settled = content.hash;
    if ('problems' in checked) return refuse(name, checked.problems, good.has(name));
    settleDown(`file ${name}`);
    const before = good.get(name)?.changes;
    const { changes, lines } = checked;
    good.set(name, { name, modifiedAt: state.modifiedAt, hash: content.hash, changes, lines });
    const { warnings, findings } = checked.report;
    if (warnings > 0)
      tell(`warnings ${name}`, [
        `${name}: ${formatCount(warnings, 'warning')}`,
        ...problemLines(
          findings.filter(({ severity }) => severity === 'warning').map((each) => ({ ...each, path: null })),
        ),
      ]);
    if (before !== undefined) tellLeft(name, before);
  }

  const refuse = (name: string, problems: readonly FileProblem[], wasSent: boolean) =>
    tell(`file ${name}`, [
      `${name} is refused, ${formatCount(problems.length, 'problem')}. ${staysAsItIs(wasSent)}`,
      ...problemLines(problems),
    ]);

  const staysAsItIs = (wasSent: boolean) => (wasSent ? 'What was sent before stays.' : 'Nothing of it was sent.');

  /** A range that shrinks may be a change that was withdrawn, or a shorter export. Nobody knows, so a person decides. */
  function tellLeft(name: string, before: { from: number; to: number }): void {
    for (let day = before.from; day <= before.to; day = addDays(day, 1))
      if (day >= dayAtUtc(now()) && sentHash.has(day) && !covers([...good.values()], day))
        tell(`left ${day}`, [`${name} has nothing for ${isoDay(day)} any more. What it said before stays.`]);
  }

  async function deliver(stretch: Stretch): Promise<void> {
    const { file, from, to } = stretch;
    const key = `${file.hash} ${from} ${to}`;
    if ((refused.get(key) ?? 0) > looks) return;
    const { changes, lines } = cutToStretch(stretch);
    const days = from === to ? isoDay(from) : `${isoDay(from)} to ${isoDay(to)}`;
    const delivery = await sender.send(changes).catch((error: unknown) => ({
      ...{ outcome: 'failed' as const, reason: reasonOf(error) },
    }));
    if (delivery.outcome === 'failed') return fail(delivery.reason);
    failures = 0;
    settleDown('sending');
    if (delivery.outcome === 'refused') {
      refused.set(key, looks + looksBetweenTries);
      return refuse(file.name, withLines(delivery.problems, lines), sentHash.has(from));
    }
    refused.delete(key);
    settleDown(`file ${file.name}`);
    for (let day = from; day <= to; day = addDays(day, 1)) {
      sentHash.set(day, file.hash);
      settleDown(`left ${day}`);
    }
    const count = formatCount(changes.changes?.length ?? 0, 'change');
    say(`${file.name}: ${days}, ${count}${delivery.outcome === 'unchanged' ? ', as before' : ''}`);
  }

  /** What failed for the moment is tried again, after a pause that grows. */
  function fail(reason: string): void {
    failures += 1;
    pausedUntil = looks + Math.min(2 ** failures, mostPause);
    tell('sending', [`cannot be sent: ${reason}. What was sent stays, and it is tried again.`]);
  }

  function tellOverlaps(stretches: readonly Stretch[], since: number): void {
    for (const { name, hash, changes } of good.values()) {
      const newer = stretches.filter(
        ({ file, from, to }) => file.name !== name && file.hash !== hash && from <= changes.to && to >= changes.from,
      );
      for (const { file, from, to } of newer.slice(0, 10)) {
        const first = Math.max(from, changes.from, since);
        const last = Math.min(to, changes.to);
        const days = first === last ? isoDay(first) : `${isoDay(first)} to ${isoDay(last)}`;
        tell(`overlap ${name} ${file.name}`, [
          `${name} and ${file.name} both have ${days}: ${file.name} is newer and decides`,
        ]);
      }
    }
  }

  return async function look(): Promise<void> {
    looks += 1;
    let files: FileState[];
    try {
      files = await listDayFiles(folder);
    } catch (error) {
      return tell('folder', [`${folder} cannot be read: ${reasonOf(error)}. What was sent stays.`]);
    }
    settleDown('folder');
    // A day more: the week of a school west of Greenwich ends later.
    const since = mondayOf(dayAtUtc(now() - 86_400_000));
    const names = new Set(files.map(({ name }) => name));
    for (const [name, file] of followed) {
      if (names.has(name)) continue;
      const isOver = (good.get(name)?.changes.to ?? 0) < since;
      if (!file.isGone && good.has(name)) tell(`gone ${name}`, [`${name} is gone. What it said stays.`]);
      Object.assign(file, { isGone: true, stamp: '', hash: null });
      if (isOver) for (const known of [followed, good]) known.delete(name);
    }
    for (const day of sentHash.keys()) if (day < since) sentHash.delete(day);
    if (looks < pausedUntil) return;
    for (const state of files) await lookAtFile(state);
    const stretches = chooseDates([...good.values()], since);
    tellOverlaps(stretches, since);
    for (const stretch of stretches) if (looks >= pausedUntil && isNew(stretch, sentHash)) await deliver(stretch);
  };
}

function isNew({ file, from, to }: Stretch, sentHash: ReadonlyMap<number, string>): boolean {
  for (let day = from; day <= to; day = addDays(day, 1)) if (sentHash.get(day) !== file.hash) return true;
  return false;
}

const covers = (files: readonly GoodFile[], day: number): boolean =>
  files.some(({ changes: { from, to } }) => from <= day && day <= to);
