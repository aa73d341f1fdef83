// Opens the page of an address about timetables. Pages that most readers never open are loaded when they are needed.

import { resolveTimetable } from '../../client/resolve-timetable.ts';
import type { Address } from './address.ts';
import type { Entry } from './choose/entries.ts';
import type { ShownGrid } from './grid/grid-page.ts';
import type { ViewerClient } from './last-answers.ts';
import { loadLazyPage } from './load-lazy-page.ts';
import { type OpenPage, onlyFor, type TimetableAddress } from './shown-page.ts';
import { timetablePage } from './timetable-page.ts';
import type { ShowElsewhere } from './together/elsewhere.ts';

/** Two addresses with one key are shown by one page. */
export const pageKey = (address: Address): string =>
  address.page === 'changes'
    ? JSON.stringify([address.page, address.groupId, address.before, address.after])
    : JSON.stringify([address.page, 'versionId' in address && address.versionId]);

/** @param listHref the URL of the list of timetables, as the reader left it */
export async function openPage(
  address: TimetableAddress,
  client: ViewerClient,
  signal: AbortSignal,
  listHref: () => string,
): Promise<OpenPage> {
  if (address.page !== 'timetable') {
    const { openLazyPage } = await loadLazyPage();
    return openLazyPage(address, client, signal, listHref);
  }
  const [document, list] = await Promise.all([
    client.get(address.versionId, { signal }),
    // The list of other versions is optional, so its failure is not shown.
    client.list({ signal }).catch(() => null),
  ]);
  const versions = list?.timetables ?? [];
  const hasOthers = versions.some(({ groupId }) => groupId !== document.groupId);
  const timetable = resolveTimetable(document);
  let elsewhere: Promise<ShowElsewhere> | undefined;
  const complete = async (entry: Entry, shown: ShownGrid) => {
    if (!hasOthers && !shown.today?.countedFrom) return;
    const { addWeekCorrection, readElsewhere } = await loadLazyPage();
    addWeekCorrection(timetable, shown);
    if (!hasOthers) return;
    elsewhere ??= readElsewhere(client, document);
    (await elsewhere)(entry, shown);
  };
  const page = timetablePage(timetable, versions, client.read, listHref, (...shown) => {
    complete(...shown).catch(() => {}); // without it, the timetable is shown all the same
  });
  return { ...onlyFor('timetable', page), groupId: document.groupId };
}
