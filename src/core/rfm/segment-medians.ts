// The median of a figure in each segment, in two passes over the customers whatever the number of segments.
import type { Numbers } from '../extract/packed-columns.ts';
import { ascending, quantileOfSorted } from './scores.ts';
import { SEGMENT_NAMES } from './segments.ts';

/** Per segment; 0 for one without customers. */
export function mediansOf(values: Numbers, segment: Uint8Array): Float64Array {
  const sizes = new Uint32Array(SEGMENT_NAMES.length);
  for (let c = 0; c < values.length; c++) sizes[segment[c]]++;
  const own = Array.from(sizes, (size) => values.slice(0, size));
  const found = new Uint32Array(sizes.length);
  for (let c = 0; c < values.length; c++) own[segment[c]][found[segment[c]]++] = values[c];
  return Float64Array.from(own, (of) => (of.length === 0 ? 0 : quantileOfSorted(ascending(of), 1, 2)));
}
