// Reports: request, wait, read. However often the request has to be sent, it starts one report.
import type {
  CreateReportRequest,
  CreateReportResponse,
  FailedReport,
  ListCustomersQuery,
  ListCustomersResponse,
  ListReportsQuery,
  ListReportsResponse,
  ListRulesQuery,
  ListRulesResponse,
  MbaReport,
  ProcessingReport,
  ProductProfile,
  ReportSummary,
  ReportsByType,
  RfmReport,
} from '../contract.ts';
import { OrderAnalyticsError } from '../errors.ts';
import { createKey } from '../idempotency-key.ts';
import type { CreateOptions } from '../managed.ts';
import { type CallOptions, createList, type List, type Transport } from '../transport.ts';
import { toHoldOptions, untilFinished, type WaitOptions } from '../until-finished.ts';
import { type ExportedRows, Exports } from './exports.ts';
import type { ReadOptions } from './orders.ts';

const PATH = '/reports';

export type AssociationRule = MbaReport['association_rules'][number];
/** A row of GET /reports/{id}/customers. */
export type ReportCustomer = ListCustomersResponse['customers'][number];
export type RfmSegment = RfmReport['segments'][number];

export type FinishedReport = ReportsByType[keyof ReportsByType]['report'];
export type Report = ProcessingReport | FailedReport | FinishedReport;

/** The report that a request leads to, as far as its literal report_type or template says. */
export type ReportOf<R> = R extends { readonly report_type: infer T extends keyof ReportsByType }
  ? ReportsByType[T]['report']
  : R extends { readonly template: infer Name extends string }
    ? {
        [T in keyof ReportsByType]: Name & ReportsByType[T]['template'] extends never
          ? never
          : ReportsByType[T]['report'];
      }[keyof ReportsByType]
    : FinishedReport;

/** A report that is still processing. */
export interface ReportProgress extends ProcessingReport {
  readonly reportId: string;
  readonly elapsedMs: number;
}

export interface WaitForReportOptions extends WaitOptions {
  /** Called from time to time while the report is processing. */
  readonly onProgress?: ((progress: ReportProgress) => void) | undefined;
}

/** The report with its ETag, or the fact that it has not changed. */
export type ReadReport =
  | { readonly changed: true; readonly report: Report; readonly etag: string | undefined }
  | { readonly changed: false };

/** The report failed (code `report_failed`; see `report.fail_reason`). */
export class ReportFailedError extends OrderAnalyticsError {
  override readonly name = 'ReportFailedError';
  readonly report: FailedReport;

  constructor(report: FailedReport) {
    super(`report ${report.report_id} failed: ${report.fail_reason}`, { code: 'report_failed' });
    this.report = report;
  }
}

export interface GetReportOptions extends ReadOptions {
  /** false: without the long lists of rules and cohorts, which are then empty. Default: true. */
  readonly lists?: boolean | undefined;
}

