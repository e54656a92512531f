// The import that is in progress in this page: it continues while other views are shown.
import { signal } from '@preact/signals';
import type { FilePreview } from '../../cli/order-files/preview.ts';
import type { ExportField } from '../../cli/order-files/profiles/profile.ts';
import { apiKey, isRefused } from '../key.ts';
import { BASE_URL, waiting } from '../service.ts';
import type {
  Applied,
  Checked,
  Checkpoint,
  Exporter,
  FromWorker,
  ReadingProgress,
  ReadSettings,
  ToWorker,
} from './messages.ts';
import { forgetUnfinished, keepUnfinished, type Unfinished, unfinishedImports } from './unfinished.ts';

/** Written by the bundler: the worker's script. */
declare const IMPORT_WORKER: string;

export interface Previewed {
  readonly previews: readonly FilePreview[];
  readonly fingerprint: string;
  readonly exporters: readonly Exporter[];
}

export interface Sending {
  readonly phase: 'reading' | 'sending' | 'paused' | 'applying' | 'applied' | 'stopped';
  readonly datasetId: string;
  /** Rows in all. */
  readonly rows: number;
  readonly checkpoint: Checkpoint;
  /** Rows a second since it was started or continued, without pauses; undefined before the first request is accepted. */
  readonly rate: number | undefined;
  /** Imports that are applied. */
  readonly done: number;
  readonly applied: Applied | undefined;
  readonly warnings: readonly string[];
}

const DEFAULTS: ReadSettings = { columns: {}, prices: true };

export const files = signal<readonly File[]>([]);
export const settings = signal<ReadSettings>(DEFAULTS);
export const dataset = signal('default');
export const previewed = signal<Previewed | undefined>(undefined);
export const reading = signal<ReadingProgress | undefined>(undefined);
export const checked = signal<Checked | undefined>(undefined);
export const sending = signal<Sending | undefined>(undefined);
/** What went wrong, in the words of the reader of files or the service. */
export const problem = signal<string | undefined>(undefined);
/** Of an earlier page, with the fingerprint of the chosen files. */
export const unfinished = signal<Unfinished | undefined>(undefined);

let worker: Worker | undefined;
/** How the orders in `sending` are read. */
let sentSettings: ReadSettings = DEFAULTS;
/** Of the rate: when sending began or was continued, and with how many rows. */
let clock = { startedAt: 0, rows: 0 };

export function choose(chosen: readonly File[]): void {
  if (chosen.length === 0) return;
  stop();
  files.value = chosen;
  settings.value = DEFAULTS;
  previewed.value = undefined;
  preview();
}

export function changeSettings(changed: Partial<ReadSettings>): void {
  settings.value = { ...settings.value, ...changed };
  preview();
}

/** Column `position` of `header` is `field` now; an empty one means that it is not used. */
export function assignColumn(
  header: readonly string[],
  position: number,
  before: ExportField | undefined,
  field: ExportField | undefined,
): void {
  const columns = { ...settings.value.columns };
  if (before !== undefined) columns[before] = '';
  if (field !== undefined) columns[field] = header[position] ?? '';
  changeSettings({ columns });
}

export function startCheck(): void {
  checked.value = undefined;
  problem.value = undefined;
  reading.value = { bytes: 0, totalBytes: 1, rows: 0 };
  ask({ do: 'check', files: files.value, settings: settings.value });
}

export function startSending(): void {
  const rows = checked.value?.rows ?? 0;
  send(settings.value, dataset.value, rows, {
    run: crypto.randomUUID(),
    ordersSent: 0,
    rowsSent: 0,
    imports: [],
  });
}

/** Where an earlier page, or this one, has come to. */
export function continueSending(): void {
  const { value } = sending;
  const earlier = unfinished.value;
  if (value !== undefined) send(sentSettings, value.datasetId, value.rows, value.checkpoint);
  else if (earlier !== undefined) {
    send(earlier.settings, earlier.datasetId, earlier.rows, earlier.checkpoint);
  }
}

export function discardUnfinished(): void {
  if (unfinished.value !== undefined) forgetUnfinished(unfinished.value.fingerprint);
  unfinished.value = undefined;
}

