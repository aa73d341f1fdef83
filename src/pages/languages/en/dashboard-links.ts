// The words of lists of links in English.

import type { CatalogueOf } from '../../ui/texts.ts';

export type LinkCatalogue = CatalogueOf<typeof links>;

export const links = {
  searchName: 'Search for a name',
  linkOf: 'Whose timetable the link shows',
  nobodyFound: 'Nobody of this name is in a published timetable.',
  typeMore: 'There are more: type more of the name.',
  allStudents: 'All students of the school',
  hideCancelled: 'In the calendar on a phone, leave cancelled lessons out instead of marking them',
  withoutCancelled: 'Calendar without cancelled lessons',
  onlyHere:
    'This address works on this computer only. For phones, enter the address at which they reach the timetables.',
  keepList: 'Keep as a list (CSV)',
  leaveShownOnce: 'This is shown only once, and nobody can see it again. Leave all the same?',
  searchLinksHint: 'Part of a name is enough.',
  onlyActive: 'Only links that work',
  chooseLink: 'Choose the link of {name}',
  revokeChosen: { one: 'Revoke the {count} chosen', other: 'Revoke the {count} chosen' },
  revokeFound: 'Revoke all that are found',
  revokeLinks: 'Revoke the links',
  revokeLinksMean: {
    one: '{count} link: whoever has it sees nothing from now on. This cannot be undone.',
    other: '{count} links: whoever has one of them sees nothing from now on. This cannot be undone.',
  },
  revokedOf: '{done} of {all} revoked',
  linksRevoked: { one: '{count} link is revoked.', other: '{count} links are revoked.' },
  linksNotRevoked: {
    one: '{count} link could not be revoked. Try again:',
    other: '{count} links could not be revoked. Try again:',
  },
} as const;
