// Opens the page of an address about timetables. Pages that most readers never open are loaded when they are needed.

import type { TimetableClient } from '../client/belfry-client.ts';
import { resolveTimetable } from '../client/resolve-timetable.ts';
import type { Address } from './address.ts';
import { loadRarePage } from './load-rare-page.ts';
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
  client: TimetableClient,
  signal: AbortSignal,
  listHref: () => string,
): Promise<OpenPage> {
  if (address.page !== 'timetable') {
    const { openRarePage } = await loadRarePage();
    return openRarePage(address, client, signal, listHref);
  }
  const [document, list] = await Promise.all([
    client.get(address.versionId, { signal }),
    // The list of other versions is optional, so its failure is not shown.
    client.list({ signal }).catch(() => null),
  ]);
  const versions = list?.timetables ?? [];
  const hasOthers = versions.some(({ groupId }) => groupId !== document.groupId);
  let elsewhere: Promise<ShowElsewhere> | undefined;
  const page = timetablePage(resolveTimetable(document), versions, listHref, (...shown) => {
    if (!hasOthers) return;
    elsewhere ??= loadRarePage().then(({ readElsewhere }) => readElsewhere(client, document));
    // Without the others, the timetable is shown all the same.
    elsewhere.then((show) => show(...shown)).catch(() => {});
  });
  return { ...onlyFor('timetable', page), groupId: document.groupId };
}
