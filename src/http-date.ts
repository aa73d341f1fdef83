// Dates of HTTP (RFC 9110, section 5.6.7): the form that is written today, and the two old ones that every recipient must read.
// JavaScript's own parser reads the form of asctime as local time, and much that is no date of HTTP.

const month = '(?<month>Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const clock = '(?<hour>\\d\\d):(?<minute>\\d\\d):(?<second>\\d\\d)';
const day = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const wholeDay = '(?:Mon|Tues|Wednes|Thurs|Fri|Satur|Sun)day';

const forms = [
  new RegExp(`^${day}, (?<date>\\d\\d) ${month} (?<year>\\d{4}) ${clock} GMT$`),
  // RFC 850: the year has two digits.
  new RegExp(`^${wholeDay}, (?<date>\\d\\d)-${month}-(?<year>\\d\\d) ${clock} GMT$`),
  // asctime: in UTC, though it does not say so.
  new RegExp(`^${day} ${month} (?<date>\\d\\d| \\d) ${clock} (?<year>\\d{4})$`),
];
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/**
 * Milliseconds since 1970; null for anything else than a date of HTTP.
 * @param now decides the century of a year of two digits: not more than 50 years ahead
 */
export function parseHttpDate(text: string, now: number): number | null {
  const groups = forms.map((form) => form.exec(text)?.groups).find((found) => found !== undefined);
  if (groups === undefined) return null;
  const number = (name: string) => Number(groups[name]);
  const [date, hour, minute, second] = [number('date'), number('hour'), number('minute'), number('second')];
  const year = groups['year']?.length === 2 ? fullYear(number('year'), now) : number('year');
  const midnight = new Date(0).setUTCFullYear(year, months.indexOf(groups['month'] ?? ''), date);
  // The second 60 is that of a leap second.
  const exists = new Date(midnight).getUTCDate() === date && hour < 24 && minute < 60 && second <= 60;
  return exists ? midnight + ((hour * 60 + minute) * 60 + second) * 1000 : null;
}

/** What would be more than 50 years ahead is the last year that ended in these digits. */
function fullYear(digits: number, now: number): number {
  const thisYear = new Date(now).getUTCFullYear();
  const year = thisYear - (thisYear % 100) + 100 + digits;
  return [year, year - 100].find((each) => each <= thisYear + 50) ?? year - 200;
}
