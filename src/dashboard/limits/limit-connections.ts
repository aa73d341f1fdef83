// Connections of those whom nobody knows yet have seconds, and the oldest gives way when there are many: so somebody new can always
// come. Those who were let in keep theirs, as many as each admin and organisation has a share of.

import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Admin } from '../permissions.ts';
import type { Slots } from './create-slots.ts';
import { type GiveBack, takeForConnection, takeForRequest } from './take-for-request.ts';

/** How many connections of strangers there may be, and milliseconds for one to send the body of a request. */
const [mostStrangers, patience] = [400, 5_000];

export type Connections = {
  /** For each connection of this server from now on. */
  watch(server: Server): void;
  /** Before anybody is known: the hook of each request. */
  hurry(request: FastifyRequest, reply: FastifyReply): void;
  /** Once somebody is known. Beyond the share, the connection is closed after the answer. */
  letIn(request: FastifyRequest, reply: FastifyReply, admin: Pick<Admin, 'id' | 'organisationId'>): void;
  /** How many connections are of strangers. */
  strangers(): number;
};

export function limitConnections(slots: Slots): Connections {
  const strangers = new Map<string, Socket>();
  const letInAs = new WeakMap<Socket, { adminId: string; giveBack: GiveBack }>();
  const hurries = new WeakMap<FastifyRequest, GiveBack | null>();
  return {
    watch(server) {
      server.on('connection', (socket: Socket) => {
        const name = nameOf(socket);
        strangers.set(name, socket);
        takeForConnection(socket, () => strangers.delete(name));
        for (const [oldest, other] of strangers) {
          if (strangers.size <= mostStrangers) break;
          strangers.delete(oldest);
          other.destroy();
        }
      });
    },
    hurry(request, reply) {
      const { raw } = request;
      const timer = setTimeout(() => !raw.complete && raw.socket.destroy(), patience);
      timer.unref();
      hurries.set(
        request,
        takeForRequest(request, reply, () => () => clearTimeout(timer)),
      );
    },
    letIn(request, reply, { id: adminId, organisationId }) {
      hurries.get(request)?.();
      const { socket } = request.raw;
      const before = letInAs.get(socket);
      if (before?.adminId === adminId) return;
      // A proxy sends requests of many through one connection: it counts for the last.
      before?.giveBack();
      letInAs.delete(socket);
      const slot = slots.take({ adminId, organisationId });
      if (slot === null) {
        reply.header('connection', 'close');
        return;
      }
      strangers.delete(nameOf(socket));
      letInAs.set(socket, { adminId, giveBack: takeForConnection(socket, slot) });
    },
    strangers: () => strangers.size,
  };
}

/** The same before and after TLS. */
const nameOf = ({ remoteAddress, remotePort }: Socket): string => `${remoteAddress} ${remotePort}`;
