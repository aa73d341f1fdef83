// The two halves of the session of somebody who signed in with a browser: a cookie, and a header that the page sends. Under TLS the
// cookie's name says that no other host and no plain page can set it.

import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { joinHalves } from './open-session.ts';

const [plainName, secureName] = ['belfry_session', '__Host-belfry_session'];

/** The header with the half that the page keeps. */
const sessionHeader = 'belfry-session';

/** Both halves joined; null where one is missing. */
export function sessionOf({ cookies, protocol, headers }: FastifyRequest): string | null {
  const [cookie, page] = [cookies[protocol === 'https' ? secureName : plainName], headers[sessionHeader]];
  const areHalves = [cookie, page].every((each) => typeof each === 'string' && each !== '' && each.length <= 100);
  return areHalves ? joinHalves({ cookie: String(cookie), page: String(page) }) : null;
}

/** @param seconds how long it lasts; 0 removes it */
export function setSessionCookie(reply: FastifyReply, value: string, seconds: number): void {
  const secure = reply.request.protocol === 'https';
  reply.setCookie(secure ? secureName : plainName, value, {
    path: '/',
    httpOnly: true,
    sameSite: 'strict',
    secure,
    maxAge: seconds,
  });
}
