/** A number with its noun, in the plural where needed: `1 version`, `2,000 versions`. */
export const formatCount = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`;
