/** Parses a whole number from 1, of at most nine digits; null for any other text. */
export const parseWholeNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
