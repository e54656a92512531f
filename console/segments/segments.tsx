// Who buys: the grid of scores, the segments cut from it, and the customers of each.
import type { FinishedReport, RfmReport, RfmSegment } from '../../client/src/index.ts';
import { fill } from '../../report-parts/names.ts';
import { Facts, numeric, Table } from '../../report-parts/table.ts';
import { shownSegments } from '../../report-parts/tables/segments.ts';
import { ShownTables } from '../../report-parts/tables/table-cards.ts';
import type { SegmentName } from '../../src/core/rfm/segments.ts';
import { bringIntoView, change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { sayOf } from '../app/words/say.ts';
import { serviceWords } from '../app/words/service-words.ts';
import { cellOf, type ScoreCell, segmentsIn, withOrWithout } from '../customers/customer-list.ts';
import { Customers } from '../customers/customers.tsx';
import { type BackTest, type ExpectedOrders, expectedOrders, shownRange } from './expected-orders.ts';
import { ScoreGrid } from './score-grid.tsx';
import { SegmentChanges } from './segment-changes.tsx';
import { CUSTOMERS_ID, isCompared } from './segment-names.ts';
import { SegmentTreemap } from './segment-treemap.tsx';

export function Segments({ report }: { readonly report: FinishedReport }) {
  return report.report_type === 'RFM' ? <SegmentsOf report={report} /> : null;
}

function SegmentsOf({ report }: { readonly report: RfmReport }) {
  const { segments: said, cohorts } = texts();
  const { facts, tables } = shownSegments(report, sayOf(report));
  const { segments, currency, customer_count, score_grid, changes } = report;
  // A segment without customers may be one that they left.
  const names = segmentsIn(part('segment'));
  const cell = cellOf(part('cell'));
  const [selected, ...further] = segments.filter((segment) => names.includes(segment.name));
  if (customer_count === 0) return <p class="card">{cohorts.none}</p>;
  return (
    <>
      <Facts facts={facts} />
      <section class="card">
        <h2>{said.grid}</h2>
        <p class="muted">{said.gridHint}</p>
        <ScoreGrid cells={score_grid} selected={names} cell={cell} />
      </section>
      <section class="card">
        <h2>{said.title}</h2>
        <SegmentTreemap segments={segments} currency={currency} selected={names} />
        <SegmentTable
          segments={segments}
          currency={currency}
          selected={names}
          backtest={report.prediction_model?.backtest}
        />
      </section>
      {selected !== undefined && further.length === 0 && <ToDo segment={selected} currency={currency} />}
      <Chosen segments={selected === undefined ? [] : [selected, ...further]} />
      <Customers
        report={report}
        group="segment"
        names={names}
        cell={cell}
        shownName={shownName(names, cell)}
        isCompared={isCompared(changes)}
      />
      <SegmentChanges changes={changes} />
      <ShownTables tables={tables.filter(({ only }) => only === undefined)} />
    </>
  );
}

/** At the lower edge while segments are chosen above: more can be added, and their list is a click away. */
function Chosen({ segments }: { readonly segments: readonly RfmSegment[] }) {
  const { segments: said } = texts();
  if (segments.length === 0) return null;
  const customers = segments.reduce((sum, { count }) => sum + count, 0);
  return (
    <p class="card picked" role="status">
      {segments.map(({ name }) => said.name[name]).join(', ')}:{' '}
      {fill(said.buyers, { count: customers, shown: number(customers) })}{' '}
      <button type="button" onClick={() => bringIntoView(CUSTOMERS_ID)}>
        {said.toCustomers}
      </button>{' '}
      <button type="button" class="plain" onClick={() => change({ segment: undefined, cell: undefined })}>
        {said.clear}
      </button>
    </p>
  );
}

function shownName(names: readonly SegmentName[], cell: ScoreCell | undefined): string | undefined {
  const { segments: said } = texts();
  const shown = [
    names.map((name) => said.name[name]).join(', '),
    ...(cell === undefined ? [] : [`R ${cell.r}, FM ${cell.fm}`]),
  ];
  return shown.filter(Boolean).join(' · ') || undefined;
}

interface SegmentTableProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: readonly SegmentName[];
  /** Undefined where there are too few data: nothing is expected then. */
  readonly backtest: BackTest | undefined;
}

function SegmentTable({ segments, currency, selected, backtest }: SegmentTableProps) {
  const { segments: said } = texts();
  const figures = [said.customers, said.share, said.recency, said.frequency, said.monetary];
  const name = (segment: RfmSegment) => (
    <button
      type="button"
      class="plain"
      aria-pressed={selected.includes(segment.name)}
      onClick={() => change({ segment: withOrWithout(selected, segment.name), cell: undefined })}
    >
      {said.name[segment.name]}
    </button>
  );
  return (
    <Table
      caption={said.title}
      columns={[
        { title: said.segment },
        ...[...figures, said.segmentRevenue, said.revenueShare].map(numeric),
        ...(backtest ? [numeric(said.expected)] : []),
      ]}
      rows={segments.map((segment) => [
        name(segment),
        number(segment.count),
        percent(segment.percentage / 100),
        `${number(segment.median_recency, 1)} / ${number(segment.avg_recency, 1)}`,
        `${number(segment.median_frequency, 1)} / ${number(segment.avg_frequency, 1)}`,
        `${money(segment.median_monetary, currency)} / ${money(segment.avg_monetary, currency)}`,
        money(segment.revenue, currency),
        percent(segment.revenue_share),
        ...(backtest ? [<Expected key="expected" {...expectedOrders(segment, backtest)} />] : []),
      ])}
    />
  );
}

function Expected({ range, tried }: ExpectedOrders) {
  const { segments: said } = texts();
  return (
    <>
      {range === undefined ? '–' : shownRange((orders) => number(orders, 0), range)}
      {tried !== undefined && (
        <>
          <br />
          <span class="muted">
            {fill(said.lastTime, { predicted: number(tried.predicted), actual: number(tried.actual) })}
          </span>
        </>
      )}
    </>
  );
}

interface ToDoProps extends Pick<SegmentTableProps, 'currency'> {
  readonly segment: RfmSegment;
}

function ToDo({ segment, currency }: ToDoProps) {
  const { segments: said } = texts();
  const say = serviceWords(currency);
  return (
    <section class="card" aria-label={said.selected}>
      <h2>{said.name[segment.name]}</h2>
      <p>{say(segment.ai_observation, segment.ai_observation_coded)}</p>
      <p>{say(segment.ai_recommendation, segment.ai_recommendation_coded)}</p>
      {segment.top_products.length > 0 && (
        <>
          <h3>{said.products}</h3>
          <ul>
            {segment.top_products.slice(0, 5).map(({ product_name, customers }) => (
              <li key={product_name}>
                <bdi>{product_name}</bdi>{' '}
                <span class="muted">
                  · {fill(said.buyers, { count: customers, shown: number(customers) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
