// Handles the actions of the import view: choosing files, checking, sending, pausing.

import { effect, untracked } from '@preact/signals';
import { apiKey, isRefused } from '../app/key.ts';
import { BASE_URL, forgetAnswers, waiting } from '../app/service.ts';
import { language } from '../app/words/language.ts';
import type { Checkpoint, Chosen, FromWorker, ReadSettings, ToWorker } from './messages.ts';
import {
  checked,
  DEFAULTS,
  dataset,
  files,
  forgetUnfinished,
  isAutomatic,
  keepUnfinished,
  lacksRates,
  listUnfinishedImports,
  type Previewed,
  previewed,
  problem,
  question,
  rates,
  reading,
  sending,
  settings,
  unfinished,
} from './state.ts';

// Starts the worker of the import view, sends it requests, and applies its answers to the page.

let worker: Worker | undefined;
/** Time and rows at which sending began or continued, for the rate; undefined before the first answer. */
let clock: { readonly startedAt: number; readonly rows: number } | undefined;

/** Starts at `checkpoint`, or at the next one. */
function startClock(checkpoint?: Checkpoint): void {
  clock = checkpoint === undefined ? undefined : clockAt(checkpoint);
}

function clockAt({ rowsSent }: Checkpoint): NonNullable<typeof clock> {
  return { startedAt: performance.now(), rows: rowsSent };
}

function endWorker(): void {
  worker?.terminate();
  worker = undefined;
}

function ask(message: ToWorker): void {
  worker ??= openWorker();
  worker.postMessage(message);
}

function openWorker(): Worker {
  // The page names the worker's script, whose name changes with its contents.
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
      if (isAutomatic.value) startCheck();
      return;
    case 'reading':
      reading.value = message.progress;
      return;
    case 'checked':
      reading.value = undefined;
      checked.value = message.checked;
      if (isAutomatic.value) startSending();
      return;
    case 'question':
      isAutomatic.value = false;
      reading.value = undefined;
      question.value = { ...message.question, totals: [] };
      return;
    case 'totals':
      // Totals of an earlier question arrive before the next one.
      if (question.value !== undefined)
        question.value = { ...question.value, totals: [...question.value.totals, message.totals] };
      return;
    case 'failed':
      isAutomatic.value = false;
      reading.value = undefined;
      waiting.value = undefined;
      problem.value = message.why;
      if (sending.value === undefined) return;
      // Another key may have been entered meanwhile.
      if (message.lacks === 'key' && sending.value.key === apiKey.value) isRefused.value = true;
      sending.value = { ...sending.value, phase: 'stopped', rate: undefined, lacks: message.lacks };
      return;
    default:
      showProgress(message);
  }
}

function find({ fingerprint, fingerprintOfOrders }: Previewed): void {
  const all = listUnfinishedImports();
  unfinished.value = all.find((one) => one.fingerprint === fingerprint);
  lacksRates.value = all.find(
    (one) => one.ratesName !== undefined && one.fingerprintOfOrders === fingerprintOfOrders,
  );
}

function showProgress(message: Extract<FromWorker, { is: 'sending' | 'applying' | 'applied' }>): void {
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
  // The page's own cache does not notice the worker's requests.
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

export function choose(chosen: readonly File[]): void {
  if (chosen.length === 0) return;
  stop();
  files.value = chosen;
  rates.value = undefined;
  settings.value = DEFAULTS;
  previewed.value = undefined;
  preview();
}

/** Sends these files without a question to the reader. */
export function sendAll(chosen: readonly File[], datasetId: string): void {
  choose(chosen);
  dataset.value = datasetId;
  isAutomatic.value = true;
}

export function startCheck(): void {
  checked.value = undefined;
  question.value = undefined;
  problem.value = undefined;
  reading.value = { bytes: 0, totalBytes: 1, rows: 0 };
  ask({ do: 'check', chosen: getChosen(), language: language.value });
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

/** Continues where this page or an earlier one stopped. */
export function continueSending(): void {
  const { value } = sending;
  const earlier = unfinished.value;
  if (value !== undefined) send(value.settings, value.datasetId, value.rows, value.checkpoint);
  else if (earlier !== undefined) {
    send(earlier.settings, earlier.datasetId, earlier.rows, earlier.checkpoint);
  }
}

// An import that stopped without a valid key or network continues when that is back.
effect(() => {
  const { value } = sending;
  if (value?.lacks === 'key' && apiKey.value !== undefined && apiKey.value !== value.key)
    untracked(continueSending);
});
addEventListener('online', () => {
  if (sending.peek()?.lacks === 'network') continueSending();
});

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
  startClock(value.checkpoint);
  ask({ do: 'resume' });
  sending.value = { ...value, phase: 'sending', rate: undefined };
}

/** Returns to the state before the first file was chosen. */
export function reset(): void {
  stop();
  files.value = [];
  rates.value = undefined;
  settings.value = DEFAULTS;
  previewed.value = undefined;
}

function stop(): void {
  endWorker();
  isAutomatic.value = false;
  reading.value = undefined;
  checked.value = undefined;
  question.value = undefined;
  sending.value = undefined;
  problem.value = undefined;
  unfinished.value = undefined;
  lacksRates.value = undefined;
}

export function preview(): void {
  checked.value = undefined;
  question.value = undefined;
  problem.value = undefined;
  ask({ do: 'preview', chosen: getChosen() });
}

function getChosen(): Chosen {
  return { files: files.value, rates: rates.value, settings: settings.value };
}

function send(readSettings: ReadSettings, datasetId: string, rows: number, checkpoint: Checkpoint): void {
  const key = apiKey.value;
  if (key === undefined) return;
  problem.value = undefined;
  unfinished.value = undefined;
  startClock();
  sending.value = {
    ...{
      phase: 'reading',
      datasetId,
      key,
      settings: readSettings,
      rows,
      checkpoint,
      rate: undefined,
      done: 0,
    },
    ...{ applied: undefined, mismatch: undefined, lacks: undefined },
  };
  const target = { baseUrl: BASE_URL, apiKey: key, datasetId };
  ask({ do: 'send', chosen: { ...getChosen(), settings: readSettings }, target, checkpoint });
}
