// The moment in a field of date and time, which the reader gives in their own time zone.

/** @returns ISO 8601 in UTC; null where the field is empty */
export const momentOfField = ({ value }: HTMLInputElement): string | null => {
  const time = Date.parse(value);
  return value === '' || Number.isNaN(time) ? null : new Date(time).toISOString();
};
