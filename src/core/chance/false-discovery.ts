// The share of false findings among those that look at least as good, for any dependence between the tests: Benjamini &
// Yekutieli (2001), "The control of the false discovery rate in multiple testing under dependency", Ann. Statist. 29, 1165–1188.

export interface RankedTests {
  /** Ascending. */
  readonly pValues: Float64Array;
  readonly qValues: Float64Array;
}

/** As `p.adjust(p, "BY", n)` of R. `tests`: at least as many as there are p-values. */
export function rankTests(pValues: Float64Array, tests: number): RankedTests {
  const sorted = pValues.slice().sort();
  const qValues = new Float64Array(sorted.length);
  const factor = tests * harmonic(tests);
  let least = 1;
  for (let at = sorted.length - 1; at >= 0; at--) {
    least = Math.min(least, (sorted[at] * factor) / (at + 1));
    qValues[at] = least;
  }
  return { pValues: sorted, qValues };
}

/** 1 + 1/2 + … + 1/n. */
export function harmonic(n: number): number {
  if (n > 1_000) return Math.log(n) + 0.577_215_664_901_532_9 + 1 / (2 * n) - 1 / (12 * n * n);
  let sum = 0;
  for (let i = n; i >= 1; i--) sum += 1 / i;
  return sum;
}
