// The names of the entries in the pack of an organisation's changes. No id begins with them. Runs in CDN functions.

export const changesList = 'list';
/** What the next change is compared with. No request names it. */
export const changesBasis = 'basis';
export const nameOfChange = (id: string): string => `change/${id}`;
