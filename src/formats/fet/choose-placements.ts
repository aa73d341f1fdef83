// Chooses the time and rooms of each activity. FET writes its solution as constraints, like those of the user. Only
// compulsory constraints count, and the last one wins, since FET appends its solution at the end.

import { groupBy } from '../group-by.ts';
import { type Findings, quote } from '../report/finding.ts';
import type { Activity, FetData, Placement } from './fet-data.ts';

export type Chosen = {
  time: { day: string; hour: string; isLocked: boolean; line: number } | null;
  room: { room: string; realRooms: string[]; line: number } | null;
};

/** @param solved the rows of *_activities.xml, which then replace the constraints; null without that file */
export function choosePlacements(
  data: FetData,
  active: ReadonlyMap<string, Activity>,
  solved: { file: string; placements: readonly Placement[] } | null,
  file: string,
  findings: Findings,
): Map<string, Chosen> {
  const locked = new Set(data.times.flatMap(({ activity, isLocked }) => (isLocked ? [activity] : [])));
  const inactive = new Set(data.activities.flatMap(({ id, isActive }) => (isActive ? [] : [id])));
  const chosen = new Map<string, Chosen>();
  const isKnown = (activity: string, inFile: string, line: number): boolean => {
    if (active.has(activity)) return true;
    const what = inactive.has(activity) ? 'not active' : 'not in the file';
    findings.add('fet.placement-unknown', { file: inFile, line }, `activity ${quote(activity)} is ${what}`);
    return false;
  };
  if (solved !== null) {
    for (const { activity, day, hour, room, realRooms, line } of solved.placements) {
      if (!isKnown(activity, solved.file, line)) continue;
      const time = day === '' || hour === '' ? null : { day, hour, isLocked: locked.has(activity), line };
      chosen.set(activity, { time, room: room === '' ? null : { room, realRooms, line } });
    }
    return chosen;
  }
  const compulsory = <Given extends { activity: string; weight: number; line: number }>(given: readonly Given[]) =>
    groupBy(
      given.filter(({ activity, weight, line }) => weight >= 100 && isKnown(activity, file, line)),
      ({ activity }) => activity,
    );
  const times = compulsory(data.times);
  const rooms = compulsory(data.roomsGiven.filter(({ room }) => room !== ''));
  for (const id of active.keys()) {
    const [time, room] = [times.get(id)?.at(-1) ?? null, rooms.get(id)?.at(-1) ?? null];
    const others = times.get(id)?.filter(({ day, hour }) => day !== time?.day || hour !== time.hour) ?? [];
    for (const { day, hour, line } of others) {
      const message = `activity ${id} has the time ${day} ${hour} and also ${time?.day} ${time?.hour}`;
      findings.add('fet.two-times', { file, line }, message);
    }
    for (const other of rooms.get(id)?.filter((each) => each.room !== room?.room) ?? []) {
      const message = `activity ${id} has the room ${quote(other.room)} and also ${quote(room?.room ?? '')}`;
      findings.add('fet.two-rooms', { file, line: other.line }, message);
    }
    const isLocked = times.get(id)?.some((each) => each.isLocked) ?? false;
    chosen.set(id, { time: time === null ? null : { ...time, isLocked }, room: withRealRooms(room, rooms.get(id)) });
  }
  return chosen;
}

/** A virtual room may occur twice: once as requested, once with the real rooms that FET chose for it. */
function withRealRooms(
  room: FetData['roomsGiven'][number] | null,
  all: readonly FetData['roomsGiven'][number][] = [],
): Chosen['room'] {
  if (room === null || room.realRooms.length > 0) return room;
  const resolved = all.findLast((each) => each.room === room.room && each.realRooms.length > 0);
  return resolved ?? room;
}
