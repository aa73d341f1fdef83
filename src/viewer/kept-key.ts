// The key, kept for this tab and no longer: session storage goes with the tab, and no other tab or site can read it.

const name = 'belfry-key';

export const keptKey = {
  read: (): string | null => sessionStorage.getItem(name),
  keep: (key: string) => sessionStorage.setItem(name, key),
  forget: () => sessionStorage.removeItem(name),
};
