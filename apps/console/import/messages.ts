// Defines the messages between the import view and its worker. Files are read, checked and sent in the worker, so that
// the page stays responsive; only figures come back.

import type { ImportJob } from '../../../packages/client/src/index.ts';
import type { ColumnChoice, CustomChoice } from '../../../packages/order-files/columns/column-flags.ts';
import type { Doubt } from '../../../packages/order-files/doubts/doubts.ts';
import type { AnswerTotals } from '../../../packages/order-files/measure-answers.ts';
import type { FileProblem, FileProblemCode } from '../../../packages/order-files/problems/file-problems.ts';
import type { RowProblem } from '../../../packages/order-files/problems/row-problems.ts';
import type { Choice } from '../../../packages/order-files/problems/way-out.ts';
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

/** How the files are read: equal settings give the same orders in the same sequence. */
export interface ReadSettings {
  /** A profile's id; undefined: detected by the header. */
  readonly from?: string | undefined;
  readonly columns: ColumnChoice;
  readonly dateFormat?: DateFormat | undefined;
  readonly decimal?: DecimalMark | undefined;
  /** Encoding of text files; undefined: detected. */
  readonly encoding?: Encoding | undefined;
  /** Separates the columns of text files; undefined: detected. */
  readonly delimiter?: Delimiter | undefined;
  /** False for files without prices. */
  readonly prices: boolean;
  /** Sheet of workbooks; undefined: the first of each. */
  readonly sheet?: string | undefined;
  /** Columns that are kept as custom fields. */
  readonly custom?: readonly CustomChoice[] | undefined;
  /** Statuses of unpaid orders that count anyway. */
  readonly include?: readonly LeftOutStatus[] | undefined;
  /** Statuses that mean paid by the reader's decision, as the file writes them. */
  readonly paid?: readonly string[] | undefined;
  readonly notPaid?: readonly string[] | undefined;
  /** Names of customers that are guests. */
  readonly guests?: readonly string[] | undefined;
  /** Values that look wrong but are right. */
  readonly accept?: readonly Doubt[] | undefined;
  /** Scale of quantities that are weights; undefined: 1. */
  readonly quantityScale?: QuantityScale | undefined;
  /** Currency of the dataset; undefined: the only one in the rows. */
  readonly currency?: string | undefined;
  /** Source of the exchange rates; undefined: the name of their file. */
  readonly ratesSource?: string | undefined;
  /** Answers to questions about the files; each adds its options to those above. */
  readonly answers?: readonly Answered[] | undefined;
}

/** The question that was answered, and the answer. */
export interface Answered {
  readonly code: FileProblemCode;
  readonly choice: Choice;
}

/** A problem of the files that the reader decides, the likeliest answer first. */
export interface Question {
  readonly source: string | undefined;
  readonly problem: FileProblem;
  readonly choices: readonly Choice[];
  /** True if the totals of each answer follow. */
  readonly isMeasured: boolean;
}

/** The files, and how they are read. */
export interface Chosen {
  readonly files: readonly File[];
  /** Exchange rates as a CSV file of date, currency, rate; undefined: amounts in other currencies are left out. */
  readonly rates: File | undefined;
  readonly settings: ReadSettings;
}

/** The position and identity of a push: `run` and the position form the Idempotency-Key of each request. */
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
  /** At most five reasons, the commonest first; other reasons are in the file only. */
  readonly reasons: readonly RejectedFor[];
  /** A CSV file; undefined if no row was rejected. */
  readonly rejected: Blob | undefined;
  /** Number of rows in the file: the first ones, if there are too many. */
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
  /** Warnings of the service, each once. */
  readonly warnings: readonly ServiceWarning[];
}

interface ServiceWarning {
  readonly text: string;
  readonly coded: ImportJob['warning_coded'];
}

/** A failure of a file, named by `source`; or one in the words of the service or the browser. */
export type Failure =
  | { readonly of: 'file'; readonly source: string | undefined; readonly problem: FileProblem }
  | { readonly of: 'sending'; readonly message: string; readonly code?: string | undefined };

export type WaitingFor = 'rate_limit' | 'retry';
export type Lacking = 'key' | 'network';

export type FromWorker =
  | {
      readonly is: 'previews';
      readonly previews: readonly FilePreview[];
      /** Changes with any of the files, including that of the rates. */
      readonly fingerprint: string;
      /** The fingerprint without the rates. */
      readonly fingerprintOfOrders: string;
      readonly exporters: readonly Exporter[];
    }
  | { readonly is: 'reading'; readonly progress: ReadingProgress }
  | { readonly is: 'checked'; readonly checked: Checked }
  | { readonly is: 'question'; readonly question: Question }
  /** Sent for each answer in sequence; `totals`: undefined if the files cannot be read so. */
  | { readonly is: 'totals'; readonly totals: AnswerTotals | undefined }
  | { readonly is: 'sending'; readonly checkpoint: Checkpoint; readonly waiting?: WaitingFor }
  /** All orders were accepted; `done` of `checkpoint.imports` are applied. */
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
  /** `checkpoint`: present if the push can be resumed. */
  | {
      readonly is: 'failed';
      readonly why: Failure;
      /** The requirement for continuing: a valid key, or the network. */
      readonly lacks: Lacking | undefined;
      readonly checkpoint: Checkpoint | undefined;
    };
