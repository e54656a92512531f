// Durations by operation, as percentiles: what was measured since the last line, and all of it.

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

  /** Returns the result of the call, and notes how long it took. */
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

  /** Since the last call. */
  take(): Record<string, Percentiles> {
    const taken = this.recent;
    this.recent = new Map();
    return percentilesOf(taken);
  }

  total(): Record<string, Percentiles> {
    return percentilesOf(this.all);
  }
}

function percentilesOf(durations: ReadonlyMap<string, readonly number[]>): Record<string, Percentiles> {
  return Object.fromEntries([...durations].sort().map(([operation, ms]) => [operation, percentiles(ms)]));
}

/** Nearest rank: the smallest value that at least this share of all does not exceed. */
export function percentiles(durations: readonly number[]): Percentiles {
  const sorted = Float64Array.from(durations).sort();
  const at = (share: number): number => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { count: sorted.length, p50_ms: at(0.5), p95_ms: at(0.95), p99_ms: at(0.99), max_ms: at(1) };
}
