// Customers by recency score (R) and by frequency with spend (FM): the grid that the segments are cut from.
import { amount, whole } from '../../../src/core/insights/wording.ts';
import { SEGMENT_CELLS } from '../../../src/core/rfm/segments.ts';
import { drawVegaLite, FIGURE_WIDTH, figure, wrapped } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, fillOf, inkOf } from '../html-ramp.ts';
import { htmlTable, numeric } from '../html-table.ts';
import type { RfmDetail } from './detail.ts';

const SCORES = [1, 2, 3, 4, 5];
const HEIGHT = 430;

const SEGMENT_BY_CELL: ReadonlyMap<string, string> = new Map(
  Object.entries(SEGMENT_CELLS).flatMap(([name, cells]) => cells.map((cell) => [cell, name] as const)),
);

export async function scoreGrid(cells: NonNullable<RfmDetail['score_grid']>): Promise<Markup> {
  const known = new Map(cells.map((cell) => [`${cell.recency}${cell.frequency_monetary}`, cell]));
  const ramp = createRamp(
    'Customers',
    cells.map(({ customers }) => customers).filter((customers) => customers > 0),
    whole,
    { steps: 'even' },
  );
  const values = SCORES.flatMap((r) =>
    SCORES.map((fm) => {
      const { customers, revenue } = known.get(`${r}${fm}`) ?? { customers: 0, revenue: 0 };
      const level = ramp.level(customers);
      const segment = SEGMENT_BY_CELL.get(`${r}${fm}`) ?? '';
      return {
        r,
        fm,
        customers,
        revenue,
        segment,
        lines: wrapped(segment, 18, 2),
        shown: whole(customers),
        fill: customers === 0 ? 'var(--empty)' : fillOf(level),
        ink: customers === 0 ? 'var(--muted)' : inkOf(level),
        hint: `R ${r}, FM ${fm}, ${segment}: ${whole(customers)} customers, revenue ${amount(revenue)}`,
      };
    }),
  );
  const text = (dy: number, fontSize: number) => ({ type: 'text', dy, fontSize, aria: false }) as const;
  const ink = { field: 'ink', type: 'nominal', scale: null } as const;
  const svg = await drawVegaLite({
    width: FIGURE_WIDTH - 70,
    height: HEIGHT - 55,
    padding: { left: 60, right: 10, top: 5, bottom: 50 },
    data: { values },
    encoding: {
      x: {
        field: 'fm',
        type: 'ordinal',
        scale: { paddingInner: 0.02, paddingOuter: 0 },
        axis: { title: 'Frequency and spend score (FM), 5 is most', labelAngle: 0 },
      },
      y: {
        field: 'r',
        type: 'ordinal',
        sort: 'descending',
        scale: { paddingInner: 0.04, paddingOuter: 0 },
        axis: { title: 'Recency score (R), 5 is newest' },
      },
    },
    layer: [
      {
        mark: { type: 'rect', cornerRadius: 4 },
        encoding: {
          color: { field: 'fill', type: 'nominal', scale: null },
          description: { field: 'hint', type: 'nominal' },
        },
      },
      { mark: text(-10, 18), encoding: { text: { field: 'shown', type: 'nominal' }, color: ink } },
      { mark: text(11, 11), encoding: { text: { field: 'lines', type: 'nominal' }, color: ink } },
    ],
  });
  return figure({
    id: 'score-grid',
    title: 'Customers by recency and value',
    description:
      'How many customers have each pair of scores, and the segment that the pair belongs to. The best are at the top right.',
    svg,
    legend: ramp.legend,
    table: htmlTable(
      'Customers and revenue by scores',
      [{ title: 'Segment' }, numeric('R'), numeric('FM'), numeric('Customers'), numeric('Revenue')],
      values.map(({ r, fm, segment, customers, revenue }) => [
        segment,
        r,
        fm,
        whole(customers),
        amount(revenue),
      ]),
    ),
  });
}
