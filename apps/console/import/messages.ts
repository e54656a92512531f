// What the import view and its worker say to each other. Files are read, checked and sent in the worker, so that the page
// stays responsive; only figures come back.

import type { ImportJob } from '../../../packages/client/src/index.ts';
import type { ColumnChoice, CustomChoice } from '../../../packages/order-files/columns/column-flags.ts';
import type { Doubt } from '../../../packages/order-files/doubts/doubts.ts';
import type { FileProblem } from '../../../packages/order-files/problems/file-problems.ts';
import type { RowProblem } from '../../../packages/order-files/problems/row-problems.ts';
import type { LeftOutStatus } from '../../../packages/order-files/profiles/profile.ts';
import type { FilePreview } from '../../../packages/order-files/rows/preview.ts';
import type { Delimiter } from '../../../packages/order-files/text/csv-records.ts';
import type { Reconciliation } from '../../../packages/order-files/totals/reconciliation.ts';
import type { Remark } from '../../../packages/order-files/totals/remarks.ts';
import type { Encoding } from '../../../packages/order-files/values/encodings.ts';
import type { CurrencyMismatch } from '../../../packages/order-files/values/name-rates.ts';
import type { DecimalMark, QuantityScale } from '../../../packages/order-files/values/numbers.ts';
import type { DateFormat } from '../../../packages/order-files/values/order-dates.ts';
import type { Language } from '../texts/languages.ts';

/** How the files are read: with the same settings, they make the same orders in the same sequence. */
export interface ReadSettings {
  /** A profile's id; undefined: by the header. */
  readonly from?: string | undefined;
  readonly columns: ColumnChoice;
  readonly dateFormat?: DateFormat | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** Of text files; undefined: detected. */
  readonly encoding?: Encoding | undefined;
  /** What separates the columns of text files; undefined: detected. */
  readonly delimiter?: Delimiter | undefined;
  /** False for files that have none. */
  readonly prices: boolean;
  /** Of workbooks; undefined: the first of each. */
  readonly sheet?: string | undefined;
  /** Columns that are kept as custom fields. */
  readonly custom?: readonly CustomChoice[] | undefined;
  /** Statuses of orders that count although they are not paid. */
  readonly include?: readonly LeftOutStatus[] | undefined;
  /** Statuses that the reader decided on, as the file writes them. */
  readonly paid?: readonly string[] | undefined;
  readonly notPaid?: readonly string[] | undefined;
  /** What looks wrong and is right. */
  readonly accept?: readonly Doubt[] | undefined;
  /** Of quantities that are weights; undefined: 1. */
  readonly quantityScale?: QuantityScale | undefined;
  /** Of the dataset; undefined: the only one that rows name. */
  readonly currency?: string | undefined;
  /** Where the exchange rates are from; undefined: the name of their file. */
  readonly ratesSource?: string | undefined;
}

/** What is read, and how. */
export interface Chosen {
  readonly files: readonly File[];
  /** Exchange rates as a CSV file of date, currency, rate; undefined: amounts in other currencies are left out. */
  readonly rates: File | undefined;
  readonly settings: ReadSettings;
}

/** Where a push has come to, and what names it: `run` and the place make the Idempotency-Key of each request. */
export interface Checkpoint {
  readonly run: string;
  readonly ordersSent: number;
  readonly rowsSent: number;
  readonly imports: readonly string[];
}

export interface SendTarget {
  readonly baseUrl: string;
  readonly apiKey: string;
  readonly datasetId: string;
}

export type ToWorker =
  | { readonly do: 'preview'; readonly chosen: Chosen }
  /** `language`: of the reasons in the file of rejected rows. */
  | { readonly do: 'check'; readonly chosen: Chosen; readonly language: Language }
  | {
      readonly do: 'send';
      readonly chosen: Chosen;
      readonly target: SendTarget;
      readonly checkpoint: Checkpoint;
    }
  | { readonly do: 'pause' }
  | { readonly do: 'resume' };

export interface Exporter {
  readonly id: string;
  readonly title: string;
}

export interface ReadingProgress {
  readonly bytes: number;
  readonly totalBytes: number;
  readonly rows: number;
}

export interface Checked {
  readonly rows: number;
  readonly badRows: number;
  readonly reconciliation: Reconciliation;
  readonly remarks: readonly Remark[];
  /** The commonest reasons first, at most five; those of other rows are in the file alone. */
  readonly reasons: readonly RejectedFor[];
  /** A CSV file; undefined when no row was rejected. */
  readonly rejected: Blob | undefined;
  /** Rows that it holds: the first ones, where they are too many. */
  readonly rejectedKept: number;
}

/** Rows that are rejected for one reason, and the first of them. */
export interface RejectedFor {
  readonly rows: number;
  readonly source: string;
  readonly line: number;
  readonly problem: RowProblem;
}

export interface Applied {
  readonly inserted: number;
  readonly updated: number;
  readonly failed: number;
  readonly errors: NonNullable<ImportJob['errors']>;
  /** Of the service, each once. */
  readonly warnings: readonly ServiceWarning[];
}

interface ServiceWarning {
  readonly text: string;
  readonly coded: ImportJob['warning_coded'];
}

/** Of a file, named by `source`; or in the words of the service or the browser. */
export type Failure =
  | { readonly of: 'file'; readonly source: string | undefined; readonly problem: FileProblem }
  | { readonly of: 'sending'; readonly message: string; readonly code?: string | undefined };

export type WaitingFor = 'rate_limit' | 'retry';
export type Lacking = 'key' | 'network';

export type FromWorker =
  | {
      readonly is: 'previews';
      readonly previews: readonly FilePreview[];
      /** Changes when one of the files does, that of the rates included. */
      readonly fingerprint: string;
      /** The same without the rates. */
      readonly fingerprintOfOrders: string;
      readonly exporters: readonly Exporter[];
    }
  | { readonly is: 'reading'; readonly progress: ReadingProgress }
  | { readonly is: 'checked'; readonly checked: Checked }
  | { readonly is: 'sending'; readonly checkpoint: Checkpoint; readonly waiting?: WaitingFor }
  /** All was accepted; `done` of `checkpoint.imports` are applied. */
  | {
      readonly is: 'applying';
      readonly checkpoint: Checkpoint;
      readonly done: number;
      readonly waiting?: WaitingFor;
    }
  | {
      readonly is: 'applied';
      readonly checkpoint: Checkpoint;
      readonly applied: Applied;
      readonly mismatch: CurrencyMismatch | undefined;
    }
  /** `checkpoint`: of a push that can be resumed there. */
  | {
      readonly is: 'failed';
      readonly why: Failure;
      /** What it needs to continue: a valid key, or the network. */
      readonly lacks: Lacking | undefined;
      readonly checkpoint: Checkpoint | undefined;
    };
