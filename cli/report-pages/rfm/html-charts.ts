// The charts of an RFM report's page: segments by size, revenue and scores, and who moved between them.
import { type ComponentChildren, h } from 'preact';
import { Bar } from '../../../report-parts/bar.ts';
import { Flow } from '../../../report-parts/charts/flow.ts';
import { movesByNumber, segmentOrder } from '../../../report-parts/charts/flow-bands.ts';
import { ScoreGrid } from '../../../report-parts/charts/score-grid.ts';
import { tilesOf } from '../../../report-parts/charts/squarified.ts';
import { ASPECT, Treemap } from '../../../report-parts/charts/treemap.ts';
import { FLOW_WORDS } from '../../../report-parts/english.ts';
import { Legend } from '../../../report-parts/legend.ts';
import { rampOf } from '../../../report-parts/ramp.ts';
import { numeric, Table } from '../../../report-parts/table.ts';
import { percent, type WriteAmount, whole } from '../../../src/core/insights/wording.ts';
import { Figure, tableCard } from '../html-figure.ts';
import { earlierReport, signed } from '../report-facts.ts';
import type { RfmChanges, RfmDetail, ShownSegment } from './detail.ts';

const MOST_MOVES = 50;

export function segmentTreemap(segments: readonly ShownSegment[], amount: WriteAmount): ComponentChildren {
  const ramp = rampOf(
    segments.map(({ avg_monetary }) => avg_monetary),
    whole,
  );
  const title = 'Customers by segment';
  return h(
    Figure,
    {
      id: 'segment-treemap',
      title,
      description:
        'The larger the area, the more customers are in the segment; the stronger its colour, the more each of them spent on average.',
      table: h(Table, {
        caption: title,
        columns: [{ title: 'Segment' }, ...['Customers', 'Share', 'Median spent', 'Mean spent'].map(numeric)],
        rows: segments.map(({ name, count, percentage, avg_monetary, median_monetary }) => [
          name,
          whole(count),
          percent(percentage / 100),
          typeof median_monetary === 'number' ? amount(median_monetary) : '',
          amount(avg_monetary),
        ]),
      }),
    },
    h(Treemap<ShownSegment>, {
      label: title,
      tiles: tilesOf(segments, ({ count }) => count, ASPECT),
      nameOf: ({ name }) => name,
      show: ({ name, count, percentage, avg_monetary }, number) => {
        const share = percent(percentage / 100);
        const each = amount(avg_monetary);
        return h(
          'div',
          {
            class: `data r${ramp.level(avg_monetary)}`,
            title: `${name}: ${whole(count)} customers, ${share}; ${each} spent each on average`,
          },
          number,
          h('strong', null, name),
          [`${whole(count)} customers`, share, `${each} each`].map((line) => h('span', null, line)),
        );
      },
    }),
    h(Legend, { title: 'Spent per customer', steps: ramp.steps }),
  );
}

export function revenueBars(segments: readonly ShownSegment[], amount: WriteAmount): ComponentChildren {
  const most = Math.max(...segments.map(({ revenue }) => revenue), 0);
  const title = 'Spend by segment';
  return h(
    Figure,
    {
      id: 'segment-revenue',
      title,
      description:
        'What the customers of each segment spent in all, and its share of what all these customers spent.',
    },
    h(Table, {
      caption: title,
      columns: [{ title: 'Segment' }, { title: '', class: 'bars' }, numeric('Spent'), numeric('Share')],
      rows: segments.map(({ name, revenue, revenue_share }) => [
        name,
        h(Bar, { own: most === 0 ? 0 : Math.max(0, revenue) / most }),
        amount(revenue),
        percent(revenue_share),
      ]),
    }),
  );
}

export function scoreGrid(
  cells: NonNullable<RfmDetail['score_grid']>,
  amount: WriteAmount,
): ComponentChildren {
  return h(
    Figure,
    {
      id: 'score-grid',
      title: 'Customers by recency and value',
      description:
        'How many customers have each pair of scores, and the segment that the pair belongs to: R 5 bought most recently, FM 5 most often and for most. The best are at the top right.',
    },
    h(ScoreGrid, {
      label: 'Customers by recency and value',
      title: 'Customers',
      cells,
      number: whole,
      show: ({ segment, customers }) =>
        h('div', { class: 'score' }, h('strong', null, whole(customers)), h('span', null, segment)),
      hint: ({ r, fm, segment, customers, revenue }) =>
        `R ${r}, FM ${fm}, ${segment}: ${whole(customers)} customers, spent ${amount(revenue)}`,
    }),
  );
}

export function changeSections({ compared_with, migration, segment_growth }: RfmChanges): ComponentChildren {
  if (!compared_with) return null;
  const since = `compared with ${earlierReport(compared_with)}`;
  return [segmentFlow(migration ?? [], since), growthTable(segment_growth ?? [], since)];
}

function segmentFlow(migration: NonNullable<RfmChanges['migration']>, since: string): ComponentChildren {
  if (!migration.some(({ customers }) => customers > 0)) return null;
  const title = 'Customers who changed segment';
  return h(
    Figure,
    {
      id: 'migration',
      title,
      description: `Customers by the segment they were in (left) and the one they are in now (right), ${since}.`,
      table: h(Table, {
        caption: 'Largest moves',
        columns: [{ title: 'From' }, { title: 'To' }, numeric('Customers')],
        rows: movesByNumber(migration)
          .slice(0, MOST_MOVES)
          .map(({ from, to, customers }) => [from, to, whole(customers)]),
      }),
    },
    h(Flow, {
      label: title,
      migration,
      words: { ...FLOW_WORDS, band: (from, to, customers) => `${from} → ${to}: ${customers} customers` },
      name: String,
      number: whole,
    }),
  );
}

function growthTable(growth: NonNullable<RfmChanges['segment_growth']>, since: string): ComponentChildren {
  if (growth.length === 0) return null;
  const title = 'Segments before and now';
  return tableCard({
    id: 'growth',
    title,
    note: `Customers, ${since}.`,
    columns: [{ title: 'Segment' }, ...['Before', 'Now', 'Change'].map(numeric)],
    rows: growth
      .toSorted((a, b) => segmentOrder(a.segment, b.segment))
      .map(({ segment, before, after }) => [segment, whole(before), whole(after), signed(after - before)]),
  });
}
