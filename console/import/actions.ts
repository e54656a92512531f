// What the reader of the import view does: chooses files and how they are read, has them checked, sends them, pauses.
import { effect, untracked } from '@preact/signals';
import type { CustomChoice } from '../../order-files/columns/column-flags.ts';
import type { ExportField } from '../../order-files/profiles/profile.ts';
import { apiKey } from '../app/key.ts';
import { BASE_URL } from '../app/service.ts';
import { language } from '../app/words/language.ts';
import type { Checkpoint, Chosen, ReadSettings } from './messages.ts';
import {
  checked,
  DEFAULTS,
  dataset,
  files,
  lacksRates,
  previewed,
  problem,
  rates,
  reading,
  sending,
  settings,
  unfinished,
} from './state.ts';
import { forgetUnfinished } from './unfinished.ts';
import { ask, endWorker, startClock } from './worker-link.ts';

export function choose(chosen: readonly File[]): void {
  if (chosen.length === 0) return;
  stop();
  files.value = chosen;
  rates.value = undefined;
  settings.value = DEFAULTS;
  previewed.value = undefined;
  preview();
}

export function chooseRates(file: File | undefined): void {
  rates.value = file;
  preview();
}

/** Does not re-read the files. */
export function nameRatesSource(text: string): void {
  settings.value = { ...settings.value, ratesSource: text === '' ? undefined : text };
}

export function changeSettings(changed: Partial<ReadSettings>): void {
  settings.value = { ...settings.value, ...changed };
  preview();
}

/** `column` is `field` now, or a custom field; undefined means that it is not used. */
export function assignColumn(
  column: string,
  before: ExportField | undefined,
  field: ExportField | 'custom' | undefined,
): void {
  const columns = { ...settings.value.columns };
  const others = customFields().filter((one) => one.column !== column);
  if (before !== undefined) columns[before] = '';
  if (field !== undefined && field !== 'custom') columns[field] = column;
  changeSettings({ columns, custom: field === 'custom' ? [...others, { key: column, column }] : others });
}

/** Gives the custom field of `column` another name. */
export function renameCustomField(column: string, key: string): void {
  changeSettings({
    custom: customFields().map((one) => (one.column === column ? { key, column } : one)),
  });
}

export function customFields(): readonly CustomChoice[] {
  return settings.value.custom ?? [];
}

export function startCheck(): void {
  checked.value = undefined;
  problem.value = undefined;
  reading.value = { bytes: 0, totalBytes: 1, rows: 0 };
  ask({ do: 'check', chosen: chosenNow(), language: language.value });
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
  if (value !== undefined) send(value.settings, value.datasetId, value.rows, value.checkpoint);
  else if (earlier !== undefined) {
    send(earlier.settings, earlier.datasetId, earlier.rows, earlier.checkpoint);
  }
}

// What stopped for want of a valid key, or of the network, continues when it is there.
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

/** As before the first file was chosen. */
export function reset(): void {
  stop();
  files.value = [];
  rates.value = undefined;
  settings.value = DEFAULTS;
  previewed.value = undefined;
}

function stop(): void {
  endWorker();
  reading.value = undefined;
  checked.value = undefined;
  sending.value = undefined;
  problem.value = undefined;
  unfinished.value = undefined;
  lacksRates.value = undefined;
}

function preview(): void {
  checked.value = undefined;
  problem.value = undefined;
  ask({ do: 'preview', chosen: chosenNow() });
}

function chosenNow(): Chosen {
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
  ask({ do: 'send', chosen: { ...chosenNow(), settings: readSettings }, target, checkpoint });
}
