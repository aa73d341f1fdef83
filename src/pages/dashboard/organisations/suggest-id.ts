// The id that follows from the name of a new organisation; whoever creates it may choose another.

/** Letters that no Unicode decomposition takes apart. */
const spelled: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ı: 'i' };

/** Such as `ecole-jean-moulin`; empty where the name has no letter of it, as in another script. */
export const suggestId = (name: string): string =>
  name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[ßæœøłđı]/g, (letter) => spelled[letter] ?? letter)
    .replaceAll(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replaceAll(/^-+|-+$/g, '');
