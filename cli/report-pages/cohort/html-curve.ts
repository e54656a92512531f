// How many customers have ordered again, by days since the first purchase.
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { drawVegaLite, FIGURE_WIDTH, figure } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { htmlTable, numeric } from '../html-table.ts';
import { share } from './cohort-words.ts';
import type { ShownSecondOrder } from './detail.ts';

const HEIGHT = 320;
/** Days that are drawn, and listed beside the drawing. */
const MOST_DAYS = 365;
const LISTED = [0, 7, 14, 30, 60, 90, 120, 180, 270, 365];

export async function secondOrderCurve({ curve, customers }: ShownSecondOrder): Promise<Markup> {
  const drawn = curve.filter(({ days }) => days <= MOST_DAYS);
  const start = drawn[0]?.days === 0 ? [] : [{ days: 0, share: 0, lower: 0, upper: 0 }];
  const points = [...start, ...drawn];
  const band = points.filter(({ lower, upper }) => lower !== null && upper !== null);
  const svg = await drawVegaLite({
    width: FIGURE_WIDTH - 90,
    height: HEIGHT - 65,
    padding: { left: 70, right: 20, top: 15, bottom: 50 },
    encoding: {
      x: {
        field: 'days',
        type: 'quantitative',
        scale: { nice: false, zero: true },
        axis: { title: 'Days since the first purchase' },
      },
    },
    layer: [
      {
        data: { values: band },
        mark: { type: 'area', interpolate: 'step-after', aria: false, color: 'var(--r1)', opacity: 0.7 },
        encoding: {
          y: { field: 'lower', type: 'quantitative', axis: AXIS },
          y2: { field: 'upper' },
        },
      },
      {
        data: { values: points },
        mark: {
          type: 'line',
          interpolate: 'step-after',
          aria: false,
          color: 'var(--accent)',
          strokeWidth: 2,
        },
        encoding: { y: { field: 'share', type: 'quantitative', axis: AXIS } },
      },
    ],
  });
  const last = curve.at(-1)?.days ?? 0;
  return figure({
    id: 'second-order',
    title: 'Time to the second order',
    description: `Estimated share of ${whole(customers)} customers who have ordered again (Kaplan-Meier), with its 95 % confidence band. Customers who joined lately count for as long as they have been observed.`,
    svg,
    table: htmlTable(
      'Share of customers who have ordered again',
      [numeric('Days'), numeric('Ordered again'), numeric('From'), numeric('To')],
      LISTED.filter((days) => days <= last).map((days) => {
        const at = curve.findLast((point) => point.days <= days);
        return [whole(days), percent(at?.share ?? 0), share(at?.lower ?? 0), share(at?.upper ?? 0)];
      }),
    ),
  });
}

const AXIS = { title: 'Ordered again', format: '.0%' } as const;
