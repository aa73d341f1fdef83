// The exports of `belfry` as a library. Inside the project, every file imports from where a thing is defined instead. The
// guide is publish/library/README.md; `belfry/client` is client/belfry-client.ts.

export { createHandle } from './access/api-key.ts';
export type * from './contract/types.generated.ts';
export type { Warning } from './document/warnings/warning.ts';
export {
  BrokenCalendarError,
  BrokenRecordError,
  BrokenSourceError,
  ConflictError,
  InvalidIdError,
  NewerFormatError,
  OperatorError,
  RemovalHeldError,
  StoreError,
  StoreFullError,
  StoreMismatchError,
} from './errors.ts';
export type { SourceDocument, SourceVersion, VersionReader } from './publish/documents/version-reader.ts';
export type { WatchEvents } from './publish/engine/watch-events.ts';
export { createKey } from './publish/library/create-key.ts';
export {
  createPublisher,
  type Publisher,
  type PublisherOptions,
  type PublishOptions,
  type SourceBuild,
} from './publish/library/create-publisher.ts';
export type { Source, SourceAccess, SourceSnapshot } from './publish/library/source.ts';
export type { PublishedOrganisation } from './publish/publish-documents.ts';
export { createServer, type ServerOptions } from './serve/node/create-server.ts';
export type { RequestCounter, RequestLog } from './serve/node/node-server.ts';
export type { Retention } from './snapshot/remove-garbage.ts';
export { serverTimeouts, type Timeouts } from './store/bucket/bucket-client.ts';
export { type BucketStore, bucketStore } from './store/bucket/bucket-store.ts';
export type { BucketServer } from './store/bucket/open-bucket.ts';
export { type FolderStore, folderStore } from './store/folder/folder-store.ts';
export type { Store } from './store/store.ts';
