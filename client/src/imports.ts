// Import jobs: what became of the orders that were pushed.
import type { ImportJob, ListImportsQuery, ListImportsResponse } from './contract.ts';
import { createList, type List } from './list.ts';
import type { CallOptions, Transport } from './transport.ts';
import { holding, untilFinished, type WaitOptions } from './until-finished.ts';

const PATH = '/data/orders';

export interface ReadOptions extends CallOptions {
  /** Let the service answer when it is finished, or after so many seconds (at most 20). */
  readonly waitSeconds?: number | undefined;
}

export interface WaitForImportOptions extends WaitOptions {
  /** The job as it stands, now and then while it goes on. */
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

  /** Resolves when all rows are applied or counted as failed; `status` and `rows` say which. */
  wait(importId: string, { onProgress, ...options }: WaitForImportOptions = {}): Promise<ImportJob> {
    const finished = (job: ImportJob): ImportJob | undefined => {
      if (job.status === 'completed' || job.status === 'failed') return job;
      onProgress?.(job);
      return undefined;
    };
    const read = { id: importId, path: PATH, query: { import_id: importId }, finished };
    return untilFinished(this.#transport, read, options);
  }
}
