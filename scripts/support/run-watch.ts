import { pino } from 'pino';
import { type WatchEvents, watch } from '../../src/publish/watch.ts';
import type { PublisherTools } from './run-command.ts';
import { settings } from './settings.ts';

/** Watches until `signal` aborts, and tells the log what happens. */
export function runWatch({ publisher, ...open }: PublisherTools, signal: AbortSignal): Promise<void> {
  const log = pino({ level: settings.logLevel.value, base: null });
  const events: WatchEvents = {
    published({ organisationId, generation, written, dropped, withheld, warnings }, seconds) {
      const changed = written.length + dropped.length > 0;
      if (changed) log.info({ organisationId, generation, written, dropped, seconds }, 'published');
      for (const version of withheld) log.warn({ organisationId, ...version }, 'a version is withheld');
      for (const version of warnings) log.warn({ organisationId, ...version }, 'a version has warnings');
    },
    access(organisationId, records) {
      if (records.length > 0) log.info({ organisationId, records: records.length }, 'access published');
    },
    listening(listening) {
      if (listening.by === 'notification') log.info('changes of access are notified; all others are found by polling');
      else log.warn({ why: listening.why }, 'polling: no notification arrives, and all changes are found by looking');
    },
    failed(what, error) {
      log.error({ error: error instanceof Error ? error.message : String(error) }, `${what} failed; it is tried again`);
    },
  };
  return watch(publisher, open, signal, events, settings.listenUrl.value);
}
