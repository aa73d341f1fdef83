// belfry watch: publishes on each change until it is stopped.

import { assertMappingComplete } from '../src/database/check-mapping.ts';
import { enqueueChangedVersions, readQueue } from '../src/database/pending-changes.ts';
import { createCommand, untilStopped, withPublisher } from './support/run-command.ts';
import { runWatch } from './support/run-watch.ts';

export const command = createCommand('watch', 'Publish on each change until stopped', ['watch']).action(() =>
  withPublisher(async (tools) => {
    const stop = new AbortController();
    untilStopped().then(() => stop.abort());
    // Fails at once when tables, grants or views are missing; once watching, errors are retried.
    await enqueueChangedVersions(tools.database);
    await readQueue(tools.database);
    await assertMappingComplete(tools.database);
    console.log('Watching for changes. Ctrl-C ends it.');
    await runWatch(tools, stop.signal);
  }),
);
