// What is loaded once a grid is shown: its sheets, since a script has no time to load when printing begins, what keeps it up to
// date, what changed since the reader looked last, and what a press on a lesson or a key in the search opens, so that both work
// without the server too.

import type { TimetableVersionSummary } from '../../client/belfry-client.ts';
import type { Read } from '../../client/create-reader.ts';
import type { ShownGrid } from './grid/grid-page.ts';
import { keepFresh } from './keep-fresh.ts';
import { loadStyle } from './load-style.ts';
import { printShown } from './paper/print-shown.ts';
import { showSince } from './since/show-since.ts';
import './choose/search-key.ts';
import './grid/cell-dialog.ts';

void loadStyle('/dialog.css');

/** @param versions all of the organisation, as they were read with the grid */
export function onceShown(grid: ShownGrid, read: Read, versions: readonly TimetableVersionSummary[]): void {
  printShown(grid.root, grid.paper);
  keepFresh(grid, read, versions);
  // Without it, the grid is what it is.
  showSince(grid, read).catch(() => {});
}
