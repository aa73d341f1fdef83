// Who runs a command, for the audit: the user of this system, on this machine.

import { hostname, userInfo } from 'node:os';
import type { Actor, Editor, Operator } from '../../src/control/operator.ts';
import type { OpenDatabase } from '../../src/database/connect/open-database.ts';
import type { OpenPublisher } from './with-database.ts';

function commandActor(): Actor {
  return { by: userName(), via: 'command', from: hostname(), adminId: null };
}

/** A container may run with a number that no user has. */
function userName(): string {
  try {
    return userInfo().username;
  } catch {
    return `user ${process.getuid?.() ?? '?'}`;
  }
}

export const editorOf = (open: OpenDatabase): Editor => ({ open, actor: commandActor() });

export const operatorOf = (open: OpenPublisher): Operator => ({
  ...{ open, publisher: open.publisher, publishSettings: open.publishSettings },
  actor: commandActor(),
});
