// belfry watch: publishes on each change until it is stopped.

import { Option } from 'commander';
import { accessLimits, defaultLimits } from '../src/database/connect/open-database.ts';
import { assertWritable } from '../src/database/queue/publish-lease.ts';
import { readQueue } from '../src/database/queue/read-queue.ts';
import { awaitSource } from '../src/database/views/await-source.ts';
import { createCommand } from './command/create-command.ts';
import { untilStopped } from './command/run-command.ts';
import { withPublisher } from './command/with-database.ts';
import { runAccessWatch, runDocumentsWatch, runWatch } from './running/run-watch.ts';
import { runWebhooks } from './running/run-webhooks.ts';

/** What `--only` does, and how; without it one process does all, with others for documents and for webhooks. */
const parts = { access: runAccessWatch, documents: runDocumentsWatch, webhooks: runWebhooks };

export const command = createCommand('watch', 'Publish on each change until stopped', ['watch', 'watch --only access'])
  .addOption(
    new Option(
      '--only <part>',
      'publish access or documents alone, or send webhooks alone, where each is a service of its own',
    ).choices(Object.keys(parts)),
  )
  .action(({ only }: { only?: keyof typeof parts }) =>
    withPublisher(
      async (tools) => {
        const stop = new AbortController();
        untilStopped().then(() => stop.abort());
        // The parent of a process for documents is gone.
        process.once('disconnect', () => stop.abort());
        // Fails at once when tables or grants are missing; once watching, errors are retried.
        await assertWritable(tools.database);
        await readQueue(tools.database);
        const reading = only === 'documents' ? 'all' : 'access';
        if (only !== 'webhooks')
          await awaitSource(tools.database, reading, (reason) => console.error(`Waiting: ${reason}`), stop.signal);
        if (stop.signal.aborted) return;
        if (only === undefined || only === 'access') console.log('Watching for changes. Ctrl-C ends it.');
        if (only === undefined) await runWatch(tools, stop.signal, { admin: true });
        else await parts[only](tools, stop.signal);
      },
      { limits: only === 'documents' || only === 'webhooks' ? defaultLimits : accessLimits, awaitsSource: true },
    ),
  );
