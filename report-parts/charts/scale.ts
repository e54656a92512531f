// Places of values on the axis of a chart, linear or logarithmic.

export interface Scale {
  readonly at: (value: number) => number;
  /** Round values within the axis, ascending. */
  readonly ticks: readonly number[];
}

type Interval = readonly [from: number, to: number];

const TICKS = 5;

export function scaleOf([low, high]: Interval, [from, to]: Interval): Scale {
  const at = (value: number): number => from + ((value - low) / (high - low || 1)) * (to - from);
  return { at, ticks: ticksOf(low, high) };
}

/** Multiples of 1, 2 or 5 times a power of ten, about TICKS of them. */
function ticksOf(low: number, high: number): number[] {
  const power = Math.floor(Math.log10((high - low) / TICKS));
  const few = (high - low) / TICKS / 10 ** power;
  const step = [1, 2, 5].find((factor) => factor * Math.SQRT2 >= few) ?? 10;
  // Of a negative power, the multiple is divided: 3 × 0.1 is not 0.3.
  const first = Math.ceil(low / step / 10 ** power - 1e-9);
  const count = Math.floor(high / step / 10 ** power + 1e-9) - first + 1;
  return Array.from({ length: count }, (_, at) => Number(`${(first + at) * step}e${power}`));
}

/** From the lowest to the highest of these positive values; a tenth of a decade more at both ends if all are equal. */
export function logScale(values: readonly number[], range: Interval): Scale {
  let [low, high] = [Number.POSITIVE_INFINITY, 0];
  for (const value of values) {
    if (value <= 0) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (high === 0) [low, high] = [0.01, 1];
  if (low === high) [low, high] = [low / 1.25, high * 1.25];
  const { at } = scaleOf([Math.log(low), Math.log(high)], range);
  return { at: (value) => at(Math.log(Math.max(value, low))), ticks: roundValues(low, high) };
}

/** 1, 2 and 5 times powers of ten; over a short interval, all multiples of one. */
function roundValues(low: number, high: number): number[] {
  const few = multiples(low, high, [1, 2, 5]);
  return few.length < 3 ? multiples(low, high, [1, 2, 3, 4, 5, 6, 7, 8, 9]) : few;
}

function multiples(low: number, high: number, factors: readonly number[]): number[] {
  const found: number[] = [];
  for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power++) {
    for (const factor of factors) {
      const value = Number(`${factor}e${power}`);
      if (value >= low && value <= high) found.push(value);
    }
  }
  return found;
}
