// npm run serve: serves the published form. It needs no database.

import { createCommand, runCommand } from './support/run-command.ts';
import { runServer, untilStopped } from './support/run-server.ts';
import { addServerOptions, serverOptions } from './support/server-options.ts';

const command = addServerOptions(createCommand('serve', 'Serve the published form'))
  .usage('-- [options]')
  .action(async (options) => {
    const server = await runServer(serverOptions(options));
    console.log(`Serving on ${server.url}, operators on ${server.adminUrl}. Ctrl-C ends it.`);
    await untilStopped();
    await server.close();
  });

await runCommand(command);
