// Customers by recency score (R) and by frequency with spend (FM): the grid that the segments are cut from. The best are at
// the upper right. Cells without customers are empty.
import { type ComponentChildren, h } from 'preact';
import { SEGMENT_CELLS, SEGMENT_NAMES, type SegmentName } from '../../src/core/rfm/segments.ts';
import { Legend } from '../legend.ts';
import { rampOf } from '../ramp.ts';
import { Grid } from './grid.ts';

const SCORES = [1, 2, 3, 4, 5] as const;

const SEGMENT_OF: ReadonlyMap<string, SegmentName> = new Map(
  SEGMENT_NAMES.flatMap((name) => SEGMENT_CELLS[name].map((cell) => [cell, name] as const)),
);

interface Score {
  readonly r: (typeof SCORES)[number];
  readonly fm: (typeof SCORES)[number];
  readonly segment: SegmentName;
  readonly customers: number;
  readonly revenue: number;
}

export interface ScoreGridProps {
  readonly label: string;
  /** Of what is counted. */
  readonly title: string;
  /** Those without customers may be missing, and are not shown. */
  readonly cells: readonly {
    readonly recency: number;
    readonly frequency_monetary: number;
    readonly customers: number;
    readonly revenue: number;
  }[];
  readonly number: (customers: number) => string;
  readonly show: (score: Score) => ComponentChildren;
  readonly hint?: (score: Score) => string;
}

export function ScoreGrid({ label, title, cells, number, show, hint }: ScoreGridProps) {
  const found = new Map(cells.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell]));
  const counts = cells.map(({ customers }) => customers).filter((customers) => customers > 0);
  const ramp = rampOf(counts, number, 'even');
  return [
    h(Grid, {
      label,
      heads: [''],
      columns: SCORES.map((fm) => `FM ${fm}`),
      rows: SCORES.toReversed().map((r) => ({
        key: `${r}`,
        name: `R ${r}`,
        cells: SCORES.flatMap((fm) => {
          const segment = SEGMENT_OF.get(`${r}${fm}`);
          if (segment === undefined) return [];
          const { customers, revenue } = found.get(`${r}${fm}`) ?? { customers: 0, revenue: 0 };
          const score = { r, fm, segment, customers, revenue };
          return {
            level: customers === 0 ? undefined : ramp.level(customers),
            shown: customers === 0 ? null : show(score),
            hint: hint?.(score),
          };
        }),
      })),
    }),
    h(Legend, { title, steps: ramp.steps }),
  ];
}
