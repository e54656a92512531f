// Search in an ascending list from a position that is known to be too early.

/** The first position after `from`, at most `end`, whose basket is not below the one sought: doubling, then bisection. */
export function leap(list: Uint32Array, from: number, end: number, basket: number): number {
  let low = from;
  let step = 1;
  while (low + step < end && list[low + step] < basket) {
    low += step;
    step *= 2;
  }
  let high = Math.min(end, low + step);
  low++;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (list[middle] < basket) low = middle + 1;
    else high = middle;
  }
  return low;
}
