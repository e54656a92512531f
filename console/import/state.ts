// The import of this page: what was chosen, what was found in it, and how far it is sent. It continues while other views
// are shown.
import { signal } from '@preact/signals';
import type { FilePreview } from '../../order-files/rows/preview.ts';
import type { CurrencyMismatch } from '../../order-files/values/name-rates.ts';
import type {
  Applied,
  Checked,
  Checkpoint,
  Exporter,
  Failure,
  Lacking,
  ReadingProgress,
  ReadSettings,
} from './messages.ts';
import type { Unfinished } from './unfinished.ts';

export interface Previewed {
  readonly previews: readonly FilePreview[];
  readonly fingerprint: string;
  readonly fingerprintOfOrders: string;
  readonly exporters: readonly Exporter[];
}

export interface Sending {
  readonly phase: 'reading' | 'sending' | 'paused' | 'applying' | 'applied' | 'stopped';
  readonly datasetId: string;
  /** With which it is sent. */
  readonly key: string;
  /** How the files are read. */
  readonly settings: ReadSettings;
  /** Rows in all. */
  readonly rows: number;
  readonly checkpoint: Checkpoint;
  /** Rows a second since it was started or continued, without pauses; undefined before the first request is accepted. */
  readonly rate: number | undefined;
  /** Imports that are applied. */
  readonly done: number;
  readonly applied: Applied | undefined;
  readonly mismatch: CurrencyMismatch | undefined;
  /** Of a push that stopped for want of it, and continues when it is there. */
  readonly lacks: Lacking | undefined;
}

export const DEFAULTS: ReadSettings = { columns: {}, prices: true };

export const files = signal<readonly File[]>([]);
/** Exchange rates, as a CSV file. */
export const rates = signal<File | undefined>(undefined);
export const settings = signal<ReadSettings>(DEFAULTS);
export const dataset = signal('default');
export const previewed = signal<Previewed | undefined>(undefined);
export const reading = signal<ReadingProgress | undefined>(undefined);
export const checked = signal<Checked | undefined>(undefined);
export const sending = signal<Sending | undefined>(undefined);
/** What went wrong. */
export const problem = signal<Failure | undefined>(undefined);
/** Of an earlier page, with the fingerprint of the chosen files. */
export const unfinished = signal<Unfinished | undefined>(undefined);
/** The same, where only the file with its exchange rates is not chosen yet. */
export const lacksRates = signal<Unfinished | undefined>(undefined);
