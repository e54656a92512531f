// Shows the progress of reading and sending on standard error: a bar on a terminal, a line now and then elsewhere.
import { MultiBar, type SingleBar } from 'cli-progress';
import type { OrderReading } from '../../../../packages/order-files/read-orders.ts';

const LINE_EVERY_MS = 5_000;
const WIDTH = 24;

export interface Progress {
  /** `done` and `total` in the phase's own unit; `rows` so far. */
  update(done: number, total: number | undefined, rows: number): void;
  stop(): void;
}

/** `phase`: a word such as reading. The rows per second are those since the phase began. */
export function startProgress(phase: string): Progress {
  return process.stderr.isTTY ? createBarProgress(phase) : createLineProgress(phase);
}

/** Shows how much of the files is read, until the returned function is called. */
export function showReading(reading: Pick<OrderReading, 'progress'>, everyMs = 200): () => void {
  const progress = startProgress('reading');
  const ticker = setInterval(() => {
    const { bytes, totalBytes, rows } = reading.progress();
    progress.update(bytes, totalBytes, rows);
  }, everyMs);
  return () => {
    clearInterval(ticker);
    progress.stop();
  };
}

/** Estimated from the pace so far; a dash if there is none yet. */
function formatTimeLeft(done: number, total: number | undefined, began: number): string {
  if (total === undefined || done === 0) return '–';
  const seconds = Math.ceil(((performance.now() - began) / 1_000) * (Math.max(0, total - done) / done));
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

function computeRate(rows: number, began: number): number {
  return Math.round((1_000 * rows) / Math.max(1, performance.now() - began));
}

function createBarProgress(phase: string): Progress {
  const began = performance.now();
  const bars = new MultiBar({
    format: `${phase.padEnd(8)} {bar} {percentage}% · {rows} rows · {rate} rows/s · ETA {left}`,
    barsize: WIDTH,
    hideCursor: true,
    clearOnComplete: false,
    forceRedraw: true,
    stream: process.stderr,
    formatValue: (value, _, type) =>
      type === 'percentage' ? String(value).padStart(3) : value.toLocaleString('en'),
  });
  let single: SingleBar | undefined;
  return {
    update(done, total, rows) {
      const shown = { rows, rate: computeRate(rows, began), left: formatTimeLeft(done, total, began) };
      single ??= bars.create(Math.max(1, total ?? 1), 0, shown);
      if (total !== undefined) single.setTotal(Math.max(1, total));
      single.update(total === undefined ? 0 : Math.min(done, total), shown);
    },
    // Without a bar, stopping would still write the sequence that shows the cursor.
    stop() {
      if (single !== undefined) bars.stop();
    },
  };
}

function createLineProgress(phase: string): Progress {
  const began = performance.now();
  let last = began;
  const formatLine = (done: number, total: number | undefined, rows: number): string => {
    const part = total === undefined || total === 0 ? '' : ` ${Math.floor((100 * done) / total)} %,`;
    return `${phase}:${part} ${rows.toLocaleString('en')} rows, ${computeRate(rows, began).toLocaleString('en')} rows/s`;
  };
  let latest: string | undefined;
  let printed: string | undefined;
  const say = (): void => {
    if (latest !== undefined && latest !== printed) console.error(latest);
    printed = latest;
  };
  return {
    update(done, total, rows) {
      latest = formatLine(done, total, rows);
      if (performance.now() - last < LINE_EVERY_MS) return;
      last = performance.now();
      say();
    },
    stop: say,
  };
}
