// Values of some rows of a column.

/** In the order of `rows`. */
export function chosenNumbers(values: ArrayLike<number>, rows: Uint32Array): Float64Array {
  const chosen = new Float64Array(rows.length);
  for (let at = 0; at < chosen.length; at++) chosen[at] = values[rows[at]];
  return chosen;
}
