// The words of lists of links in German.

import type { LinkCatalogue } from '../en/dashboard-links.ts';

export const links: LinkCatalogue = {
  searchName: 'Nach einem Namen suchen',
  linkOf: 'Wessen Stundenplan der Link zeigt',
  nobodyFound: 'Niemand mit diesem Namen steht in einem veröffentlichten Stundenplan.',
  typeMore: 'Es gibt mehr: Tippen Sie mehr vom Namen.',
  allStudents: 'Alle Schüler der Schule',
  hideCancelled: 'Im Kalender des Handys entfallende Stunden weglassen, statt sie zu markieren',
  withoutCancelled: 'Kalender ohne entfallende Stunden',
  onlyHere:
    'Diese Adresse geht nur an diesem Computer. Für Telefone geben Sie die Adresse an, unter der sie ihn erreichen.',
  keepList: 'Als Liste aufbewahren (CSV)',
  leaveShownOnce: 'Was hier steht, wird nur dieses eine Mal gezeigt; niemand kann es wieder sehen. Trotzdem verlassen?',
  searchLinksHint: 'Ein Teil eines Namens.',
  onlyActive: 'Nur Links, die gelten',
  chooseLink: 'Link von {name} wählen',
  revokeChosen: { one: '{count} gewählten sperren', other: '{count} gewählte sperren' },
  revokeFound: 'Alle gefundenen sperren',
  revokeLinks: 'Links sperren',
  revokeLinksMean: {
    one: '{count} Link: Wer ihn hat, sieht ab jetzt nichts mehr. Das lässt sich nicht rückgängig machen.',
    other: '{count} Links: Wer einen davon hat, sieht ab jetzt nichts mehr. Das lässt sich nicht rückgängig machen.',
  },
  revokedOf: '{done} von {all} gesperrt',
  linksRevoked: { one: '{count} Link ist gesperrt.', other: '{count} Links sind gesperrt.' },
  linksNotRevoked: {
    one: '{count} Link konnte nicht gesperrt werden. Versuchen Sie es noch einmal:',
    other: '{count} Links konnten nicht gesperrt werden. Versuchen Sie es noch einmal:',
  },
};
