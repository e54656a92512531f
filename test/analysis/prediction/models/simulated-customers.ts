// Customers drawn from the models themselves, from a seed: their parameters are known, so a fit can be checked.

import type { CustomerSummaries } from '../../../../src/analysis/prediction/customer-summaries.ts';
import type { PurchaseParameters } from '../../../../src/analysis/prediction/models/beta-geometric.ts';
import type { SpendParameters } from '../../../../src/analysis/prediction/models/gamma-gamma.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';

export interface Simulation extends Omit<PurchaseParameters, 'k'> {
  /** Events per purchase; default 1. */
  readonly k?: number;
  readonly seed: number;
  readonly customers: number;
  /** First purchases are spread over this many days before the reference day. */
  readonly oldest: number;
  readonly spend: SpendParameters;
  /** True: a customer may leave after the first purchase (MBG/NBD). */
  readonly leavesAtOnce: boolean;
}

/** Continuous times, in days. */
export function simulateCustomers(simulation: Simulation): CustomerSummaries {
  const { seed, customers, oldest, r, alpha, a, b, spend, leavesAtOnce, k = 1 } = simulation;
  const uniform = createRandom(seed);
  const frequency = new Float64Array(customers);
  const recency = new Float64Array(customers);
  const age = new Float64Array(customers);
  const meanValue = new Float64Array(customers);
  const lastGaps = new Float64Array(2 * customers);
  for (let c = 0; c < customers; c++) {
    const rate = drawGamma(uniform, r) / alpha;
    const left = drawGamma(uniform, a);
    const dropout = left / (left + drawGamma(uniform, b));
    const seen = oldest * uniform();
    let alive = !(leavesAtOnce && uniform() < dropout);
    let x = 0;
    const drawGap = (): number => (k === 1 ? drawExponential(uniform) : drawGamma(uniform, k)) / rate;
    let waited = drawGap();
    for (let day = waited; alive && day <= seen; day += waited) {
      x++;
      lastGaps[2 * c + 1] = lastGaps[2 * c] ?? 0;
      lastGaps[2 * c] = waited;
      waited = drawGap();
      recency[c] = day;
      alive = uniform() >= dropout;
    }
    frequency[c] = x;
    age[c] = seen;
    const valueRate = drawGamma(uniform, spend.q) / spend.v;
    meanValue[c] = x === 0 ? 0 : drawGamma(uniform, spend.p * x) / valueRate / x;
  }
  const repeatOrders = frequency.slice();
  const figures = { count: customers, frequency, recency, age, meanValue, repeatOrders, lastGaps };
  return { ...figures, ordersPerPurchaseDay: 1, keptValueShare: 1 };
}

function drawExponential(uniform: () => number): number {
  return -Math.log(1 - uniform());
}

/** Gamma of rate 1, by Marsaglia & Tsang (2000). */
function drawGamma(uniform: () => number, shape: number): number {
  if (shape < 1) return drawGamma(uniform, shape + 1) * (1 - uniform()) ** (1 / shape);
  const d = shape - 1 / 3;
  for (;;) {
    const normal = Math.sqrt(2 * drawExponential(uniform)) * Math.cos(2 * Math.PI * uniform());
    const cube = (1 + normal / Math.sqrt(9 * d)) ** 3;
    if (cube > 0 && drawExponential(uniform) > -(normal ** 2 / 2 + d - d * cube + d * Math.log(cube))) {
      return d * cube;
    }
  }
}
