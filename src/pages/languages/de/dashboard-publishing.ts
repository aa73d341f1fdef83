// The words of the way from a file to what readers get, in German.

import type { PublishingCatalogue } from '../en/dashboard-publishing.ts';

export const publishing: PublishingCatalogue = {
  show: 'Ansehen',
  inViewer: 'Im Stundenplan-Betrachter',
  download: 'Herunterladen',
  rename: 'Umbenennen',
  renameVersion: 'Namen des Stundenplans und dieser Version',
  timetableName: 'Name des Stundenplans',
  timetableNameHint: 'Alle seine Versionen tragen ihn.',
  versionLabel: 'Name dieser Version',
  versionLabelHint: 'Etwa „Zweites Halbjahr“. Er darf leer sein.',
  publish: 'Veröffentlichen',
  publishFrom: 'Veröffentlichen ab …',
  publishVersion: 'Den Entwurf veröffentlichen',
  firstDay: 'Erster Tag',
  firstDayHint: 'Ab diesem Tag bekommen die Leser diese Version.',
  endsOn: '{name}, Version {number}, endet am {day}.',
  endsItself: 'Die neue Version endet am {day}, denn am Tag danach beginnt eine spätere.',
  nothingEnds: 'Keine andere Version endet.',
  publishedFrom: 'Veröffentlicht ab {day}.',
  asStored: 'So ist es gespeichert. Was die Leser bekommen, kann älter sein.',
  backToVersions: 'Alle Versionen',
  timetableOfWhom: 'Stundenplan von',
  changeEndsRollback:
    'Die Leser bekommen jetzt einen früheren Stand. Diese Änderung beendet das: Sie bekommen, was gespeichert ist, auch das, weswegen zurückgegangen wurde.',

  keepEarlier: 'Den früheren behalten',
  keepEarlierMeans:
    'Die Leser behalten, was sie jetzt bekommen. Das Gespeicherte wird ihm angeglichen, und der Fehler ist endgültig weg.',
  publishNewAgain: 'Den neuen wieder veröffentlichen',
  wouldDelete: { one: '{count} Version wird gelöscht', other: '{count} Versionen werden gelöscht' },
  wouldRestore: {
    one: '{count} Version wird wieder so, wie die Leser sie bekommen',
    other: '{count} Versionen werden wieder so, wie die Leser sie bekommen',
  },
  nothingToKeep: 'Gespeichert ist schon, was die Leser bekommen.',

  attentionCount: {
    one: '{count} Organisation braucht Aufmerksamkeit.',
    other: '{count} Organisationen brauchen Aufmerksamkeit.',
  },

  asItWillLook: 'So wird er aussehen',
  somethingMissing: 'Es fehlt etwas, das Belfry braucht.',
  bellsMissing: 'Die Datei enthält keine Uhrzeiten. Wann beginnen und enden die Stunden?',
  bellsStart: 'Die erste Stunde beginnt um',
  bellsMinutes: 'Länge einer Stunde in Minuten',
  bellsPause: 'Pause zwischen zwei Stunden in Minuten',
  firstWeekday: 'Der erste Tag in der Datei ist ein',
  correctTimes: 'Berichtigen Sie die Zeiten, wo Stunden oder Pausen anders lang sind.',
  lesson: 'Stunde',
  otherTimesOnDay: 'An einem Wochentag andere Zeiten',
  timesOn: 'Zeiten am',
  usualTimesAgain: 'Keine anderen Zeiten an diesem Tag',
  dayTwice: 'Dieser Tag ist zweimal gewählt.',
  bellsOutOfOrder: 'Eine Stunde endet, nachdem sie beginnt, und beginnt, wenn die vorige zu Ende ist.',
  whichTerm: 'Die Datei enthält mehrere Abschnitte des Schuljahrs. Welcher soll es sein?',
  allTerms: 'Alle, als Wochen eines Zyklus',
  withStudents: {
    one: 'Auch {count} Schüler der Datei übernehmen',
    other: 'Auch die {count} Schüler der Datei übernehmen',
  },
  asItIs:
    'Das ist ein Stundenplan in Belfrys eigener Form. Er wird so gespeichert, wie er ist, mit seinem Namen und seinen Daten.',
  goOn: 'Weiter',
  nextIs: 'Als Nächstes braucht, wer ihn lesen soll, einen Schlüssel (Programme) oder einen Link (Menschen).',
  draftNext: 'Als Nächstes: Veröffentlichen Sie den Entwurf unter „Stundenpläne“. Bis dahin bekommt ihn niemand.',

  days: 'Vertretungsplan',
  orphanedCount: { one: '{count} Änderung nicht angewendet', other: '{count} Änderungen nicht angewendet' },
  teachersInChanges: 'Lehrkräfte im Vertretungsplan',
  teachersInChangesMeans: 'Wird eine Lehrkraft vertreten oder entfällt eine Stunde, dann sehen:',
  teachersToKeys: 'Programme mit Schlüssel',
  teachersToLinks: 'Personen mit Zugangslink',
  teachersAll: 'wer vertreten wird und wer vertritt',
  teachersSubstitute: 'nur, wer vertritt',
  teachersNone: 'keines von beiden',
  teachersOwn: 'Wer den Zugangslink einer Lehrkraft hat, sieht deren eigene Stunden immer.',
};
