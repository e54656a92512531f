// Values of some rows of a column.

/** In the order of `rows`. */
export function chosenNumbers(values: ArrayLike<number>, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}
