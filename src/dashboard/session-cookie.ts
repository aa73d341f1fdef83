// The cookie of somebody who signed in with a browser. Under TLS its name says that no other host and no plain page can set it.

import type {} from '@fastify/cookie';
import type { FastifyReply, FastifyRequest } from 'fastify';

const [plainName, secureName] = ['belfry_session', '__Host-belfry_session'];

/** The value of the cookie; null where there is none. */
export function sessionCookieOf({ cookies, protocol }: FastifyRequest): string | null {
  const value = cookies[protocol === 'https' ? secureName : plainName];
  return value === undefined || value === '' || value.length > 300 ? null : value;
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
