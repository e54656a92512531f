// The eleven segments on the grid of R (1–5) and FM = ceil((F + M) / 2) (1–5): every cell has exactly one.

export const SEGMENT_CELLS = {
  Champions: ['55', '54', '45'],
  'Loyal Customers': ['53', '44', '35', '34'],
  'Potential Loyalists': ['52', '43', '42', '33'],
  'Recent Customers': ['51'],
  Promising: ['41', '31'],
  'Customers Needing Attention': ['32', '23', '22'],
  'About to Sleep': ['21'],
  'At Risk': ['25', '24', '13'],
  "Can't Lose Them": ['15', '14'],
  Hibernating: ['12'],
  Lost: ['11'],
} as const;

export type SegmentName = keyof typeof SEGMENT_CELLS;

export const SEGMENT_NAMES: readonly SegmentName[] = [
  'Champions',
  'Loyal Customers',
  'Potential Loyalists',
  'Recent Customers',
  'Promising',
  'Customers Needing Attention',
  'About to Sleep',
  'At Risk',
  "Can't Lose Them",
  'Hibernating',
  'Lost',
];

/** FM, 1 to 5, by F and M. */
export function fmScore(f: number, m: number): number {
  return Math.ceil((f + m) / 2);
}

/** The cell of the grid by scores 1 to 5: 5 × (R − 1) + (FM − 1). */
export function gridCell(r: number, f: number, m: number): number {
  return 5 * (r - 1) + fmScore(f, m) - 1;
}

/** Index into SEGMENT_NAMES by grid cell. */
const GRID = new Uint8Array(25);
for (const [index, name] of SEGMENT_NAMES.entries()) {
  for (const cell of SEGMENT_CELLS[name]) GRID[5 * (Number(cell[0]) - 1) + Number(cell[1]) - 1] = index;
}

/** Scores 1 to 5 each. Gives an index into SEGMENT_NAMES. */
export function segmentOf(r: number, f: number, m: number): number {
  return GRID[gridCell(r, f, m)];
}
