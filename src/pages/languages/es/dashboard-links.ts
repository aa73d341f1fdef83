// The words of lists of links in Spanish.

import type { LinkCatalogue } from '../en/dashboard-links.ts';

export const links: LinkCatalogue = {
  searchName: 'Buscar un nombre',
  linkOf: 'De quién muestra el horario el enlace',
  nobodyFound: 'Nadie con este nombre está en un horario publicado.',
  typeMore: 'Hay más: escriba más del nombre.',
  allStudents: 'Todos los estudiantes del centro',
  hideCancelled: 'En el calendario del móvil, omitir las clases suspendidas en vez de marcarlas',
  withoutCancelled: 'Calendario sin las clases suspendidas',
  onlyHere:
    'Esta dirección solo funciona en este ordenador. Para los teléfonos, dé la dirección en la que lo alcanzan.',
  keepList: 'Guardar como lista (CSV)',
  leaveShownOnce: 'Esto se muestra solo esta vez y nadie podrá verlo de nuevo. ¿Salir de todos modos?',
  searchLinksHint: 'Una parte de un nombre.',
  onlyActive: 'Solo enlaces que funcionan',
  chooseLink: 'Elegir el enlace de {name}',
  revokeChosen: { one: 'Revocar {count} elegido', other: 'Revocar los {count} elegidos' },
  revokeFound: 'Revocar todos los encontrados',
  revokeLinks: 'Revocar los enlaces',
  revokeLinksMean: {
    one: '{count} enlace: quien lo tenga ya no verá nada. No se puede deshacer.',
    other: '{count} enlaces: quien tenga uno ya no verá nada. No se puede deshacer.',
  },
  revokedOf: '{done} de {all} revocados',
  linksRevoked: { one: '{count} enlace revocado.', other: '{count} enlaces revocados.' },
  linksNotRevoked: {
    one: '{count} enlace no se pudo revocar. Inténtelo de nuevo:',
    other: '{count} enlaces no se pudieron revocar. Inténtelo de nuevo:',
  },
};
