// The words of lists of links in French.

import type { LinkCatalogue } from '../en/dashboard-links.ts';

export const links: LinkCatalogue = {
  searchName: 'Chercher un nom',
  linkOf: 'De qui le lien montre l’emploi du temps',
  nobodyFound: 'Personne de ce nom n’est dans un emploi du temps publié.',
  typeMore: 'Il y en a d’autres : tapez une plus grande partie du nom.',
  allStudents: 'Tous les élèves de l’établissement',
  hideCancelled: 'Dans l’agenda du téléphone, omettre les cours annulés au lieu de les marquer',
  withoutCancelled: 'Agenda sans les cours annulés',
  onlyHere:
    'Cette adresse ne marche que sur cet ordinateur. Pour les téléphones, donnez l’adresse où ils l’atteignent.',
  keepList: 'Garder comme liste (CSV)',
  leaveShownOnce: 'Ceci n’est montré que cette fois, et personne ne pourra le revoir. Quitter quand même ?',
  searchLinksHint: 'Une partie d’un nom.',
  onlyActive: 'Seulement les liens valables',
  chooseLink: 'Choisir le lien de {name}',
  revokeChosen: { one: 'Révoquer le lien choisi ({count})', other: 'Révoquer les {count} choisis' },
  revokeFound: 'Révoquer tous ceux qui sont trouvés',
  revokeLinks: 'Révoquer les liens',
  revokeLinksMean: {
    one: '{count} lien : qui l’a ne voit plus rien désormais. On ne peut pas revenir en arrière.',
    other: '{count} liens : qui en a un ne voit plus rien désormais. On ne peut pas revenir en arrière.',
  },
  revokedOf: '{done} sur {all} révoqués',
  linksRevoked: { one: '{count} lien est révoqué.', other: '{count} liens sont révoqués.' },
  linksNotRevoked: {
    one: '{count} lien n’a pas pu être révoqué. Réessayez :',
    other: '{count} liens n’ont pas pu être révoqués. Réessayez :',
  },
};
