// Zones whose clocks changed their rules lately. A runtime with older time-zone data is wrong there, often by an hour all
// winter, and says nothing.

/**
 * The release of the time-zone database with the last change that moves times from 2026 to 2028, by zone and its other names.
 * Made by comparing the offsets of each hour in releases 2025c and 2026f; a runtime that Belfry supports has 2025a or newer.
 * Source: the database's NEWS, https://data.iana.org/time-zones/tzdb/NEWS.
 */
const lastChanges: Readonly<Record<string, string>> = {
  // Aysén has a zone of its own.
  'america/coyhaique': '2025b',
  // Moldova changes its clocks when the European Union does.
  'europe/chisinau': '2026a',
  'europe/tiraspol': '2026a',
  // British Columbia stays at -07.
  'america/vancouver': '2026b',
  'canada/pacific': '2026b',
  // Alberta stays at -06, Morocco and Western Sahara at +00.
  'america/edmonton': '2026c',
  'america/yellowknife': '2026c',
  'canada/mountain': '2026c',
  'africa/casablanca': '2026c',
  'africa/el_aaiun': '2026c',
  // The Northwest Territories stay at -06.
  'america/inuvik': '2026d',
  // Manitoba stays at -05.
  'america/winnipeg': '2026e',
  'america/rainy_river': '2026e',
  'canada/central': '2026e',
  // Cuba stays at -04 for a winter.
  'america/havana': '2026f',
  cuba: '2026f',
};

/** The release that a runtime needs for a zone; null when any will do. Names of zones are the same in capitals. */
export const releaseNeeded = (zone: string): string | null => lastChanges[zone.toLowerCase()] ?? null;

/**
 * Whether times in the zone may be wrong with this release of the time-zone data.
 * @param tzdata such as 2025c, which is process.versions.tz in Node; anything else counts as old
 */
export function isZoneDataOld(zone: string, tzdata: string): boolean {
  const needed = releaseNeeded(zone);
  return needed !== null && (!/^\d{4}[a-z]+$/.test(tzdata) || tzdata < needed);
}
