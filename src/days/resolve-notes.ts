// Resolves the notes of days, and the classes and rooms that are away.

import type { DayAbsence, DayNote, NamedEntity, Participant } from '../contract/types.generated.ts';
import { append } from './append.ts';
import type { FindNamed } from './find-names.ts';
import type { Orphan, Stored } from './orphan.ts';
import { codeOf, plainName } from './read-names.ts';

export type ResolvedNote = { text: string; classes: NamedEntity[] | null };
export type AbsentOn = { classes: NamedEntity[]; rooms: Participant[] };

export type NotesAsked = {
  notes: readonly Stored<DayNote>[];
  absent: readonly Stored<DayAbsence>[];
  namesOn(date: number): FindNamed;
  orphan(orphan: Orphan): void;
  noteChange(date: number, at: string | null | undefined): void;
};

export function resolveNotes({ notes, absent, namesOn, orphan, noteChange }: NotesAsked) {
  const notesOn = new Map<number, ResolvedNote[]>();
  for (const [index, { date, text, classes = null, changedAt }] of notes.entries()) {
    const found = classes?.map((name) => namesOn(date)('classes', name)) ?? null;
    const known = found?.filter((each) => typeof each !== 'string') ?? null;
    if (found !== null && known?.length !== found.length) {
      orphan({ list: 'notes', index, date, code: codeOf(found), field: 'classes', candidates: [] });
      continue;
    }
    append(notesOn, date, { text, classes: known });
    noteChange(date, changedAt);
  }
  const absentOn = new Map<number, AbsentOn>();
  for (const [index, { date, kind, entity, changedAt }] of absent.entries()) {
    const found = namesOn(date)(kind === 'class' ? 'classes' : 'rooms', entity);
    if (found === 'ambiguous' || (found === 'unknown' && kind === 'class')) {
      orphan({ list: 'absent', index, date, code: codeOf([found]), field: 'entity', candidates: [] });
      continue;
    }
    const those = absentOn.get(date) ?? { classes: [], rooms: [] };
    absentOn.set(date, those);
    if (kind === 'room') those.rooms.push(found === 'unknown' ? plainName(entity) : found);
    else if (found !== 'unknown') those.classes.push(found);
    noteChange(date, changedAt);
  }
  return {
    notesOn: (date: number) => notesOn.get(date) ?? [],
    absentOn: (date: number) => absentOn.get(date) ?? { classes: [], rooms: [] },
  };
}
