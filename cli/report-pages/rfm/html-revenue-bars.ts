// Revenue of each segment, most first.
import { amount, percent, whole } from '../../../src/core/insights/wording.ts';
import { drawVegaLite, FIGURE_WIDTH, figure } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import type { ShownSegment } from './detail.ts';

const ROW = 32;
/** Units of the figure that a character of 13 units takes, and the least room for the figures beside the bars. */
const CHARACTER = 7.5;
const LEAST_ROOM = 140;

export async function revenueBars(segments: readonly ShownSegment[], table: Markup): Promise<Markup> {
  const values = [...segments]
    .sort((a, b) => b.revenue - a.revenue)
    .map(({ name, revenue, revenue_share }) => ({
      name,
      revenue,
      labelAt: Math.max(0, revenue),
      label: `${whole(revenue)}  (${percent(revenue_share)})`,
      hint: `${name}: revenue ${amount(revenue)}, ${percent(revenue_share)}`,
    }));
  const room = Math.max(LEAST_ROOM, ...values.map(({ label }) => CHARACTER * label.length + 10));
  const svg = await drawVegaLite({
    width: FIGURE_WIDTH - 205 - room,
    height: ROW * values.length,
    padding: { left: 205, right: room, top: 5, bottom: 5 },
    data: { values },
    encoding: {
      y: {
        field: 'name',
        type: 'nominal',
        sort: null,
        axis: { title: null, labelColor: 'var(--text)', labelFontSize: 13 },
      },
    },
    layer: [
      {
        mark: { type: 'bar', height: 20 },
        encoding: {
          x: { field: 'revenue', type: 'quantitative', axis: null, scale: { nice: false } },
          color: { value: 'var(--accent)' },
          description: { field: 'hint', type: 'nominal' },
        },
      },
      {
        mark: { type: 'text', align: 'left', dx: 7, fontSize: 13, aria: false },
        encoding: {
          x: { field: 'labelAt', type: 'quantitative' },
          text: { field: 'label', type: 'nominal' },
          color: { value: 'var(--text)' },
        },
      },
    ],
  });
  return figure({
    id: 'segment-revenue',
    title: 'Revenue by segment',
    description:
      'What the customers of each segment spent in all, and its share of the revenue of the report.',
    svg,
    table,
  });
}
