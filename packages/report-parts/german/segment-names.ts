// Segments in German, for tables, charts and sentences.
import type { SegmentName } from '../../../src/contract/report-types/rfm/segments.ts';

export const SEGMENTS_DE: Readonly<Record<SegmentName, string>> = {
  Champions: 'Champions',
  'Loyal Customers': 'Stammkunden',
  'Potential Loyalists': 'Mögliche Stammkunden',
  'Recent Customers': 'Kürzlich gekauft',
  Promising: 'Vielversprechend',
  'Customers Needing Attention': 'Brauchen Aufmerksamkeit',
  'About to Sleep': 'Werden inaktiv',
  'At Risk': 'Gefährdet',
  "Can't Lose Them": 'Nicht verlieren',
  Hibernating: 'Inaktiv',
  Lost: 'Verloren',
};

const NAMES: ReadonlyMap<string, string> = new Map(Object.entries(SEGMENTS_DE));

/** Reports of other versions may have segments that are unknown here. */
export function translateSegment(name: string): string {
  return NAMES.get(name) ?? name;
}
