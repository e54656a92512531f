// The segments of customers by R and FM = ceil((F + M) / 2).

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
export function computeFmScore(f: number, m: number): number {
  return Math.ceil((f + m) / 2);
}

/** Customers who came into the report or left it. */
export const NOT_THERE = 'not in the report';
