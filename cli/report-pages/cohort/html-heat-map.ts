// Retention by cohort and period: who came back, and when.
import { percent, whole } from '../../../src/core/insights/wording.ts';
import { drawVegaLite, FIGURE_WIDTH, figure } from '../html-figure.ts';
import type { Markup } from '../html-markup.ts';
import { createRamp, fillOf, inkOf } from '../html-ramp.ts';
import { htmlTable, numeric } from '../html-table.ts';
import type { CohortDetail } from './detail.ts';

const MOST_COHORTS = 36;
const MOST_PERIODS = 18;
const ROW = 24;

export async function retentionMap({ cohorts, settings }: CohortDetail): Promise<Markup> {
  const shown = cohorts.slice(-MOST_COHORTS);
  const by = settings.cohort_by;
  const cells = shown.flatMap(({ cohort, customers, periods }) =>
    periods.slice(0, MOST_PERIODS + 1).map((each) => ({ cohort, customers, ...each })),
  );
  // Period 0 is everybody: coloured by it, the others would look alike.
  const ramp = createRamp(
    'Retention',
    cells.filter(({ period, complete }) => period > 0 && complete).map(({ retention }) => retention),
    percent,
    { steps: 'even' },
  );
  const values = cells.map(({ cohort, customers, period, retention, active_customers, complete }) => {
    const level = ramp.level(retention);
    return {
      cohort,
      period,
      shown: (100 * retention).toFixed(0),
      fill: period === 0 ? 'var(--empty)' : fillOf(level),
      ink: period === 0 ? 'var(--muted)' : inkOf(level),
      opacity: complete ? 1 : 0.45,
      hint: `${cohort}, ${by} ${period}: ${whole(active_customers)} of ${whole(customers)} customers, ${percent(retention)}${complete ? '' : `; the ${by} is not over`}`,
    };
  });
  const svg = await drawVegaLite({
    width: FIGURE_WIDTH - 110,
    height: ROW * shown.length,
    padding: { left: 100, right: 10, top: 50, bottom: 5 },
    data: { values },
    encoding: {
      x: {
        field: 'period',
        type: 'ordinal',
        scale: { paddingInner: 0.04, paddingOuter: 0 },
        axis: { orient: 'top', title: `${by}s since the first purchase`, labelAngle: 0 },
      },
      y: {
        field: 'cohort',
        type: 'nominal',
        sort: null,
        scale: { paddingInner: 0.08, paddingOuter: 0 },
        axis: { title: null, labelColor: 'var(--text)' },
      },
    },
    layer: [
      {
        mark: { type: 'rect', cornerRadius: 3 },
        encoding: {
          color: { field: 'fill', type: 'nominal', scale: null },
          opacity: { field: 'opacity', type: 'quantitative', scale: null },
          description: { field: 'hint', type: 'nominal' },
        },
      },
      {
        mark: { type: 'text', fontSize: 11, aria: false },
        encoding: {
          text: { field: 'shown', type: 'nominal' },
          color: { field: 'ink', type: 'nominal', scale: null },
        },
      },
    ],
  });
  const most = Math.max(...shown.map(({ periods }) => Math.min(periods.length, MOST_PERIODS + 1)));
  const newest =
    shown.length < cohorts.length ? ` The newest ${shown.length} of ${cohorts.length} cohorts.` : '';
  return figure({
    id: 'cohort-retention',
    title: 'Retention by cohort',
    description: `Customers of a cohort (row) with a purchase in each following ${by} (column), in percent. Pale: the ${by} is not over yet.${newest}`,
    svg,
    legend: ramp.legend,
    table: htmlTable(
      'Retention by cohort',
      [
        { title: 'Cohort' },
        numeric('Customers'),
        ...Array.from({ length: most }, (_, period) => numeric(`${period}`)),
      ],
      shown.map(({ cohort, customers, periods }) => [
        cohort,
        whole(customers),
        ...Array.from({ length: most }, (_, at) => {
          const each = periods[at];
          return each === undefined ? '' : percent(each.retention);
        }),
      ]),
    ),
  });
}
