// How many calls are carried out at a time. Each takes a connection of the database for a while, of which there are ten.

import { createTurns } from './create-turns.ts';

export const createRequestTurns = () => ({
  calls: createTurns({ all: 6, ofOrganisation: 5, ofAdmin: 4 }, { all: 1000, ofOrganisation: 400, ofAdmin: 200 }),
  /** Finding out who it is, for those whom nobody knows yet. The connections that they have are their bound. */
  strangers: createTurns({ all: 2, ofOrganisation: 2, ofAdmin: 2 }, { all: 2000, ofOrganisation: 2000, ofAdmin: 2000 }),
  /** What takes access away waits for nothing else, and has connections of its own. */
  urgent: createTurns({ all: 4, ofOrganisation: 2, ofAdmin: 2 }, { all: 500, ofOrganisation: 200, ofAdmin: 100 }),
});
