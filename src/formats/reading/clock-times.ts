// Reads clock times from what people write: `08:00`, `8.00-8.45`, `8h`, `0800`, `1:30-2:20 PM`, `١:٣٠ م`.

/** The zeros of the decimal digits of scripts that schools write in. The digits 1 to 9 follow each. */
const zeros = [0x660, 0x6f0, 0x7c0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xff10];

/** With ASCII digits and colons, without invisible marks of direction. */
const inAscii = (text: string): string =>
  text
    .replace(/[\u200e\u200f\u061c\u202a-\u202e\u2066-\u2069]/g, '')
    .replaceAll('：', ':')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) ?? 0;
      const zero = zeros.find((each) => code >= each && code <= each + 9);
      return zero === undefined ? digit : String(code - zero);
    });

// An hour alone is a time from 6h: `1h` to `5h` may number the lessons of a day.
const half = String.raw`(?:\s?(?:([ap])\.?\s?m\b\.?|(ص|م)(?:\p{L}{0,6})))`;
const clockTime = new RegExp(
  [
    String.raw`(?<![\d:.])(\d{1,2})\s?[:.hH]\s?(\d{2})(?!\d)(?::\d{2}(?!\d))?${half}?`,
    String.raw`(?<![\d:.])(\d{1,2})${half}`,
    String.raw`(?<![\d:.\p{L}])([01]\d|2[0-3])([0-5]\d)(?![\d\p{L}:.])${half}?`,
    String.raw`(?<![\d:.])([6-9]|[012]\d)\s?(?:h|uhr)(?![\p{L}\d])`,
  ].join('|'),
  'giu',
);

type Half = 'a' | 'p' | null;
type Written = { hours: number; minutes: number; half: Half };

const halfOf = (...letters: (string | undefined)[]): Half => {
  const letter = letters.find((each) => each !== undefined)?.toLowerCase();
  if (letter === undefined) return null;
  return letter === 'p' || letter === 'م' ? 'p' : 'a';
};

function writtenIn(text: string): Written[] {
  return [...inAscii(text).matchAll(clockTime)].flatMap((found): Written | [] => {
    const [, hour, minute = '0', latin, arabic, hourAlone, latinAlone, arabicAlone, hourJoined, minuteJoined] = found;
    const [latinJoined, arabicJoined, fullHour] = found.slice(10);
    const hours = Number(hour ?? hourAlone ?? hourJoined ?? fullHour);
    const minutes = Number(minuteJoined ?? minute);
    const written = halfOf(latin, arabic, latinAlone, arabicAlone, latinJoined, arabicJoined);
    // `2026` alone is a year.
    if (hourJoined !== undefined && hours >= 20 && found[0].length === inAscii(text).trim().length) return [];
    return minutes > 59 || hours > (written === null ? 23 : 12) ? [] : { hours, minutes, half: written };
  });
}

const minutesOf = ({ hours, minutes, half: written }: Written): number =>
  (written === null ? hours : (hours % 12) + (written === 'p' ? 12 : 0)) * 60 + minutes;

const isBefore = (one: Written, other: Written): boolean => minutesOf(one) < minutesOf(other);

/**
 * The valid clock times in a text, in minutes. Where one end of a range says am or pm, it holds for the other end too, unless
 * the range would then end before it begins: `11:30-12:20 PM` begins in the morning.
 */
export function clockTimesOf(text: string): number[] {
  const [start, end, ...others] = writtenIn(text);
  if (start === undefined) return [];
  if (end === undefined) return [minutesOf(start)];
  const same = start.half ?? end.half;
  const canHave = ({ hours }: Written) => hours >= 1 && hours <= 12;
  const withHalf = (time: Written, of: Half): Written =>
    time.half === null && canHave(time) ? { ...time, half: of } : time;
  const [first, last] = [withHalf(start, same), withHalf(end, same)];
  const otherHalf: Half = same === 'p' ? 'a' : 'p';
  const fits = same === null || isBefore(first, last);
  const range =
    fits || (start.half !== null && end.half !== null)
      ? [first, last]
      : start.half === null
        ? [withHalf(start, otherHalf), last]
        : [first, withHalf(end, otherHalf)];
  return [...range, ...others].map(minutesOf);
}

/** Minutes since midnight as HH:MM. */
export const clockOf = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
