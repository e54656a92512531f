// Import jobs: the outcome of pushed orders.
import type { ImportJob, ListImportsQuery, ListImportsResponse } from '../contract.ts';
import { createList, type List } from '../list.ts';
import type { CallOptions, Transport } from '../transport.ts';
import { holding, untilFinished, type WaitOptions } from '../until-finished.ts';

const PATH = '/data/orders';

export interface ReadOptions extends CallOptions {
  /** The service holds the read until the import is complete, at most this many seconds (up to 20). */
  readonly waitSeconds?: number | undefined;
}

export interface WaitForImportOptions extends WaitOptions {
  /** Called from time to time with the job while it is in progress. */
  readonly onProgress?: ((job: ImportJob) => void) | undefined;
}

export class Imports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  get(importId: string, { waitSeconds = 0, ...call }: ReadOptions = {}): Promise<ImportJob> {
    const read = { path: PATH, query: { import_id: importId }, ...holding(waitSeconds, undefined), ...call };
    return this.#transport.read<ImportJob>(read);
  }

  /** Newest first. */
  list(query: ListImportsQuery = {}, call: CallOptions = {}): List<ImportJob, ListImportsResponse> {
    return createList(this.#transport, PATH, query, (page: ListImportsResponse) => page.imports, call);
  }

  /** Resolves when all rows are applied or counted as failed: see `status` and `rows`. */
  wait(importId: string, { onProgress, ...options }: WaitForImportOptions = {}): Promise<ImportJob> {
    const finished = (job: ImportJob): ImportJob | undefined => {
      if (job.status === 'completed' || job.status === 'failed') return job;
      onProgress?.(job);
      return undefined;
    };
    const showsProgress = onProgress !== undefined;
    const read = { id: importId, path: PATH, query: { import_id: importId }, finished, showsProgress };
    return untilFinished(this.#transport, read, options);
  }
}
