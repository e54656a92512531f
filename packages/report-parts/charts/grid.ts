// Figures by rows and columns as coloured cells: the scores of customers, the periods of cohorts.
import { type ComponentChildren, h } from 'preact';
import {
  SEGMENT_CELLS,
  SEGMENT_NAMES,
  type SegmentName,
} from '../../../src/contract/report-types/rfm/segments.ts';
import { createRamp, Legend } from '../ramp.ts';
import { Scroll } from '../table.ts';

interface Cell {
  /** Fill level, r0 to r5; undefined for an empty cell. */
  readonly level: number | undefined;
  readonly shown: ComponentChildren;
  readonly hint?: string | undefined;
  /** The figure is not final. */
  readonly pale?: boolean;
}

interface GridProps {
  readonly label: string;
  /** Above the names of rows, and above columns of figures beside them. */
  readonly heads: readonly string[];
  readonly columns: readonly string[];
  readonly rows: readonly {
    readonly key: string;
    readonly name: ComponentChildren;
    readonly figures?: readonly string[];
    readonly cells: readonly Cell[];
  }[];
}

function Grid({ label, heads, columns, rows }: GridProps) {
  const [corner = '', ...figures] = heads;
  const createHeader = (title: string, attributes: object) => h('th', { scope: 'col', ...attributes }, title);
  return h(
    Scroll,
    { label },
    h(
      'table',
      { class: 'grid' },
      h('caption', { class: 'hidden' }, label),
      h(
        'thead',
        null,
        h(
          'tr',
          null,
          corner === '' ? h('td', null) : createHeader(corner, {}),
          figures.map((title) => createHeader(title, { key: title, class: 'n' })),
          columns.map((title) => createHeader(title, { key: title })),
        ),
      ),
      h(
        'tbody',
        null,
        rows.map(({ key, name, figures: shown = [], cells }) =>
          h(
            'tr',
            { key },
            h('th', { scope: 'row' }, name),
            shown.map((figure) => h('td', { class: 'n' }, figure)),
            cells.map(({ level, shown: content, hint, pale = false }) =>
              h(
                'td',
                {
                  class: `cell ${level === undefined ? 'empty' : `r${level}`}${pale ? ' pale' : ''}`,
                  title: hint,
                },
                content,
              ),
            ),
          ),
        ),
      ),
    ),
  );
}

// Retention by cohort and period: who came back, and when. A pale period is not over; an empty one, nobody came back
// in.

interface Period {
  readonly period: number;
  readonly retention: number;
  readonly active_customers: number;
  readonly complete: boolean;
}

interface Cohort {
  readonly cohort: string;
  readonly customers: number;
  readonly periods: readonly Period[];
}

interface RetentionMapProps<C extends Cohort> {
  readonly label: string;
  /** Headings of the columns of cohorts and of their customers. */
  readonly heads: readonly [cohort: string, customers: string];
  readonly cohorts: readonly C[];
  readonly write: (share: number) => string;
  readonly number: (customers: number) => string;
  readonly name: (cohort: C) => ComponentChildren;
  readonly hint?: (period: Period, cohort: C) => string | undefined;
}

export function RetentionMap<C extends Cohort>(props: RetentionMapProps<C>) {
  const { label, heads, cohorts, write, number, name, hint } = props;
  const all = cohorts.flatMap(({ periods }) => periods);
  // Period 0 is everybody: coloured by it, the others would look alike.
  const later = all
    .filter(({ period, complete }) => period > 0 && complete)
    .map(({ retention }) => retention);
  const ramp = createRamp(later, write, 'even');
  const last = all.reduce((most, { period }) => Math.max(most, period), 0);
  const periods = Array.from({ length: last + 1 }, (_, period) => period);
  return [
    h(Grid, {
      label,
      heads,
      columns: periods.map(String),
      rows: cohorts.map((cohort) => ({
        key: cohort.cohort,
        name: name(cohort),
        figures: [number(cohort.customers)],
        cells: periods.flatMap((period) => {
          const found = cohort.periods.find((each) => each.period === period);
          if (found === undefined) return [];
          const shown = `${write(found.retention)}${found.complete ? '' : '*'}`;
          return {
            level: period === 0 || found.retention === 0 ? undefined : ramp.level(found.retention),
            shown: found.retention === 0 ? h('span', { class: 'hidden' }, shown) : shown,
            hint: hint?.(found, cohort),
            pale: !found.complete,
          };
        }),
      })),
    }),
    h(Legend, { title: label, steps: ramp.steps }),
  ];
}

// Customers by recency score (R) and by frequency with spend (FM): the grid that the segments are cut from. The best
// are at the upper right. Cells without customers are empty.

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

/** The best is 5/5. */
const formatScore = (score: number): string => `${score}/5`;

export interface ScoreGridProps {
  readonly label: string;
  /** Title of the counted figure. */
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
  const ramp = createRamp(counts, number, 'even');
  return [
    h(Grid, {
      label,
      heads: [''],
      columns: SCORES.map(formatScore),
      rows: SCORES.toReversed().map((r) => ({
        key: `${r}`,
        name: formatScore(r),
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
