// What most persons' pages do without: days on which something is different, and what changed since the last visit. It is loaded as
// one part, since two would weigh more.

import { changesSection, changesSince } from './changes-section.ts';
import { differentDays } from './different-day.ts';

export const whatDiffers = { ...differentDays, changesSince, changesSection };
export type WhatDiffers = typeof whatDiffers;
