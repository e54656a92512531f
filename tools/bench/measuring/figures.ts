// Prints the figures of benches as JSON lines, and computes percentiles and growth.
import { cpus } from 'node:os';

// Prints one JSON line per figure: case, figure, unit, machine.
const machine = `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, Node ${process.versions.node}`;

/** Prints one JSON line for a case with several figures; their names include their units. */
export function reportCase(name: string, figures: Readonly<Record<string, unknown>>): void {
  console.log(JSON.stringify({ case: name, ...figures, machine }));
}

// Collects durations by operation and computes their percentiles: since the last line, and in total.
export interface Percentiles {
  readonly count: number;
  readonly p50_ms: number;
  readonly p95_ms: number;
  readonly p99_ms: number;
  readonly max_ms: number;
}

export class Latencies {
  private readonly all = new Map<string, number[]>();
  private recent = new Map<string, number[]>();

  /** Returns the result of the call and notes its duration. */
  async time<T>(operation: string, call: () => Promise<T>): Promise<T> {
    const began = performance.now();
    try {
      return await call();
    } finally {
      const ms = performance.now() - began;
      for (const durations of [this.all, this.recent]) {
        const known = durations.get(operation);
        if (known === undefined) durations.set(operation, [ms]);
        else known.push(ms);
      }
    }
  }

  /** Returns the percentiles since the last call. */
  take(): Record<string, Percentiles> {
    const taken = this.recent;
    this.recent = new Map();
    return computePercentilesByName(taken);
  }

  total(): Record<string, Percentiles> {
    return computePercentilesByName(this.all);
  }
}

function computePercentilesByName(
  durations: ReadonlyMap<string, readonly number[]>,
): Record<string, Percentiles> {
  return Object.fromEntries(
    [...durations].sort().map(([operation, ms]) => [operation, computePercentiles(ms)]),
  );
}

/** Computes percentiles by nearest rank: the smallest value that at least this share of all does not exceed. */
export function computePercentiles(durations: readonly number[]): Percentiles {
  const sorted = Float64Array.from(durations).sort();
  const computeRank = (share: number): number =>
    Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return {
    count: sorted.length,
    p50_ms: computeRank(0.5),
    p95_ms: computeRank(0.95),
    p99_ms: computeRank(0.99),
    max_ms: computeRank(1),
  };
}

// Measures how fast memory grows under constant traffic, which reveals a leak rather than a warm-up.
export interface Sample {
  readonly seconds: number;
  readonly mb: number;
}

/**
 * Returns MB a minute by least squares, over the second half of the time: before that, threads start and caches fill. 0
 * with fewer than two samples there.
 */
export function computeGrowth(samples: readonly Sample[]): number {
  const half = (samples.at(-1)?.seconds ?? 0) / 2;
  const late = samples.filter(({ seconds }) => seconds >= half);
  const minutes = late.map(({ seconds }) => seconds / 60);
  const centre = computeMean(minutes);
  const mean = computeMean(late.map(({ mb }) => mb));
  const spread = minutes.reduce((sum, at) => sum + (at - centre) ** 2, 0);
  const joint = late.reduce((sum, { seconds, mb }) => sum + (seconds / 60 - centre) * (mb - mean), 0);
  return spread === 0 ? 0 : joint / spread;
}

function computeMean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
