// The words of the person's page and of the slips in French.

import type { Catalogue } from './en.ts';

export const words: Catalogue = {
  skip: 'Aller à l’emploi du temps',
  language: 'Langue',
  forget: 'Oublier ce lien',
  myTimetable: 'Mon emploi du temps',

  class: 'Classe',
  teacher: 'Professeur',
  room: 'Salle',
  student: 'Élève',

  today: 'Aujourd’hui',
  now: 'Maintenant',
  next: 'Ensuite',
  noLessonsToday: 'Pas de cours aujourd’hui.',
  noMoreToday: 'Plus de cours aujourd’hui.',
  nextDay: 'Prochain jour de cours',
  nothingAhead: 'Il n’y a pas de cours dans les semaines à venir.',
  thisWeek: 'Cette semaine',
  nextWeek: 'La semaine prochaine',
  noLessons: 'Pas de cours',
  specialDays: 'Vacances et jours particuliers',
  closedDay: 'pas d’école',
  outsideTerms: 'hors des périodes scolaires',
  schoolDay: 'jour de cours',
  asOn: 'comme le {day}',
  otherTimes: 'autres horaires',
  only: 'seulement {classes}',
  noCalendar: 'Cette école n’a pas publié de calendrier : les jours fériés ne sont pas pris en compte ici.',

  asOf: 'Pas de connexion. État du {day}, {time}.',
  unreachable: 'Pas de connexion',
  unreachableAdvice: 'Le serveur est injoignable et rien n’est conservé sur cet appareil. Vérifiez la connexion.',
  tryAgain: 'Réessayer',
  ended: 'Ce lien ne fonctionne plus',
  endedAdvice: 'Il a expiré ou l’école l’a retiré. Demandez-en un nouveau à l’école.',
  closed: 'Rien ne peut être affiché pour le moment',
  closedAdvice:
    'Les emplois du temps de l’école ne sont pas disponibles actuellement. Réessayez plus tard ou demandez à l’école.',

  askAdvice: 'Scannez le code que votre école vous a donné, ou collez l’adresse de votre lien.',
  linkAddress: 'Adresse de votre lien',
  open: 'Ouvrir',
  notALink: 'Il n’y a pas de lien dans ce texte. Un lien contient « belfry_link_ » et 50 lettres et chiffres.',
  storage: 'Le lien reste sur cet appareil jusqu’à ce que vous choisissiez « Oublier ce lien ».',

  subscribe: 'Ajouter à mon agenda',
  subscribeAdvice: 'Votre agenda affiche alors ces cours et suit chaque changement.',
  secret: 'Gardez ces adresses pour vous : qui en a une voit cet emploi du temps.',
  onThisDevice: 'Agenda de cet appareil',
  google: 'Google Agenda',
  calendarAddress: 'Adresse pour d’autres agendas',
  copy: 'Copier',
  copied: 'Copié',
  otherDevice: 'Ouvrir sur un autre appareil',
  qrCode: 'Code QR avec l’adresse de cette page',

  slips: 'Billets avec liens',
  slipsAdvice:
    'Choisissez, déposez ou collez la liste écrite par belfry links create, en CSV ou en JSON. Elle reste sur cet ordinateur : cette page n’envoie rien.',
  listFile: 'Liste des liens',
  listText: 'Ou collez-la ici',
  schoolName: 'Nom de l’école, pour les billets',
  print: 'Imprimer',
  noLinks: 'Il n’y a pas de lien dans cette liste.',
  tooMany: 'Il y a plus de {most} liens dans cette liste. Divisez-la.',
  slipCount: { one: '{count} billet', other: '{count} billets' },
  slipText:
    'Scannez le code avec l’appareil photo de votre téléphone : il ouvre cet emploi du temps. Vous pourrez l’ajouter à l’écran d’accueil et à votre agenda.',
  slipSecret: 'Gardez ce billet pour vous : qui l’a voit cet emploi du temps.',
  validUntil: 'Valable jusqu’au {day}',
};
