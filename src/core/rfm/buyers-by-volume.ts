// How many buyers of a product each segment has if the product has nothing to do with who buys it: customers who buy many
// different products hold more of any product, and a product with many buyers is held by more customers.
//
// A customer of volume v holds a product of popularity y with probability 1 − exp(−v y), as after v independent choices. Volumes
// and popularities are fitted to two margins: customers with d products are expected to hold d, and a product keeps its buyers.
// So purchases of the same product again count once, and a customer's favourites weigh as much as anybody's.

/** Numbers of products that share a volume: each its own up to 32, then within a twentieth. Ascending, the least of each. */
const CLASSES = classesUpTo(2 ** 32);

function classesUpTo(most: number): number[] {
  const least: number[] = [];
  for (let next = 1; next < most; next = next < 32 ? next + 1 : Math.ceil(next * 1.05)) least.push(next);
  return least;
}

function classOf(different: number): number {
  if (different <= 32) return different - 1;
  let [low, high] = [31, CLASSES.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (CLASSES[middle] <= different) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Integers, so that they add up to the same over partitions in any sequence. */
export interface VolumeColumns {
  /** By class: customers, and the different products that they bought, added up. */
  readonly customers: ArrayLike<number>;
  readonly bought: ArrayLike<number>;
  /** By class, then by segment: each product of each customer, in the segment where the customer is without it. */
  readonly placed: ArrayLike<number>;
}

export class VolumeCounts implements VolumeColumns {
  readonly segments: number;
  readonly customers: Float64Array;
  readonly bought: Float64Array;
  readonly placed: Float64Array;

  constructor(segments: number) {
    this.segments = segments;
    this.customers = new Float64Array(CLASSES.length);
    this.bought = new Float64Array(CLASSES.length);
    this.placed = new Float64Array(CLASSES.length * segments);
  }

  addCustomer(different: number): void {
    const at = classOf(different);
    this.customers[at]++;
    this.bought[at] += different;
  }

  addProduct(different: number, segment: number): void {
    this.placed[this.segments * classOf(different) + segment]++;
  }

  /** Those of other customers. */
  add(others: VolumeColumns): void {
    for (const name of ['customers', 'bought', 'placed'] as const) {
      const sums = this[name];
      for (let at = 0; at < sums.length; at++) sums[at] += others[name][at];
    }
  }
}

/** `buyers`: of each product that has any. Gives the buyers expected in a segment of a product with so many in all. */
export function expectedBuyers(
  { segments, customers, bought, placed }: VolumeCounts,
  buyers: Iterable<number>,
): (ofProduct: number, segment: number) => number {
  const times = new Map<number, number>();
  for (const count of buyers) times.set(count, (times.get(count) ?? 0) + 1);
  const classes = Uint32Array.from(customers.keys()).filter((at) => customers[at] > 0);
  const classSizes = Float64Array.from(classes, (at) => customers[at]);
  const products = Float64Array.from(times.values());
  const { volumes, popularities } = fitMargins(
    { weights: classSizes, holds: Float64Array.from(classes, (at) => bought[at] / customers[at]) },
    { weights: products, holds: Float64Array.from(times.keys()) },
  );
  const popularityOf = new Map([...times.keys()].map((count, at) => [count, popularities[at]]));
  return (ofProduct, segment) => {
    const popularity = popularityOf.get(ofProduct) ?? 0;
    let expected = 0;
    for (let at = 0; at < classes.length; at++) {
      const each = classes[at];
      // Customers of the class in the segment: each counts by the share of its products that place it there.
      const there = (placed[segments * each + segment] * customers[each]) / bought[each];
      expected -= Math.expm1(-volumes[at] * popularity) * there;
    }
    return expected;
  };
}

/** `weights`: how many there are. `holds`: what each of them holds on the other side. */
interface Margin {
  readonly weights: Float64Array;
  readonly holds: Float64Array;
}

const SWEEPS = 60;
const STEPS = 30;
const PRECISION = 1e-9;

function fitMargins(customers: Margin, products: Margin) {
  const all = customers.holds.reduce((sum, holds, at) => sum + holds * customers.weights[at], 0);
  const volumes = customers.holds.slice();
  const popularities = products.holds.map((holds) => holds / all);
  for (let sweep = 0, change = 1; sweep < SWEEPS && change > PRECISION; sweep++) {
    fitSide(volumes, customers.holds, { weights: products.weights, holds: popularities });
    change = fitSide(popularities, products.holds, { weights: customers.weights, holds: volumes });
  }
  return { volumes, popularities };
}

/** Sets each value so that it holds what it should of the others. Gives the largest relative change. */
function fitSide(values: Float64Array, holds: Float64Array, others: Margin): number {
  let change = 0;
  for (let at = 0; at < values.length; at++) {
    const before = values[at];
    values[at] = solve(holds[at], before, others);
    change = Math.max(change, Math.abs(values[at] / before - 1));
  }
  return change;
}

/** Newton's method: the sum is concave, so that every step but the first approaches the root from below, and none passes it. */
function solve(holds: number, start: number, { weights, holds: others }: Margin): number {
  let value = start;
  for (let step = 0; step < STEPS; step++) {
    let sum = 0;
    let slope = 0;
    for (let at = 0; at < others.length; at++) {
      const absent = Math.exp(-value * others[at]);
      sum += weights[at] * (1 - absent);
      slope += weights[at] * others[at] * absent;
    }
    // Who holds everything holds it at any high value.
    if (slope <= holds * 1e-9) return value;
    const next = Math.max(0, value + (holds - sum) / slope);
    if (Math.abs(next - value) <= PRECISION * next) return next;
    value = next;
  }
  return value;
}
