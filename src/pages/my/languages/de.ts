// The words of the person's page and of the slips in German.

import type { Catalogue } from './en.ts';

export const words: Catalogue = {
  skip: 'Zum Stundenplan springen',
  language: 'Sprache',
  forget: 'Diesen Link vergessen',
  myTimetable: 'Mein Stundenplan',

  class: 'Klasse',
  teacher: 'Lehrkraft',
  room: 'Raum',
  student: 'Schülerin oder Schüler',

  today: 'Heute',
  now: 'Jetzt',
  next: 'Danach',
  noLessonsToday: 'Heute ist kein Unterricht.',
  noMoreToday: 'Heute ist kein Unterricht mehr.',
  nextDay: 'Nächster Schultag',
  nothingAhead: 'In den nächsten Wochen ist kein Unterricht.',
  thisWeek: 'Diese Woche',
  nextWeek: 'Nächste Woche',
  noLessons: 'Kein Unterricht',
  specialDays: 'Ferien und besondere Tage',
  closedDay: 'schulfrei',
  outsideTerms: 'außerhalb der Schulzeit',
  schoolDay: 'Schultag',
  asOn: 'wie am {day}',
  otherTimes: 'andere Zeiten',
  only: 'nur {classes}',
  noCalendar: 'Diese Schule hat keinen Kalender veröffentlicht; freie Tage sind hier nicht berücksichtigt.',

  asOf: 'Keine Verbindung. Stand: {day}, {time}.',
  unreachable: 'Keine Verbindung',
  unreachableAdvice:
    'Der Server ist nicht erreichbar, und auf diesem Gerät ist nichts gespeichert. Prüfen Sie die Verbindung.',
  tryAgain: 'Noch einmal versuchen',
  ended: 'Dieser Link gilt nicht mehr',
  endedAdvice: 'Er ist abgelaufen, oder die Schule hat ihn zurückgezogen. Bitten Sie die Schule um einen neuen.',
  closed: 'Zurzeit kann nichts gezeigt werden',
  closedAdvice:
    'Die Stundenpläne der Schule sind gerade nicht verfügbar. Versuchen Sie es später, oder fragen Sie die Schule.',

  askAdvice: 'Scannen Sie den Code von Ihrer Schule, oder fügen Sie die Adresse Ihres Links ein.',
  linkAddress: 'Adresse Ihres Links',
  open: 'Öffnen',
  notALink: 'In diesem Text ist kein Link. Er enthält „belfry_link_“ und 50 Buchstaben und Ziffern.',
  storage: 'Der Link bleibt auf diesem Gerät, bis Sie „Diesen Link vergessen“ wählen.',

  subscribe: 'In meinen Kalender',
  subscribeAdvice: 'Ihr Kalender zeigt dann diese Stunden und folgt jeder Änderung.',
  secret: 'Behalten Sie diese Adressen für sich: Wer eine hat, sieht diesen Stundenplan.',
  onThisDevice: 'Kalender auf diesem Gerät',
  google: 'Google Kalender',
  calendarAddress: 'Adresse für andere Kalender',
  copy: 'Kopieren',
  copied: 'Kopiert',
  otherDevice: 'Auf einem anderen Gerät öffnen',
  qrCode: 'QR-Code mit der Adresse dieser Seite',

  slips: 'Zettel mit Links',
  slipsAdvice:
    'Wählen Sie die Liste, die belfry links create geschrieben hat (CSV oder JSON), ziehen Sie sie hierher, oder fügen Sie sie ein. Sie bleibt auf diesem Computer: Diese Seite sendet nichts.',
  listFile: 'Liste der Links',
  listText: 'Oder hier einfügen',
  schoolName: 'Name der Schule, für die Zettel',
  print: 'Drucken',
  noLinks: 'In dieser Liste sind keine Links.',
  tooMany: 'In dieser Liste sind mehr als {most} Links. Teilen Sie sie.',
  slipCount: { one: '{count} Zettel', other: '{count} Zettel' },
  slipText:
    'Scannen Sie den Code mit der Kamera Ihres Telefons: Er öffnet diesen Stundenplan. Dort können Sie ihn zum Startbildschirm und in Ihren Kalender hinzufügen.',
  slipSecret: 'Behalten Sie diesen Zettel für sich: Wer ihn hat, sieht diesen Stundenplan.',
  validUntil: 'Gültig bis {day}',
};
