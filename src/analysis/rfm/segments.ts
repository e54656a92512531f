// Defines the eleven segments on the grid of R (1–5) and FM = ceil((F + M) / 2) (1–5): every cell has exactly one.
import { computeFmScore, SEGMENT_CELLS, SEGMENT_NAMES } from '../../contract/report-types/rfm/segments.ts';

/** The cell of the grid by scores 1 to 5: 5 × (R − 1) + (FM − 1). */
export function getGridCell(r: number, f: number, m: number): number {
  return 5 * (r - 1) + computeFmScore(f, m) - 1;
}

/** Index into SEGMENT_NAMES by grid cell. */
const GRID = new Uint8Array(25);
for (const [index, name] of SEGMENT_NAMES.entries()) {
  for (const cell of SEGMENT_CELLS[name]) GRID[5 * (Number(cell[0]) - 1) + Number(cell[1]) - 1] = index;
}

/** Scores 1 to 5 each. Returns an index into SEGMENT_NAMES. */
export function getSegment(r: number, f: number, m: number): number {
  return GRID[getGridCell(r, f, m)];
}
