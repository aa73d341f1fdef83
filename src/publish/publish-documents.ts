// The path of a row, read aloud: an organisation's documents are published from one snapshot of its source.
//
//   read rows -> assemble -> validate -> check references -> warn -> encode -> write files -> swap pointer
//
// The source reads and assembles (`organisation.versions`), `build-version.ts` takes one version through the checks, and the rest
// is below. A crash at any point leaves readers with the generation they had: files never change, and the pointer, which is
// replaced at once, is what readers follow.

import type { OrganisationId } from '../access/ids.ts';
import { loadPublished } from '../snapshot/load-published.ts';
import { assignHandle, damagedRecord } from '../snapshot/stored-organisation.ts';
import { buildVersions } from './documents/build-versions.ts';
import { describeOutcome, gatherContent } from './documents/gather-content.ts';
import { chooseScope, type Plan, planVersions } from './documents/plan-versions.ts';
import { type ReportedProblems, reportProblems } from './documents/report-problems.ts';
import { swapPointer } from './documents/swap-pointer.ts';
import { documentWriter } from './documents/write-documents.ts';
import { writeLists } from './documents/write-lists.ts';
import { createJudgeLoss } from './judge-removals.ts';
import type { Done, OpenOrganisation, Request } from './port.ts';
import type { Publisher } from './publisher.ts';

export type PublishedOrganisation = {
  organisationId: OrganisationId;
  generation: number;
  /** What was written: version ids, or `timetables` for the list. */
  written: string[];
  /** The number of bytes written, in all encodings. */
  writtenBytes: number;
  /** Versions that are no longer published. */
  dropped: string[];
} & ReportedProblems;

/**
 * Publishes what has changed of an open organisation, and what is requested; writes nothing where nothing differs.
 * @throws ConflictError when another publisher came first; BrokenRecordError when the record is damaged
 */
export async function publishOpenedDocuments(
  publisher: Publisher,
  organisation: OpenOrganisation,
  request: Request,
): Promise<Done<PublishedOrganisation>> {
  const isPending = organisation.changed !== 'nothing';
  if (!isPending && request.what === 'due') return { state: 'nothing' };
  if (!isPending && request.what === 'verify' && (await keepsRollback(publisher, organisation)))
    return { state: 'nothing' };
  const plan = await planVersions(publisher, organisation, chooseScope(organisation.changed, request), organisation);
  if (plan.before.stored.state === 'damaged') throw damagedRecord(organisation.organisationId);
  return { state: 'done', result: await publishPlan(publisher, organisation, plan) };
}

async function publishPlan(
  publisher: Publisher,
  organisation: OpenOrganisation,
  plan: Plan,
): Promise<PublishedOrganisation> {
  const { store, validate } = publisher;
  const { organisationId, handle, assertMayPublish } = organisation;
  const { before } = plan;
  // A removal finds the record by this file, so a record without it would outlive its organisation.
  if (!plan.isHandleRight) await assignHandle(store, organisationId, handle, () => assertMayPublish(null));
  const judgeLoss = createJudgeLoss(publisher, organisation, before.pointer);
  await judgeLoss(plan.versions);
  const writer = documentWriter(store, organisationId, plan.repair);
  const outcomes = await buildVersions(publisher, organisation.versions, plan, writer);
  await judgeLoss(outcomes.filter(({ outcome }) => outcome !== 'deleted')); // while they were read
  const content = gatherContent(before, outcomes);
  const files = await writeLists({ validate, organisationId, writer }, content, before.pointer);
  const { generation, replaced } = await swapPointer(publisher, plan, files, organisation, writer);
  const problems = await reportProblems(store, organisationId, before, content);
  const dropped = Object.keys(before.pointer?.timetables ?? {}).filter((id) => !content.files.has(id));
  await organisation.record({
    work: 'documents',
    replaced,
    lacksAccess: (before.stored.record?.access ?? null) === null,
    withheld: problems.withheld.length,
    publication: {
      generation,
      versions: outcomes.flatMap((outcome) => describeOutcome(outcome, before, content)),
      dropped,
    },
  });
  const written = [...new Set(writer.written)];
  return { organisationId, generation, written, writtenBytes: writer.bytes, dropped, ...problems };
}

/** Whether readers have what a rollback restored, which only a change or a request ends. */
async function keepsRollback({ store }: Publisher, organisation: OpenOrganisation): Promise<boolean> {
  const { pointer, problems } = await loadPublished(store, organisation.organisationId, organisation.handle);
  if (pointer?.rolledBackTo == null) return false;
  const withheld = problems?.withheld.length ?? 0;
  await organisation.record({ work: 'documents', replaced: false, lacksAccess: false, withheld, publication: null });
  return true;
}