export class Reports {
  readonly exports: Exports;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
    this.exports = new Exports(transport);
  }

  /** Resolves when the report is accepted; `wait` or a webhook reports when it is finished. */
  async create(
    request: CreateReportRequest,
    { idempotencyKey = createKey(), ...call }: CreateOptions = {},
  ): Promise<CreateReportResponse> {
    return this.#transport.post<CreateReportResponse>(PATH, JSON.stringify(request), idempotencyKey, call);
  }

  /** Reads a report: only its status while it is Processing. */
  get(reportId: string, { waitSeconds = 0, lists = true, ...call }: GetReportOptions = {}): Promise<Report> {
    const query = lists ? {} : { lists: 'false' };
    const read = { path: toPath(reportId), query, ...toHoldOptions(waitSeconds, undefined), ...call };
    return this.#transport.read<Report>(read);
  }

  /** As `get`, but without the report if it has not changed since `etag`. */
  async getIfChanged(
    reportId: string,
    etag: string | undefined,
    { waitSeconds = 0, ...call }: ReadOptions = {},
  ): Promise<ReadReport> {
    const { body, headers } = await this.#transport.ask<Report>({
      method: 'GET',
      path: toPath(reportId),
      ...toHoldOptions(waitSeconds, etag),
      ...call,
    });
    if (body === undefined) return { changed: false };
    return { changed: true, report: body, etag: headers.get('etag') ?? undefined };
  }

  /** Newest first. */
  list(query: ListReportsQuery = {}, call: CallOptions = {}): List<ReportSummary, ListReportsResponse> {
    return createList(this.#transport, PATH, query, (page: ListReportsResponse) => page.reports, call);
  }

  /**
   * Ends a report that is queued or being computed; it does not count against the monthly limit. Resolves with the
   * report as it ended, also if it had ended before.
   */
  cancel(reportId: string, call: CallOptions = {}): Promise<ReportSummary> {
    return this.#transport.postAgain<ReportSummary>(`${toPath(reportId)}/cancel`, '', call);
  }

  /** The rules that a finished market basket report keeps: all, or those that match the query, in its order. */
  rules(
    reportId: string,
    query: ListRulesQuery = {},
    call: CallOptions = {},
  ): List<AssociationRule, ListRulesResponse> {
    const path = `${toPath(reportId)}/rules`;
    return createList(this.#transport, path, query, (page: ListRulesResponse) => page.rules, call);
  }

  /**
   * One product of a finished market basket report that was requested with `product_profiles`: the sizes of its orders,
   * and what the same customers order before and after.
   */
  productProfile(reportId: string, product: string, call: CallOptions = {}): Promise<ProductProfile> {
    const path = `${toPath(reportId)}/product-profile`;
    return this.#transport.read<ProductProfile>({ ...call, path, query: { product } });
  }

  /**
   * The customers of a finished report whose type lists them, all or those that match, by spend unless `order_by` is
   * given. Iterates over the pages; a page holds up to 1,000, which is the default here.
   */
  customers(
    reportId: string,
    query: ListCustomersQuery = {},
    call: CallOptions = {},
  ): List<ReportCustomer, ListCustomersResponse> {
    const largest = { limit: 1_000, ...query };
    return createList(
      this.#transport,
      `${toPath(reportId)}/customers`,
      largest,
      (page: ListCustomersResponse) => page.customers,
      call,
    );
  }

  /**
   * Everything that a finished report found, row by row as it arrives: all rules, also those beyond the 10,000 that the
   * report keeps, or all rows of another list. An export at the service, which `exports` gives as a file, too.
   */
  export<const W extends keyof ExportedRows>(
    reportId: string,
    what: W,
    options: CreateOptions & WaitOptions = {},
  ): AsyncGenerator<ExportedRows[W], void, undefined> {
    return this.exports.rows(reportId, what, options);
  }

  /** Resolves when the report is finished, even if it failed. Rejects with NotFinishedError after the time limit. */
  wait(
    reportId: string,
    { onProgress, ...options }: WaitForReportOptions = {},
  ): Promise<FinishedReport | FailedReport> {
    const began = performance.now();
    const pickFinished = (report: Report): FinishedReport | FailedReport | undefined => {
      if (report.status !== 'Processing') return report;
      onProgress?.({ ...report, reportId, elapsedMs: performance.now() - began });
      return undefined;
    };
    const read = {
      id: reportId,
      path: toPath(reportId),
      finished: pickFinished,
      showsProgress: onProgress !== undefined,
    };
    return untilFinished(this.#transport, read, options);
  }

  /** Resolves with the finished report. Rejects with ReportFailedError, or with NotFinishedError. */
  createAndWait<const R extends CreateReportRequest>(
    request: R,
    options?: CreateOptions & WaitForReportOptions,
  ): Promise<ReportOf<R>>;
  async createAndWait(
    request: CreateReportRequest,
    options: CreateOptions & WaitForReportOptions = {},
  ): Promise<FinishedReport> {
    const { report_id } = await this.create(request, options);
    const report = await this.wait(report_id, options);
    if (report.status === 'Failed') throw new ReportFailedError(report);
    return report;
  }
}

function toPath(reportId: string): string {
  return `${PATH}/${encodeURIComponent(reportId)}`;
}
