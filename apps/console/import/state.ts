// Holds the state of this page's import: the chosen files, their contents, and the progress of sending. It continues
// while other views are shown.
import { signal } from '@preact/signals';
import type { AnswerTotals } from '../../../packages/order-files/measure-answers.ts';
import type { FilePreview } from '../../../packages/order-files/rows/preview.ts';
import type { CurrencyMismatch } from '../../../packages/order-files/values/name-rates.ts';
import type {
  Applied,
  Checked,
  Checkpoint,
  Exporter,
  Failure,
  Lacking,
  Question,
  ReadingProgress,
  ReadSettings,
} from './messages.ts';

export interface Previewed {
  readonly previews: readonly FilePreview[];
  readonly fingerprint: string;
  readonly fingerprintOfOrders: string;
  readonly exporters: readonly Exporter[];
}

interface Sending {
  readonly phase: 'reading' | 'sending' | 'paused' | 'applying' | 'applied' | 'stopped';
  readonly datasetId: string;
  /** The key that sends the orders. */
  readonly key: string;
  /** How the files are read. */
  readonly settings: ReadSettings;
  /** Total number of rows. */
  readonly rows: number;
  readonly checkpoint: Checkpoint;
  /**
   * Rows per second since sending started or continued, without pauses; undefined before the first request is accepted.
   */
  readonly rate: number | undefined;
  /** Imports that are applied. */
  readonly done: number;
  readonly applied: Applied | undefined;
  readonly mismatch: CurrencyMismatch | undefined;
  /** The requirement for continuing a stopped push. */
  readonly lacks: Lacking | undefined;
}

export const DEFAULTS: ReadSettings = { columns: {}, prices: true };

export const files = signal<readonly File[]>([]);
/** Exchange rates, as a CSV file. */
export const rates = signal<File | undefined>(undefined);
export const settings = signal<ReadSettings>(DEFAULTS);
export const dataset = signal('default');
/** The demo shop is checked, sent and analysed without another click, as long as nothing is asked. */
export const isAutomatic = signal(false);
export const previewed = signal<Previewed | undefined>(undefined);
export const reading = signal<ReadingProgress | undefined>(undefined);
export const checked = signal<Checked | undefined>(undefined);
export const sending = signal<Sending | undefined>(undefined);
/** The question to show; `totals`: those that have arrived, in the sequence of its choices. */
export const question = signal<
  (Question & { readonly totals: readonly (AnswerTotals | undefined)[] }) | undefined
>(undefined);
/** The failure to show. */
export const problem = signal<Failure | undefined>(undefined);
/** An earlier page's import with the fingerprint of the chosen files. */
export const unfinished = signal<Unfinished | undefined>(undefined);
/** The same, but the file with its exchange rates is not chosen yet. */
export const lacksRates = signal<Unfinished | undefined>(undefined);

// Stores incomplete imports for the next page: their positions and settings. The files themselves and the key are not
// stored: the reader chooses the files again, and their fingerprint shows whether they are the same.

interface Unfinished {
  readonly fingerprint: string;
  /** The fingerprint without the exchange rates. */
  readonly fingerprintOfOrders?: string | undefined;
  /** Name of the file with the exchange rates, if there was one. */
  readonly ratesName?: string | undefined;
  /** Names of the files. */
  readonly names: readonly string[];
  readonly settings: ReadSettings;
  readonly datasetId: string;
  /** Total number of rows to send. */
  readonly rows: number;
  readonly checkpoint: Checkpoint;
}

const STORED = 'order-analytics-imports';
const MOST_KEPT = 5;

/** Lists the latest first. */
export function listUnfinishedImports(): readonly Unfinished[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(found) ? found.filter(isUnfinished) : [];
  } catch {
    return [];
  }
}

export function keepUnfinished(one: Unfinished): void {
  store([one, ...listOthers(one.fingerprint)].slice(0, MOST_KEPT));
}

export function forgetUnfinished(fingerprint: string): void {
  store(listOthers(fingerprint));
}

function listOthers(fingerprint: string): Unfinished[] {
  return listUnfinishedImports().filter((one) => one.fingerprint !== fingerprint);
}

function store(all: readonly Unfinished[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(all));
  } catch {
    // Storage may be disabled or full: the import then ends with the page.
  }
}

/** Stored by this page, possibly by an earlier version. */
function isUnfinished(value: unknown): value is Unfinished {
  if (typeof value !== 'object' || value === null) return false;
  const { fingerprint, names, settings, datasetId, rows, checkpoint } = { ...value } as Partial<Unfinished>;
  return (
    typeof fingerprint === 'string' &&
    Array.isArray(names) &&
    typeof settings === 'object' &&
    typeof datasetId === 'string' &&
    typeof rows === 'number' &&
    typeof checkpoint?.run === 'string' &&
    typeof checkpoint.ordersSent === 'number' &&
    Array.isArray(checkpoint.imports)
  );
}
