// The exports of `belfry` as a library. Inside the project, every file imports from where a thing is defined instead. The
// guide is publish/README.md; `belfry/client` is client/belfry-client.ts.

export { createHandle } from './access/api-key.ts';
export type * from './contract/types.generated.ts';
export type { Warning } from './document/warning.ts';
export {
  BrokenRecordError,
  BrokenSourceError,
  ConflictError,
  InvalidIdError,
  NewerFormatError,
  OperatorError,
  StoreError,
  StoreFullError,
  StoreMismatchError,
} from './errors.ts';
export { createKey } from './publish/create-key.ts';
export {
  createPublisher,
  type PublisherOptions,
  type PublishOptions,
  type SourceBuild,
  type SourcePublishing,
} from './publish/create-publisher.ts';
export type { PublishedOrganisation } from './publish/publish-organisation.ts';
export type {
  Source,
  SourceAccess,
  SourceDocument,
  SourceSnapshot,
  SourceVersion,
  VersionReader,
} from './publish/source.ts';
export type { SourceEvents } from './publish/watch-source.ts';
export { createServer, type ServerOptions } from './serve/node/create-server.ts';
export type { RequestCounter, RequestLog } from './serve/node/node-server.ts';
export { serverTimeouts, type Timeouts } from './snapshot/bucket-client.ts';
export { type BucketStore, bucketStore } from './snapshot/bucket-store.ts';
export { type FolderStore, folderStore } from './snapshot/folder-store.ts';
export type { BucketServer } from './snapshot/open-bucket.ts';
export type { Retention } from './snapshot/prune-orphans.ts';
export type { Store } from './snapshot/store.ts';
