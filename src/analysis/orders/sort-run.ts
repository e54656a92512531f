// Sorts a few numbers among many in place.

/** Up to this length, insertion is faster than calling the built-in sort. */
const SHORT = 24;

/** Sorts `values` from `start` to before `end`, ascending. No value is NaN. */
export function sortRun(values: Float64Array | Uint32Array, start: number, end: number): void {
  if (end - start > SHORT) {
    values.subarray(start, end).sort();
    return;
  }
  for (let next = start + 1; next < end; next++) {
    const value = values[next];
    let at = next;
    for (; at > start && values[at - 1] > value; at--) values[at] = values[at - 1];
    values[at] = value;
  }
}