export function pause(): void {
  const { value } = sending;
  if (value?.phase !== 'sending') return;
  ask({ do: 'pause' });
  sending.value = { ...value, phase: 'paused' };
}

export function resume(): void {
  const { value } = sending;
  if (value?.phase !== 'paused') return;
  clock = { startedAt: performance.now(), rows: value.checkpoint.rowsSent };
  ask({ do: 'resume' });
  sending.value = { ...value, phase: 'sending', rate: undefined };
}

/** As before the first file was chosen. */
export function reset(): void {
  stop();
  files.value = [];
  settings.value = DEFAULTS;
  previewed.value = undefined;
}

function stop(): void {
  worker?.terminate();
  worker = undefined;
  reading.value = undefined;
  checked.value = undefined;
  sending.value = undefined;
  problem.value = undefined;
  unfinished.value = undefined;
}

function preview(): void {
  checked.value = undefined;
  problem.value = undefined;
  ask({ do: 'preview', files: files.value, settings: settings.value });
}

function send(readSettings: ReadSettings, datasetId: string, rows: number, checkpoint: Checkpoint): void {
  const key = apiKey.value;
  if (key === undefined) return;
  problem.value = undefined;
  unfinished.value = undefined;
  sentSettings = readSettings;
  clock = { startedAt: 0, rows: checkpoint.rowsSent };
  sending.value = {
    ...{ phase: 'reading', datasetId, rows, checkpoint, rate: undefined, done: 0 },
    ...{ applied: undefined, warnings: [] },
  };
  const target = { baseUrl: BASE_URL, apiKey: key, datasetId };
  ask({ do: 'send', files: files.value, settings: readSettings, target, checkpoint });
}

function ask(message: ToWorker): void {
  worker ??= openWorker();
  worker.postMessage(message);
}

function openWorker(): Worker {
  const opened = new Worker(new URL(IMPORT_WORKER, import.meta.url), { type: 'module' });
  opened.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
  opened.onerror = ({ message }) => {
    reading.value = undefined;
    problem.value = message;
  };
  return opened;
}

function take(message: FromWorker): void {
  switch (message.is) {
    case 'previews':
      previewed.value = message;
      unfinished.value = unfinishedImports().find(({ fingerprint }) => fingerprint === message.fingerprint);
      return;
    case 'reading':
      reading.value = message.progress;
      return;
    case 'checked':
      reading.value = undefined;
      checked.value = message.checked;
      return;
    case 'failed':
      reading.value = undefined;
      if (message.status === 401) isRefused.value = true;
      problem.value = message.message;
      if (sending.value !== undefined) sending.value = { ...sending.value, phase: 'stopped' };
      return;
    default:
      progress(message);
  }
}

function progress(message: Extract<FromWorker, { is: 'sending' | 'applying' | 'applied' }>): void {
  const { value } = sending;
  if (value === undefined) return;
  const { checkpoint } = message;
  reading.value = undefined;
  if (message.is === 'sending') {
    waiting.value = message.waiting;
    if (clock.startedAt === 0) clock = { startedAt: performance.now(), rows: checkpoint.rowsSent };
    const seconds = (performance.now() - clock.startedAt) / 1_000;
    const rows = checkpoint.rowsSent - clock.rows;
    const phase = value.phase === 'paused' ? 'paused' : 'sending';
    sending.value = { ...value, phase, checkpoint, rate: rows > 0 ? rows / seconds : value.rate };
    remember(checkpoint);
    return;
  }
  waiting.value = undefined;
  if (message.is === 'applying') {
    sending.value = { ...value, phase: 'applying', checkpoint, done: message.done };
    return;
  }
  const { applied, warnings } = message;
  sending.value = {
    ...value,
    phase: 'applied',
    checkpoint,
    applied,
    warnings,
    done: checkpoint.imports.length,
  };
  forgetUnfinished(previewed.value?.fingerprint ?? '');
}

function remember(checkpoint: Checkpoint): void {
  const fingerprint = previewed.value?.fingerprint;
  const { value } = sending;
  if (fingerprint === undefined || value === undefined) return;
  const names = files.value.map(({ name }) => name);
  const { datasetId, rows } = value;
  keepUnfinished({ fingerprint, names, settings: sentSettings, datasetId, rows, checkpoint });
}
