// Writes the days of an organisation: one pack, in which each day is compressed alone, and the part of the record that says where
// each of them stands.

import { createSchoolYear } from '../../calendar/create-school-year.ts';
import { type DerivedRange, daysServed } from '../../calendar/derived-range.ts';
import { isoDay } from '../../calendar/time/day.ts';
import type { Calendar, DaysPart, Pointer } from '../../contract/types.generated.ts';
import type { Validator } from '../../contract/validator.ts';
import { assembleDay } from '../../days/assemble-day.ts';
import type { Audience } from '../../days/lesson-outcome.ts';
import type { ResolvedDays } from '../../days/resolve-days.ts';
import { sameDocument } from '../../document/same-document.ts';
import type { PackInput } from '../../snapshot/pack/compress-entries.ts';
import { noEarlierPack, openDaysPack } from '../../snapshot/pack/open-packs.ts';
import { writeDaysPack } from '../../snapshot/pack/write-packs.ts';
import { daysName, paths } from '../../snapshot/paths.ts';
import { type ReplacedRecord, replacePart } from '../../snapshot/replace-part.ts';
import { sha256 } from '../../snapshot/sha256.ts';
import type { Store } from '../../store/store.ts';
import type { OpenOrganisation } from '../port.ts';
import { encodeData } from './encode-data.ts';
import { listReplaced } from './list-replaced.ts';

export type DaysToPublish = {
  store: Store;
  validate: Validator;
  place: ReplacedRecord;
  organisation: Pick<OpenOrganisation, 'fence' | 'assertMayPublish'>;
  before: DaysPart | undefined;
  pointer: Pointer;
  calendar: Calendar;
  days: ResolvedDays;
  audience: Audience;
  range: Pick<DerivedRange, 'today'>;
  /** The clock, in milliseconds since 1970. */
  now: () => number;
  tzdata: string;
  /** Write the part although nothing in it differs, so that a publisher which was paused finds it replaced. */
  isPending: boolean;
  /** Write the pack anew, whatever is stored. */
  repair: boolean;
};

/** `pointer`: of the record as it is by now. `replaced`: whether its part was replaced. */
export type PublishedDays = {
  part: DaysPart;
  pointer: Pointer | null;
  replaced: boolean;
  written: string[];
  bytes: number;
};

export async function publishDays(publishing: DaysToPublish): Promise<PublishedDays> {
  const { store, place, organisation, before, pointer, calendar, days, audience, range, tzdata, repair } = publishing;
  const { fence, assertMayPublish } = organisation;
  const { organisationId } = place;
  const { generation } = pointer;
  const now = publishing.now();
  const { dates, ...validity } = daysServed(range.today, calendar.timeZone);
  const year = createSchoolYear(calendar);
  // One after the other, so that few of them are in memory.
  function* inputs(): Generator<PackInput> {
    for (const date of dates) {
      const name = isoDay(date);
      yield [
        name,
        encodeData(publishing.validate, 'day', name, assembleDay({ days, audience, year, generation, date })),
      ];
    }
  }
  const stored = before === undefined ? null : await store.read(paths.pack(organisationId, daysName, before.pack.hash));
  const earlier = before === undefined || repair ? noEarlierPack : openDaysPack(stored, before.days);
  const { bytes, pack, days: packed } = await writeDaysPack(inputs(), earlier);

  const made = { generation, ...validity, tzdata, pack, days: packed };
  const isSame = before !== undefined && sameDocument(made, contentOf(before));
  const isStored = stored !== null && sha256(stored) === pack.hash;
  if (!isStored) await store.write([{ path: paths.pack(organisationId, daysName, pack.hash), bytes }]);
  const earlierPacks = listReplaced(
    {
      files: before === undefined ? [] : [{ name: daysName, hash: before.pack.hash }],
      replaced: before?.replaced ?? [],
    },
    [{ name: daysName, hash: pack.hash }],
    now,
  );
  const publishedAt = isSame ? before.publishedAt : new Date(now).toISOString();
  const part: DaysPart = { ...made, publishedAt, replaced: earlierPacks, fence };
  const replaced = !isSame || publishing.isPending;
  const shown = replaced ? await replacePart(store, place, 'days', part, assertMayPublish) : { pointer };
  const files = isStored ? { written: [], bytes: 0 } : { written: [daysName], bytes: bytes.length };
  return { part, pointer: shown.pointer ?? null, replaced, ...files };
}

/** The parts that say what is shown; the others say when and by whom it was written. */
const contentOf = ({ publishedAt: _at, replaced: _replaced, fence: _fence, ...content }: DaysPart) => content;
