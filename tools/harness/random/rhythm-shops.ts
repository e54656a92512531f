// Creates shops whose customers' gaps follow a known distribution, drawn from a seed, with the customers who have left.
import { MoneySums } from '../../../src/analysis/money/money-sums.ts';
import type { CustomerDays } from '../../../src/analysis/prediction/customer-days.ts';
import { createRandom } from './random.ts';

export const RHYTHM_REFERENCE = 20_360;
const OBSERVED = 540;
/** Days from the first one on in which customers join. */
const JOINING = 120;

type Draw = () => number;

/** A gap of mean or median 1. */
type Gaps = (random: Draw) => number;

const drawExponential: Gaps = (random) => -Math.log(1 - random());
const drawNormal = (random: Draw): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
const createLognormal =
  (deviation: number): Gaps =>
  (random) =>
    Math.exp(deviation * drawNormal(random));
const createErlang =
  (events: number): Gaps =>
  (random) =>
    Array.from({ length: events }, () => drawExponential(random)).reduce((sum, one) => sum + one, 0) / events;

export interface RhythmKind {
  readonly name: string;
  /** The gaps of customer c. */
  readonly gaps: (customer: number) => Gaps;
}

const narrow = createLognormal(0.6);
const wide = createLognormal(1.2);

export const RHYTHM_KINDS: readonly RhythmKind[] = [
  { name: 'exponential', gaps: () => drawExponential },
  { name: 'lognormal, log-sd .6', gaps: () => narrow },
  { name: 'lognormal, log-sd 1.2', gaps: () => wide },
  { name: 'gamma of 4 events', gaps: () => createErlang(4) },
  { name: 'gamma of 12 and lognormal 1.2', gaps: (c) => (c % 2 === 0 ? createErlang(12) : wide) },
  { name: 'exponential and lognormal .6', gaps: (c) => (c % 2 === 0 ? drawExponential : narrow) },
];

export interface RhythmShop {
  readonly days: CustomerDays;
  /** Per customer: 1 if the last order before the reference day was the customer's last ever. */
  readonly left: Uint8Array;
}

/** `leaves`: probability of leaving after any order. Middle gaps are 20 to 60 days. */
export function createRhythmShop(
  seed: number,
  { gaps }: RhythmKind,
  { customers = 400, leaves = 0 }: { readonly customers?: number; readonly leaves?: number } = {},
): RhythmShop {
  const random = createRandom(seed);
  const left = new Uint8Array(customers);
  const start = new Uint32Array(customers + 1);
  const day: number[] = [];
  for (let c = 0; c < customers; c++) {
    const usual = 20 * 3 ** random();
    const draw = gaps(c);
    let at = RHYTHM_REFERENCE - OBSERVED + JOINING * random();
    // The first day of all is the same in every shop.
    if (c === 0) at = RHYTHM_REFERENCE - OBSERVED;
    for (; at < RHYTHM_REFERENCE + 1; at += usual * draw(random)) {
      if (day.length === start[c] || Math.floor(at) > (day.at(-1) ?? 0)) day.push(Math.floor(at));
      if (random() < leaves) {
        left[c] = 1;
        break;
      }
    }
    start[c + 1] = day.length;
  }
  const value = new MoneySums(day.length, 2);
  return {
    days: {
      ...{ count: customers, start, value },
      day: Int32Array.from(day),
      orders: new Uint32Array(day.length).fill(1),
    },
    left,
  };
}
