// npm run watch: publishes on each change until it is stopped.

import { isConnectionError, isMissingSchema } from '../src/database/open-database.ts';
import { build } from '../src/publish/build.ts';
import { showProgress } from './support/progress.ts';
import { createCommand, runCommand, withPublisher } from './support/run-command.ts';
import { untilStopped } from './support/run-server.ts';
import { runWatch } from './support/run-watch.ts';

const command = createCommand('watch', 'Publish on each change until stopped').action(() =>
  withPublisher(async (tools) => {
    const stop = new AbortController();
    untilStopped().then(() => stop.abort());
    const progress = showProgress();
    await build(tools.publisher, tools.database, 'pending', progress)
      .catch((error: unknown) => {
        if (isConnectionError(error) || isMissingSchema(error)) throw error;
        // One organisation that cannot be published must not keep the others from being watched.
        console.error(`error: ${error instanceof Error ? error.message : String(error)}; it is tried again`);
      })
      .finally(() => progress.stop());
    console.log('Watching for changes. Ctrl-C ends it.');
    await runWatch(tools, stop.signal);
  }),
);

await runCommand(command);
