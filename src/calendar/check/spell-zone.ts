// The spelling of the IANA data for the name of a time zone. Intl takes names in any case, most other programs do not.

/** The words of names that are not written with one capital letter. https://www.iana.org/time-zones */
const words = new Map(
  (
    'of es au IN US NZ GB SU PRC ROC ROK CHAT ACT LHI NSW CET EET MET WET EST HST MST GMT GMT0 UCT UTC EST5EDT CST6CDT MST7MDT ' +
    'PST8PDT ComodRivadavia DumontDUrville McMurdo DeNoronha EasterIsland BajaNorte BajaSur'
  )
    .split(' ')
    .map((word) => [word.toLowerCase(), word]),
);

/** @param name one that `isTimeZone` accepts; any other comes back changed or not */
export const spellZone = (name: string): string =>
  name.toLowerCase().replace(/[a-z0-9]+/g, (word) => words.get(word) ?? word.charAt(0).toUpperCase() + word.slice(1));
