/** The whole number from 1 that a setting says, in at most nine digits and nothing else; null for any other text. */
export const parseWholeNumber = (text: string): number | null => (/^[1-9]\d{0,8}$/.test(text) ? Number(text) : null);
