// Imports that were not sent whole, for the page that opens after this one: where each has come to, and how its files were
// read. The files themselves and the key are not kept: the reader chooses the files again, and their fingerprint tells
// whether they are the same.
import type { Checkpoint, ReadSettings } from './messages.ts';

export interface Unfinished {
  readonly fingerprint: string;
  /** Of the files without the exchange rates. */
  readonly fingerprintOfOrders?: string | undefined;
  /** Of the file with the exchange rates, if there was one. */
  readonly ratesName?: string | undefined;
  /** Of the files. */
  readonly names: readonly string[];
  readonly settings: ReadSettings;
  readonly datasetId: string;
  /** Rows that are to be sent in all. */
  readonly rows: number;
  readonly checkpoint: Checkpoint;
}

const STORED = 'order-analytics-imports';
const MOST_KEPT = 5;

/** The latest first. */
export function unfinishedImports(): readonly Unfinished[] {
  try {
    const found: unknown = JSON.parse(localStorage.getItem(STORED) ?? '[]');
    return Array.isArray(found) ? found.filter(isUnfinished) : [];
  } catch {
    return [];
  }
}

export function keepUnfinished(one: Unfinished): void {
  store([one, ...others(one.fingerprint)].slice(0, MOST_KEPT));
}

export function forgetUnfinished(fingerprint: string): void {
  store(others(fingerprint));
}

function others(fingerprint: string): Unfinished[] {
  return unfinishedImports().filter((one) => one.fingerprint !== fingerprint);
}

function store(all: readonly Unfinished[]): void {
  try {
    if (all.length === 0) localStorage.removeItem(STORED);
    else localStorage.setItem(STORED, JSON.stringify(all));
  } catch {
    // Storage may be switched off or full: the import then ends with the page.
  }
}

/** Written by this page, perhaps before it was deployed again. */
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
