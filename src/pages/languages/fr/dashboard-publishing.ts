// The words of the way from a file to what readers get, in French.

import type { PublishingCatalogue } from '../en/dashboard-publishing.ts';

export const publishing: PublishingCatalogue = {
  show: 'Voir',
  inViewer: 'Dans la visionneuse',
  download: 'Télécharger',
  rename: 'Renommer',
  renameVersion: 'Noms de l’emploi du temps et de cette version',
  timetableName: 'Nom de l’emploi du temps',
  timetableNameHint: 'Toutes ses versions le portent.',
  versionLabel: 'Nom de cette version',
  versionLabelHint: 'Par exemple « Second semestre ». Il peut rester vide.',
  publish: 'Publier',
  publishFrom: 'Publier à partir du …',
  publishVersion: 'Publier le brouillon',
  firstDay: 'Premier jour',
  firstDayHint: 'À partir de ce jour, les lecteurs reçoivent cette version.',
  endsOn: '{name}, version {number}, se termine le {day}.',
  endsItself: 'La nouvelle version se termine le {day}, car une version ultérieure commence le lendemain.',
  nothingEnds: 'Aucune autre version ne se termine.',
  publishedFrom: 'Publié à partir du {day}.',
  asStored: 'Voici ce qui est enregistré. Ce que reçoivent les lecteurs peut être plus ancien.',
  backToVersions: 'Toutes les versions',
  timetableOfWhom: 'Emploi du temps de',
  changeEndsRollback:
    'Les lecteurs reçoivent actuellement un état antérieur. Cette modification y met fin : ils recevront ce qui est enregistré, y compris ce qui avait motivé le retour en arrière.',

  keepEarlier: 'Garder l’état antérieur',
  keepEarlierMeans:
    'Les lecteurs gardent ce qu’ils reçoivent maintenant. Ce qui est enregistré est aligné dessus, et l’erreur disparaît pour de bon.',
  publishNewAgain: 'Publier de nouveau l’état récent',
  wouldDelete: { one: '{count} version est supprimée', other: '{count} versions sont supprimées' },
  wouldRestore: {
    one: '{count} version redevient ce que reçoivent les lecteurs',
    other: '{count} versions redeviennent ce que reçoivent les lecteurs',
  },
  nothingToKeep: 'Ce qui est enregistré est déjà ce que reçoivent les lecteurs.',

  attentionCount: {
    one: '{count} établissement demande de l’attention.',
    other: '{count} établissements demandent de l’attention.',
  },

  asItWillLook: 'Voici ce que cela donnera',
  somethingMissing: 'Il manque quelque chose dont Belfry a besoin.',
  bellsMissing: 'Le fichier ne contient pas d’horaires. Quand les cours commencent-ils et finissent-ils ?',
  bellsStart: 'Le premier cours commence à',
  bellsMinutes: 'Durée d’un cours, en minutes',
  bellsPause: 'Pause entre deux cours, en minutes',
  firstWeekday: 'Le premier jour du fichier est un',
  correctTimes: 'Corrigez les heures là où un cours ou une pause a une autre durée.',
  lesson: 'Cours',
  otherTimesOnDay: 'D’autres heures un jour de la semaine',
  timesOn: 'Heures du',
  usualTimesAgain: 'Pas d’autres heures ce jour-là',
  dayTwice: 'Ce jour est choisi deux fois.',
  bellsOutOfOrder: 'Un cours finit après avoir commencé, et commence quand le précédent est fini.',
  whichTerm: 'Le fichier contient plusieurs périodes de l’année. Laquelle voulez-vous ?',
  allTerms: 'Toutes, comme semaines d’un cycle',
  withStudents: {
    one: 'Reprendre aussi {count} élève du fichier',
    other: 'Reprendre aussi les {count} élèves du fichier',
  },
  asItIs:
    'C’est un emploi du temps dans la forme propre à Belfry. Il est enregistré tel quel, avec son nom et ses dates.',
  goOn: 'Continuer',
  nextIs: 'Ensuite, qui doit le lire a besoin d’une clé (programmes) ou d’un lien (personnes).',
  draftNext: 'Ensuite : publiez le brouillon, sous « Emplois du temps ». D’ici là, aucun lecteur ne le reçoit.',

  days: 'Changements du jour',
  orphanedCount: { one: '{count} changement non appliqué', other: '{count} changements non appliqués' },
  teachersInChanges: 'Enseignants dans les changements',
  teachersInChangesMeans: 'Quand un enseignant est remplacé ou un cours annulé, les lecteurs voient :',
  teachersToKeys: 'Les programmes avec une clé voient',
  teachersToLinks: 'Les personnes avec un lien voient',
  teachersAll: 'qui est remplacé et qui remplace',
  teachersSubstitute: 'seulement qui remplace',
  teachersNone: 'ni l’un ni l’autre',
  teachersOwn: 'Qui a le lien d’un enseignant voit toujours les cours de celui-ci.',
};
