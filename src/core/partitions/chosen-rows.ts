// Values of some rows of a column.

/** In the order of `rows`. */
export function chosenNumbers(values: ArrayLike<number>, rows: Uint32Array): Float64Array {
  return Float64Array.from(rows, (row) => values[row]);
}

/** Per row of `rows`: 1 where it is in `marked`, too. Both are below `count`. */
export function marksOf(rows: Uint32Array, marked: Uint32Array, count: number): Uint8Array {
  const isMarked = new Uint8Array(count);
  for (const row of marked) isMarked[row] = 1;
  return Uint8Array.from(rows, (row) => isMarked[row]);
}
