// Exports of reports: everything that a report found, as a file, or row by row. Exports of a dataset's orders: its line
// items, as files, or row by row.
import type {
  CreateExportRequest,
  CreateOrderExportRequest,
  Export,
  ListCustomersResponse,
  MbaReport,
  OrderExport,
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
  readonly export: Export | OrderExport;

  constructor(failed: Export | OrderExport) {
    super(`export ${failed.export_id} failed: ${failed.fail_reason ?? 'no reason is known'}`, {
      code: 'export_failed',
    });
    this.export = failed;
  }
}

interface PageOf<Found> {
  readonly exports: readonly Found[];
  readonly next_cursor?: string;
}

/** What exports of both kinds have in common. `source`: the id of a report, or the slug of a dataset. */
class ExportsOf<Request extends object, Found extends Export | OrderExport> {
  readonly transport: Transport;
  readonly #root: string;

  constructor(transport: Transport, root: string) {
    this.transport = transport;
    this.#root = root;
  }

  #toPath(source: string, exportId?: string): string {
    const path = `/${this.#root}/${encodeURIComponent(source)}/exports`;
    return exportId === undefined ? path : `${path}/${encodeURIComponent(exportId)}`;
  }

  /** Resolves when the export is accepted. */
  create(
    source: string,
    request: Request,
    { idempotencyKey = createKey(), ...call }: CreateOptions = {},
  ): Promise<Found> {
    return this.transport.post<Found>(this.#toPath(source), JSON.stringify(request), idempotencyKey, call);
  }

  get(source: string, exportId: string, { waitSeconds = 0, ...call }: ReadOptions = {}): Promise<Found> {
    const path = this.#toPath(source, exportId);
    return this.transport.read<Found>({ path, ...toHoldOptions(waitSeconds, undefined), ...call });
  }

  /** Newest first, without download addresses. */
  async list(source: string, call: CallOptions = {}): Promise<readonly Found[]> {
    const exports: Found[] = [];
    const getEntries = (page: PageOf<Found>) => page.exports;
    for await (const each of createList(this.transport, this.#toPath(source), {}, getEntries, call)) {
      exports.push(each);
    }
    return exports;
  }

  /** Resolves when the export is complete. Rejects with ExportFailedError, or with NotFinishedError. */
  async wait(source: string, exportId: string, options: WaitOptions = {}): Promise<Found> {
    const ended = await untilFinished(
      this.transport,
      {
        id: exportId,
        path: this.#toPath(source, exportId),
        finished: (found: Found) => (found.status === 'Processing' ? undefined : found),
      },
      options,
    );
    if (ended.status === 'Failed') throw new ExportFailedError(ended);
    return ended;
  }

  protected async open(
    url: string | null | undefined,
    { export_id, status }: Found,
    call: CallOptions,
  ): Promise<ReadableStream<Uint8Array>> {
    if (url !== null && url !== undefined) return this.transport.download(url, call);
    throw new OrderAnalyticsError(`export ${export_id} cannot be downloaded: it is ${status}`, {
      code: 'no_download',
    });
  }
}

export class Exports extends ExportsOf<CreateExportRequest, Export> {
  constructor(transport: Transport) {
    super(transport, 'reports');
  }

  /** The file of a complete export, decompressed, as it arrives. */
  async download(
    reportId: string,
    exportId: string,
    call: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const found = await this.get(reportId, exportId, call);
    return this.open(found.download_url, found, call);
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

/** A line item of a dataset. */
export interface ExportedLine {
  readonly order_id: string;
  readonly customer_id: string | null;
  /** ISO 8601, UTC. */
  readonly order_date: string | null;
  readonly product_name: string | null;
  readonly product_sku: string | null;
  readonly unit_price: number;
  readonly quantity: number;
  /** unit_price × quantity, as reports add it up. */
  readonly amount: number;
  readonly custom_fields: Readonly<Record<string, string>> | null;
  readonly import_id: string | null;
  /** Only if it was requested. */
  readonly contact?: string | null;
}

export class OrderExports extends ExportsOf<CreateOrderExportRequest, OrderExport> {
  constructor(transport: Transport) {
    super(transport, 'datasets');
  }

  /** A file of a complete export, decompressed, as it arrives. `file`: its place in `files`, from 0. */
  async download(
    slug: string,
    exportId: string,
    file: number,
    call: CallOptions = {},
  ): Promise<ReadableStream<Uint8Array>> {
    const found = await this.get(slug, exportId, call);
    return this.open(found.files[file]?.download_url, found, call);
  }

  /** Exports the line items, waits, and yields them one by one as they arrive, however many there are. */
  async *rows(
    slug: string,
    range: Omit<CreateOrderExportRequest, 'format'> = {},
    options: CreateOptions & WaitOptions = {},
  ): AsyncGenerator<ExportedLine, void, undefined> {
    const { export_id } = await this.create(slug, { ...range, format: 'ndjson' }, options);
    const { files } = await this.wait(slug, export_id, options);
    for (const at of files.keys()) {
      for await (const line of splitLines(await this.download(slug, export_id, at, options))) {
        const row: ExportedLine = JSON.parse(line);
        yield row;
      }
    }
  }
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
