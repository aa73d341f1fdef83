import { expect, test } from 'vitest';
import { spellZone } from '../../src/calendar/check/spell-zone.ts';
import { isTimeZone } from '../../src/calendar/time/zone.ts';

/** The names of the IANA data that have no other capital letters than at the beginning of each word, and all those that have. */
const names = [
  ...Intl.supportedValuesOf('timeZone'),
  ...'Europe/Kyiv Asia/Kolkata Asia/Ho_Chi_Minh America/Port-au-Prince Africa/Dar_es_Salaam America/Port_of_Spain'.split(
    ' ',
  ),
  ...'America/Argentina/ComodRivadavia America/Knox_IN Australia/ACT Australia/LHI Australia/NSW Brazil/DeNoronha'.split(
    ' ',
  ),
  ...'CET CST6CDT Chile/EasterIsland EET EST EST5EDT Etc/GMT Etc/GMT+0 Etc/GMT+12 Etc/GMT-14 Etc/GMT0 Etc/UCT'.split(
    ' ',
  ),
  ...'Etc/UTC GB GB-Eire GMT GMT+0 GMT-0 GMT0 HST MET MST MST7MDT Mexico/BajaNorte Mexico/BajaSur NZ NZ-CHAT'.split(
    ' ',
  ),
  ...'PRC PST8PDT ROC ROK UCT US/Alaska US/East-Indiana US/Indiana-Starke UTC W-SU WET Zulu Eire Iran Cuba'.split(' '),
  ...'Antarctica/DumontDUrville Antarctica/McMurdo America/North_Dakota/New_Salem Europe/Isle_of_Man'.split(' '),
];

test.each(names)('%s has this spelling, whatever the case', (name) => {
  for (const written of [name, name.toLowerCase(), name.toUpperCase()])
    expect([isTimeZone(written), spellZone(written)]).toEqual([true, name]);
});
