// Exports of reports: everything that a report found, as a file, or row by row.
import type {
  CreateExportRequest,
  Export,
  ListCustomersResponse,
  ListExportsResponse,
  MbaReport,
} from '../contract.ts';
import { OrderAnalyticsError } from '../errors.ts';
import { createKey } from '../idempotency-key.ts';
import type { CreateOptions } from '../managed.ts';
import { type CallOptions, createList, type Transport } from '../transport.ts';
import { toHoldOptions, untilFinished, type WaitOptions } from '../until-finished.ts';
import type { ReadOptions } from './orders.ts';

type Rule = MbaReport['association_rules'][number];
type Cell = string | number | boolean | null | readonly string[];

/** A rule of a report, with all its figures beside each other. */
export type ExportedRule = Pick<
  Rule,
  'antecedents' | 'consequents' | 'support' | 'confidence' | 'lift' | 'impact_rating' | 'redundant'
> &
  Pick<Rule['impact_analysis'], 'revenue' | 'occurrences' | 'incremental_value'> &
  Rule['measures'];

/** Type of the rows, by what is exported. */
export type ExportedRows = {
  readonly [W in CreateExportRequest['what']]: W extends 'rules'
    ? ExportedRule
    : W extends 'customers'
      ? ListCustomersResponse['customers'][number]
      : Readonly<Record<string, Cell>>;
};

/** The export failed (code `export_failed`; see `export.fail_reason`). */
export class ExportFailedError extends OrderAnalyticsError {
  override readonly name = 'ExportFailedError';
  readonly export: Export;

  constructor(failed: Export) {
    super(`export ${failed.export_id} failed: ${failed.fail_reason ?? 'no reason is known'}`, {
      code: 'export_failed',
    });
    this.export = failed;
  }
}

export class Exports {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Resolves when the export is accepted. */
  create(
    reportId: string,
    request: CreateExportRequest,
    { idempotencyKey = createKey(), ...call }: CreateOptions = {},
  ): Promise<Export> {
    return this.#transport.post<Export>(toPath(reportId), JSON.stringify(request), idempotencyKey, call);
  }

  get(reportId: string, exportId: string, { waitSeconds = 0, ...call }: ReadOptions = {}): Promise<Export> {
    const path = toPath(reportId, exportId);
    return this.#transport.read<Export>({ path, ...toHoldOptions(waitSeconds, undefined), ...call });
  }

  /** Newest first, without download addresses. */
  async list(reportId: string, call: CallOptions = {}): Promise<readonly Export[]> {
    const exports: Export[] = [];
    const getEntries = (page: ListExportsResponse) => page.exports;
    for await (const each of createList(this.#transport, toPath(reportId), {}, getEntries, call)) {
      exports.push(each);
    }
    return exports;
  }

  /** Resolves when the export is complete. Rejects with ExportFailedError, or with NotFinishedError. */
  async wait(reportId: string, exportId: string, options: WaitOptions = {}): Promise<Export> {
    const ended = await untilFinished(
      this.#transport,
      {
        id: exportId,
        path: toPath(reportId, exportId),
        finished: (found: Export) => (found.status === 'Processing' ? undefined : found),
      },
      options,
    );
    if (ended.status === 'Failed') throw new ExportFailedError(ended);
    return ended;
  }

  /** The file of a complete export, decompressed, as it arrives. */
  async download(
    reportId: string,
    exportId: string,
    call: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const found = await this.get(reportId, exportId, call);
    if (found.download_url === null) {
      throw new OrderAnalyticsError(`export ${exportId} cannot be downloaded: it is ${found.status}`, {
        code: 'no_download',
      });
    }
    return this.#transport.download(found.download_url, call);
  }

  /** Exports the rows, waits, and yields them one by one as they arrive, however many there are. */
  async *rows<const W extends keyof ExportedRows>(
    reportId: string,
    what: W,
    options: CreateOptions & WaitOptions = {},
  ): AsyncGenerator<ExportedRows[W], void, undefined> {
    const { export_id } = await this.create(reportId, { what, format: 'ndjson' }, options);
    await this.wait(reportId, export_id, options);
    const file = await this.download(reportId, export_id, options);
    for await (const line of splitLines(file)) {
      const row: ExportedRows[W] = JSON.parse(line);
      yield row;
    }
  }
}

function toPath(reportId: string, exportId?: string): string {
  const path = `/reports/${encodeURIComponent(reportId)}/exports`;
  return exportId === undefined ? path : `${path}/${encodeURIComponent(exportId)}`;
}

// The lines of a stream of text, as they arrive: none is kept longer than until it is complete.

async function* splitLines(bytes: ReadableStream<Uint8Array>): AsyncGenerator<string, void, undefined> {
  const decoder = new TextDecoder();
  const reader = bytes.getReader();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      rest += done ? decoder.decode() : decoder.decode(value, { stream: true });
      const lines = rest.split('\n');
      rest = lines.pop() ?? '';
      yield* lines;
      if (done) break;
    }
    if (rest !== '') yield rest;
  } finally {
    // Whoever stops reading early ends the download.
    await reader.cancel();
  }
}
