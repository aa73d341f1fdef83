// Opens the page of an address about timetables. Pages that most readers never open are loaded when they are needed.

import { type ResolvedTimetable, resolveTimetable, type TimetableClient } from '../client/belfry-client.ts';
import type { Address } from './address.ts';
import { today } from './calendar.ts';
import type { ShownPage } from './shown-page.ts';
import { timetablePage } from './timetable-page.ts';
import { versionPair } from './version-pair.ts';

export type TimetableAddress = Exclude<Address, { page: 'versions' }>;
export type OpenPage = ShownPage<TimetableAddress> & {
  /** The timetable that it shows. */
  groupId: string;
};

/** Two addresses with one key are shown by one page. */
export const pageKey = (address: TimetableAddress): string =>
  address.page === 'changes'
    ? JSON.stringify([address.page, address.groupId, address.before, address.after])
    : JSON.stringify([address.page, address.versionId]);

/** @param listHref the URL of the list of timetables, as the reader left it */
export async function openPage(
  address: TimetableAddress,
  client: TimetableClient,
  signal: AbortSignal,
  listHref: () => string,
): Promise<OpenPage> {
  const read = async (id: string): Promise<ResolvedTimetable> => resolveTimetable(await client.get(id, { signal }));
  if (address.page === 'changes') {
    const { groupId, before, after } = address;
    const [{ changesPage }, list] = await Promise.all([import('./changes-page.ts'), client.list({ signal })]);
    const versions = list.timetables.filter((each) => each.groupId === groupId);
    const pair = versionPair(versions, { before, after }, today());
    const compared =
      pair === null ? null : { before: await read(pair.before.id), after: await read(pair.after.id), versions };
    return { ...only('changes', changesPage(compared, listHref)), groupId };
  }
  const [timetable, list] = await Promise.all([
    read(address.versionId),
    // The list of other versions is optional, so its failure is not shown.
    client.list({ signal }).catch(() => null),
  ]);
  const { groupId } = timetable.document;
  return { ...only('timetable', timetablePage(timetable, list?.timetables ?? [], listHref)), groupId };
}

type AddressOf<Name> = Extract<TimetableAddress, { page: Name }>;

/** A page for addresses of its own kind, which `pageKey` sees to. */
function only<Name extends TimetableAddress['page']>(
  name: Name,
  page: ShownPage<AddressOf<Name>>,
): ShownPage<TimetableAddress> {
  const isOwn = (address: TimetableAddress): address is AddressOf<Name> => address.page === name;
  return { ...page, show: (address) => (isOwn(address) ? page.show(address) : '') };
}
