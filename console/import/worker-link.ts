// The worker of the import view: what is asked of it, and what its answers change on the page.
import { apiKey, isRefused } from '../app/key.ts';
import { forgetAnswers, waiting } from '../app/service.ts';
import type { Checkpoint, FromWorker, ToWorker } from './messages.ts';
import {
  checked,
  files,
  lacksRates,
  type Previewed,
  previewed,
  problem,
  rates,
  reading,
  sending,
  unfinished,
} from './state.ts';
import { forgetUnfinished, keepUnfinished, unfinishedImports } from './unfinished.ts';

let worker: Worker | undefined;
/** Of the rate: when sending began or was continued, and with how many rows; undefined before the first answer. */
let clock: { readonly startedAt: number; readonly rows: number } | undefined;

/** Begins with `checkpoint`, or with the next one. */
export function startClock(checkpoint?: Checkpoint): void {
  clock = checkpoint === undefined ? undefined : clockAt(checkpoint);
}

function clockAt({ rowsSent }: Checkpoint): NonNullable<typeof clock> {
  return { startedAt: performance.now(), rows: rowsSent };
}

export function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

export function ask(message: ToWorker): void {
  worker ??= openWorker();
  worker.postMessage(message);
}

function openWorker(): Worker {
  // The page names its script, which changes with its contents.
  const script = document.querySelector<HTMLMetaElement>('meta[name="import-worker"]')?.content ?? '';
  const opened = new Worker(new URL(script, document.baseURI), { type: 'module' });
  opened.onmessage = ({ data }: MessageEvent<FromWorker>) => take(data);
  opened.onerror = ({ message }) => {
    reading.value = undefined;
    problem.value = { of: 'sending', message };
  };
  return opened;
}

function take(message: FromWorker): void {
  switch (message.is) {
    case 'previews':
      previewed.value = message;
      find(message);
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
      waiting.value = undefined;
      problem.value = message.why;
      if (sending.value === undefined) return;
      // Another key may have been entered meanwhile.
      if (message.lacks === 'key' && sending.value.key === apiKey.value) isRefused.value = true;
      sending.value = { ...sending.value, phase: 'stopped', rate: undefined, lacks: message.lacks };
      return;
    default:
      progress(message);
  }
}

function find({ fingerprint, fingerprintOfOrders }: Previewed): void {
  const all = unfinishedImports();
  unfinished.value = all.find((one) => one.fingerprint === fingerprint);
  lacksRates.value = all.find(
    (one) => one.ratesName !== undefined && one.fingerprintOfOrders === fingerprintOfOrders,
  );
}

function progress(message: Extract<FromWorker, { is: 'sending' | 'applying' | 'applied' }>): void {
  const { value } = sending;
  if (value === undefined) return;
  const { checkpoint } = message;
  reading.value = undefined;
  if (message.is === 'sending') {
    waiting.value = message.waiting;
    clock ??= clockAt(checkpoint);
    const seconds = (performance.now() - clock.startedAt) / 1_000;
    const rows = checkpoint.rowsSent - clock.rows;
    const phase = value.phase === 'paused' ? 'paused' : 'sending';
    sending.value = { ...value, phase, checkpoint, rate: rows > 0 ? rows / seconds : value.rate };
    remember(checkpoint);
    return;
  }
  // The worker's requests are not seen by those of the page.
  forgetAnswers();
  waiting.value = message.is === 'applying' ? message.waiting : undefined;
  if (message.is === 'applying') {
    sending.value = { ...value, phase: 'applying', checkpoint, done: message.done };
    return;
  }
  const { applied, mismatch } = message;
  sending.value = {
    ...value,
    phase: 'applied',
    checkpoint,
    applied,
    mismatch,
    done: checkpoint.imports.length,
  };
  forgetUnfinished(previewed.value?.fingerprint ?? '');
}

function remember(checkpoint: Checkpoint): void {
  const { value } = sending;
  if (previewed.value === undefined || value === undefined) return;
  const { fingerprint, fingerprintOfOrders } = previewed.value;
  const names = files.value.map(({ name }) => name);
  const { datasetId, rows } = value;
  keepUnfinished({
    ...{ fingerprint, fingerprintOfOrders, ratesName: rates.value?.name, names },
    ...{ settings: value.settings, datasetId, rows, checkpoint },
  });
}
