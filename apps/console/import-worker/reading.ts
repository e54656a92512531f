// Reads the chosen files with the settings of the page: a preview of the first rows, a check of all rows, and the
// orders.

import { loadTableReaders } from '../../../packages/order-files/load-readers.ts';
import { type AnswerTotals, applyWayOut, measureWay } from '../../../packages/order-files/measure-answers.ts';
import { OrderFileError } from '../../../packages/order-files/problems/errors.ts';
import type { WayOut } from '../../../packages/order-files/problems/way-out.ts';
import { PROFILES } from '../../../packages/order-files/profiles/profiles.ts';
import {
  type OrderFileReadOptions,
  type OrderReading,
  readOrderFiles,
} from '../../../packages/order-files/read-orders.ts';
import { type FilePreview, previewFile } from '../../../packages/order-files/rows/preview.ts';
import { type Surroundings, unpackArchives } from '../../../packages/order-files/sources.ts';
import { computeReconciliation, listRemarks } from '../../../packages/order-files/totals/reconciliation.ts';
import type { ExchangeRates } from '../../../packages/order-files/values/exchange-rates.ts';
import type { Checked, Chosen, Exporter, ReadingProgress } from '../import/messages.ts';
import { pageFile } from './page-files.ts';
import { RejectedRows, type RejectedWords } from './rejected-rows.ts';

export const EXPORTERS: readonly Exporter[] = PROFILES.map(({ id, title }) => ({ id, title }));

/**
 * Estimated bytes of rows in memory before the file system is used. The number decides the sequence of orders, and so
 * which ones a resumed push skips: changing it changes the sequence.
 */
const MEMORY_BUDGET = 6 * 1024 * 1024;

/** Bytes at both ends of a file that its fingerprint covers: an added row changes it, whatever its date. */
const FINGERPRINTED = 64 * 1024;

export async function createPreviews(chosen: Chosen, surroundings: Surroundings): Promise<FilePreview[]> {
  const options = await createOptions(chosen, surroundings);
  const files = await unpackArchives(chosen.files.map(pageFile));
  return Promise.all(files.map((file) => previewFile(file, surroundings, options)));
}

/** Equal for the same files in the same sequence. */
export async function computeFingerprint(files: readonly File[]): Promise<string> {
  const parts: (string | Blob)[] = [];
  for (const file of files) {
    parts.push(JSON.stringify([file.name, file.size, file.lastModified]));
    parts.push(file.slice(0, FINGERPRINTED), file.slice(Math.max(0, file.size - FINGERPRINTED)));
  }
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export async function openReading(
  chosen: Chosen,
  surroundings: Surroundings,
  options: OrderFileReadOptions = {},
): Promise<OrderReading> {
  const all = { ...(await createOptions(chosen, surroundings)), ...options };
  return readOrderFiles(chosen.files.map(pageFile), surroundings, all);
}

/** Returns the source that reports name; undefined if no amount was converted. */
export function getRatesSource({ rates, settings }: Chosen, reading: OrderReading): string | undefined {
  return reading.converted() ? settings.ratesSource?.trim() || rates?.name : undefined;
}

/** Reads everything and sends nothing. `words`: the texts of the file of rejected rows. */
export async function check(
  chosen: Chosen,
  surroundings: Surroundings,
  words: RejectedWords,
  onProgress: (progress: ReadingProgress) => void,
): Promise<Checked> {
  const rejected = new RejectedRows(words);
  const reading = await openReading(chosen, surroundings, { onBadRow: (row) => rejected.add(row) });
  const note = (): void => onProgress(getProgress(reading, chosen));
  const ticker = setInterval(note, 200);
  try {
    const { rows, badRows } = await reading.check();
    note();
    const reconciliation = computeReconciliation(reading.ledger, reading.currency(), badRows);
    return {
      rows,
      badRows,
      reconciliation,
      remarks: listRemarks(reconciliation, reading.ledger),
      reasons: rejected.reasons(),
      rejected: rejected.file(),
      rejectedKept: rejected.kept,
    };
  } finally {
    clearInterval(ticker);
    reading.close();
  }
}

/** Returns the totals that the options of an answer lead to; undefined if the files cannot be read so. */
export async function measure(
  chosen: Chosen,
  surroundings: Surroundings,
  way: WayOut,
): Promise<AnswerTotals | undefined> {
  const options = await createOptions(chosen, surroundings);
  return measureWay(chosen.files.map(pageFile), surroundings, options, way);
}

export function getProgress(reading: OrderReading, { files }: Chosen): ReadingProgress {
  const { bytes, rows, totalBytes } = reading.progress();
  return { bytes, totalBytes: totalBytes ?? files.reduce((sum, { size }) => sum + size, 0), rows };
}

async function createOptions(
  { settings, rates }: Chosen,
  surroundings: Surroundings,
): Promise<OrderFileReadOptions> {
  const { prices, ratesSource: _, answers = [], ...options } = settings;
  const given: OrderFileReadOptions = {
    ...options,
    demandPrices: prices,
    memoryBudget: MEMORY_BUDGET,
    rates: rates === undefined ? undefined : await readRates(rates, surroundings),
  };
  return answers.reduce((before, { choice }) => applyWayOut(before, choice.way), given);
}

async function readRates(file: File, { problemOf }: Surroundings): Promise<ExchangeRates> {
  const text = await file.text().catch((error: unknown) => {
    throw new OrderFileError(file.name, problemOf(error));
  });
  return (await loadTableReaders()).parseExchangeRates(file.name, text);
}
