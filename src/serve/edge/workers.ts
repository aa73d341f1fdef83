// For Cloudflare Workers: the bindings come with each request.

import { type Environment, type FetchHandler, failed, fetchHandler, targetOf } from './fetch-handler.ts';

/** The size of the file cache, of the 128 MB that an isolate has. */
const fileBytes = 32 * 1024 * 1024;

/** The runtime passes the same environment object to many requests. */
const handlers = new WeakMap<Environment, FetchHandler>();

function handlerOf(env: Environment): FetchHandler {
  const known = handlers.get(env);
  if (known !== undefined) return known;
  const handler = fetchHandler(env, fileBytes);
  handlers.set(env, handler);
  return handler;
}

/**
 * Cloudflare replaces Accept-Encoding with the encodings that it can decode and keeps the caller's own header in `cf`
 * (https://developers.cloudflare.com/workers/runtime-apis/request/#incomingrequestcfproperties).
 */
function acceptedEncodings(request: Request): string | undefined {
  const original: unknown = Reflect.get(Reflect.get(request, 'cf') ?? {}, 'clientAcceptEncoding');
  return typeof original === 'string' ? original : undefined;
}

export default {
  async fetch(request: Request, env: Environment, context: { waitUntil(work: Promise<unknown>): void }) {
    const { method, headers, url } = request;
    try {
      const asked = { method, headers, target: targetOf(url), acceptEncoding: acceptedEncodings(request) };
      return await handlerOf(env)(asked, (work) => context.waitUntil(work));
    } catch (error) {
      return failed(error, method, 'settings'); // every request is a 500 until the settings are valid
    }
  },
};
