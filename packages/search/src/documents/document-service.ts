/**
 * Documents, for whoever needs them: routes, `_update_by_query`, `_reindex`, plug-ins.
 *
 *   service.write({ kind: 'index', index: 'a', id: '1', source }, { refresh: 'true' })
 *   service.bulk(writes, { access: request.caller })   one result a write, in order
 *   service.get({ index: 'a', id: '1' })
 *
 * A promise of a write resolves when it is durable (as `index.translog.durability` asks) and, with
 * `refresh`, visible. Indices are made where that is allowed; mappings grow with the documents.
 */

import { toSearchError } from '../errors/error-body.ts';
import { validationError } from '../errors/search-error.ts';
import type { IndicesService } from '../metadata/indices-service.ts';
import { AutoIds } from './auto-id.ts';
import { writeComplaints } from './check-write.ts';
import { CopyCheck } from './copy-check.ts';
import { type GetResult, getDocument } from './get-document.ts';
import { RefreshScheduler } from './refresh-scheduler.ts';
import type {
  Access,
  BulkItem,
  GetDocument,
  WriteDocument,
  WriteOptions,
  WriteOutcome,
} from './requests.ts';
import type { TermVectorsRequest, TermVectorsResult } from './term-vectors/request.ts';
import { termVectors } from './term-vectors/term-vectors.ts';
import { Turns } from './turns.ts';
import { type Finished, type WriteServices, WriteSession } from './write-session.ts';

export class DocumentService {
  private readonly refresher: RefreshScheduler;
  private readonly services: WriteServices;

  /** `autoCreate`: what the node's settings say of `action.auto_create_index`. */
  constructor(
    private readonly indices: IndicesService,
    autoCreate?: string | undefined,
  ) {
    this.refresher = new RefreshScheduler(({ name }) => indices.state.indices.get(name));
    this.services = { indices, ids: new AutoIds(), refresher: this.refresher, autoCreate };
  }

  /** One write; throws when it is refused. */
  async write(write: WriteDocument, options: WriteOptions = {}): Promise<WriteOutcome> {
    const complaints = writeComplaints(write);
    if (complaints.length > 0) throw validationError(complaints);
    const session = new WriteSession(this.services, options.access);
    await session.prepare(write);
    const copies = new CopyCheck(this.indices, options);
    await copies.wait([write.index]);
    copies.check(write);
    const outcome = session.apply(write);
    const finished = await session.finish(options.refresh ?? 'false');
    const failure = finished.failure(outcome);
    if (failure !== undefined) throw failure;
    outcome.forcedRefresh = finished.forcedRefresh;
    return outcome;
  }

  /**
   * Many writes, each done or refused by itself; throws only when the request as a whole is wrong, and
   * then nothing has been done. `writes` is gone through twice: to check all, then to do each, so that
   * none has to be kept.
   */
  async bulk(writes: Iterable<WriteDocument>, options: WriteOptions = {}): Promise<BulkItem[]> {
    const session = new WriteSession(this.services, options.access);
    const copies = new CopyCheck(this.indices, options);
    const turns = new Turns();
    const complaints: string[] = [];
    const missing: WriteDocument[] = [];
    for (const write of writes) {
      for (const complaint of writeComplaints(write)) complaints.push(complaint);
      if (!session.isKnown(write)) missing.push(write);
      if (turns.isOver) await turns.next();
    }
    if (complaints.length > 0) throw validationError(complaints);
    for (const write of missing) await session.prepare(write);
    await copies.wait(session.names());
    const items: BulkItem[] = [];
    for (const write of writes) {
      items.push(this.item(session, write, copies));
      if (!turns.isOver) continue;
      await session.room();
      await turns.next();
    }
    return concluded(items, await session.finish(options.refresh ?? 'false'));
  }

  /** A document as it is now, or as searches see it. */
  get(request: GetDocument, access?: Access | undefined): Promise<GetResult> {
    return getDocument(this.indices, request, access);
  }

  /** The terms of a document, or of one that is only looked at. */
  termVectors(
    request: TermVectorsRequest,
    access?: Access | undefined,
  ): Promise<TermVectorsResult> {
    return termVectors(this.indices, request, access);
  }

  stop(): void {
    this.refresher.stop();
  }

  private item(session: WriteSession, write: WriteDocument, copies: CopyCheck): BulkItem {
    try {
      copies.check(write);
      return session.apply(write);
    } catch (thrown) {
      const error = toSearchError(thrown);
      return { index: write.index, id: write.id ?? session.madeId ?? null, error };
    }
  }
}

/** What could not be made durable is no success, whatever it was before. */
function concluded(items: BulkItem[], finished: Finished): BulkItem[] {
  for (const [i, item] of items.entries()) {
    if ('error' in item) continue;
    item.forcedRefresh = finished.forcedRefresh;
    const error = finished.failure(item);
    if (error !== undefined) items[i] = { index: item.index, id: item.id, error };
  }
  return items;
}
