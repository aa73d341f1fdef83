// A page that stays while the reader changes what it shows, such as from class to class.

export type ShownPage<Address> = {
  root: HTMLElement;
  /** @returns the title of the window for what is shown */
  show(address: Address): string;
  /** Scrolls the list to what is chosen. The page must be in the document. */
  reveal(): void;
};
