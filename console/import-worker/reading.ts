// Reads the chosen files with the settings of the page: a look at the first rows, a check of all of them, and the orders.

import { type FilePreview, previewFile } from '../../cli/order-files/preview.ts';
import { PROFILES } from '../../cli/order-files/profiles/profiles.ts';
import { type OrderReading, type ReadOptions, readOrderFiles } from '../../cli/order-files/read-orders.ts';
import { reconcile, remarks } from '../../cli/order-files/reconciliation.ts';
import type { Surroundings } from '../../cli/order-files/sources.ts';
import type { Checked, Exporter, ReadingProgress, ReadSettings } from '../import/messages.ts';
import { pageFile } from './page-files.ts';
import { RejectedRows } from './rejected-rows.ts';
import { withoutFlags } from './without-flags.ts';

export const EXPORTERS: readonly Exporter[] = PROFILES.map(({ id, title }) => ({ id, title }));

/**
 * Estimated bytes of rows held before the file system is used. It decides the sequence of orders, and with it what a push
 * that is resumed skips: another number is another sequence.
 */
const MEMORY_BUDGET = 6 * 1024 * 1024;

/** Bytes at both ends of a file that its fingerprint covers: a row that was added changes it, whatever its date says. */
const FINGERPRINTED = 64 * 1024;

export function previews(
  files: readonly File[],
  settings: ReadSettings,
  surroundings: Surroundings,
): Promise<FilePreview[]> {
  return Promise.all(files.map((file) => previewFile(pageFile(file), surroundings, optionsOf(settings))));
}

/** The same files in the same sequence have the same one. */
export async function fingerprintOf(files: readonly File[]): Promise<string> {
  const parts: (string | Blob)[] = [];
  for (const file of files) {
    parts.push(JSON.stringify([file.name, file.size, file.lastModified]));
    parts.push(file.slice(0, FINGERPRINTED), file.slice(Math.max(0, file.size - FINGERPRINTED)));
  }
  const digest = await crypto.subtle.digest('SHA-256', await new Blob(parts).arrayBuffer());
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

export function openReading(
  files: readonly File[],
  settings: ReadSettings,
  surroundings: Surroundings,
  options: ReadOptions = {},
): Promise<OrderReading> {
  return readOrderFiles(files.map(pageFile), surroundings, { ...optionsOf(settings), ...options });
}

/** Reads everything: nothing is sent. */
export async function check(
  files: readonly File[],
  settings: ReadSettings,
  surroundings: Surroundings,
  onProgress: (progress: ReadingProgress) => void,
): Promise<Checked> {
  const rejected = new RejectedRows();
  const reading = await openReading(files, settings, surroundings, { onBadRow: (row) => rejected.add(row) });
  const note = (): void => onProgress(progressOf(reading, files));
  const ticker = setInterval(note, 200);
  try {
    const { rows, badRows } = await reading.check();
    note();
    const reconciliation = reconcile(reading.ledger, reading.currency(), badRows);
    return {
      rows,
      badRows,
      reconciliation,
      remarks: remarks(reconciliation, reading.ledger).map(withoutFlags),
      rejected: rejected.file(),
    };
  } finally {
    clearInterval(ticker);
    reading.close();
  }
}

export function progressOf(reading: OrderReading, files: readonly File[]): ReadingProgress {
  const { bytes, rows } = reading.progress();
  return { bytes, totalBytes: files.reduce((sum, { size }) => sum + size, 0), rows };
}

function optionsOf({ from, columns, dateFormat, decimal, prices }: ReadSettings): ReadOptions {
  return { from, columns, dateFormat, decimal, demandPrices: prices, memoryBudget: MEMORY_BUDGET };
}
