// A page that stays while the reader changes what it shows, such as from class to class.

import type { Address } from './address.ts';

export type TimetableAddress = Exclude<Address, { page: 'versions' | 'calendar' | 'print' | 'foyer' }>;

export type ShownPage<Shown> = {
  root: HTMLElement;
  /**
   * @param signal aborts it: then another address is shown
   * @returns the title of the window for what is shown
   */
  show(address: Shown, signal?: AbortSignal): string | Promise<string>;
  /** Scrolls the list to what is chosen. The page must be in the document. */
  reveal(): void;
};

/** The page that is open. It shows only addresses of its own kind. */
export type OpenPage = ShownPage<TimetableAddress> & {
  /** The timetable that it is about. */
  groupId: string;
};

type AddressOf<Name> = Extract<TimetableAddress, { page: Name }>;

export function onlyFor<Name extends TimetableAddress['page']>(
  name: Name,
  page: ShownPage<AddressOf<Name>>,
): ShownPage<TimetableAddress> {
  const isOwn = (address: TimetableAddress): address is AddressOf<Name> => address.page === name;
  return { ...page, show: (address, signal) => (isOwn(address) ? page.show(address, signal) : '') };
}
