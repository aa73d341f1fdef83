// How much of the dashboard there is for all, and how much of it one organisation and one admin may hold.

import { createSlots, type SlotLimits } from './create-slots.ts';

const megabyte = 1024 * 1024;

/** Megabytes of bodies that arrive or wait, which are in memory. */
export const uploadMegabytes = 256;

/** Of one admin are as many documents read at a time as are carried out for it. */
export const jobLimits: SlotLimits = { all: 32, ofOrganisation: 8, ofAdmin: 6 };

export const createRequestSlots = () => ({
  /** Listeners of events: a page in each of some windows. */
  listeners: createSlots({ all: 200, ofOrganisation: 50, ofAdmin: 20 }),
  /** Of those who were let in, fewer than the server has, so that others can come. */
  connections: createSlots({ all: 500, ofOrganisation: 200, ofAdmin: 100 }),
  uploads: createSlots(jobLimits),
  /** A document has 64 MB at most. */
  uploadBytes: createSlots({
    all: uploadMegabytes * megabyte,
    ofOrganisation: 128 * megabyte,
    ofAdmin: 128 * megabyte,
  }),
});
