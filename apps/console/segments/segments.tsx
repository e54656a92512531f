// Who buys: the grid of scores, the segments cut from it, and the customers of each.
import type { RfmReport, RfmSegment } from '../../../packages/client/src/index.ts';
import { ScoreGrid as Scores } from '../../../packages/report-parts/charts/grid.ts';
import { ASPECT, Treemap, tilesOf } from '../../../packages/report-parts/charts/treemap.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Legend, rampOf } from '../../../packages/report-parts/ramp.ts';
import { Facts, numeric, Table } from '../../../packages/report-parts/table.ts';
import { shownSegments } from '../../../packages/report-parts/tables/segments.ts';
import { ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import type { SegmentName } from '../../../src/contract/report-types/rfm/segments.ts';
import { bringIntoView, change, part } from '../app/address.ts';
import { money, number, percent, texts } from '../app/words/language.ts';
import { sayOf, serviceWords } from '../app/words/service-words.ts';
import { cellOf, type ScoreCell, segmentsIn, withOrWithout } from '../customers/customer-list.ts';
import { Customers } from '../customers/customers.tsx';
import { Choice } from '../parts/form-fields.tsx';
import { type BackTest, type ExpectedOrders, expectedOrders, shownRange } from './expected-orders.ts';
import { SegmentChanges } from './segment-changes.tsx';
import { CUSTOMERS_ID, isCompared, showCustomers } from './segment-names.ts';

export function Segments({ report }: { readonly report: RfmReport }) {
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

// Customers by R and FM, the scores that the segments are cut from. Each cell is a button that leads to its
// customers.

interface ScoreGridProps {
  readonly cells: RfmReport['score_grid'];
  /** Segments whose cells are marked, unless a cell is selected. */
  readonly selected: readonly string[];
  readonly cell: ScoreCell | undefined;
}

function ScoreGrid({ cells, selected, cell }: ScoreGridProps) {
  const { segments: said } = texts();
  return (
    <Scores
      label={said.grid}
      title={said.customers}
      cells={cells}
      number={number}
      show={({ r, fm, segment, customers }) => {
        const isSelected = cell?.r === r && cell.fm === fm;
        return (
          <button
            type="button"
            class="score"
            aria-pressed={cell === undefined ? selected.includes(segment) : isSelected}
            onClick={() =>
              isSelected
                ? change({ segment: undefined, cell: undefined })
                : showCustomers({ segment, cell: `${r}-${fm}` })
            }
          >
            <strong>
              <span class="hidden">{`R ${r}, FM ${fm}: `}</span>
              {number(customers)}
            </strong>
            <span>{said.name[segment]}</span>
          </button>
        );
      }}
    />
  );
}

// The segments as areas, by customers or revenue: each is a button that selects its segment, as in the table below, which
// has the same figures.

interface SegmentTreemapProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: readonly string[];
}

function SegmentTreemap({ segments, currency, selected }: SegmentTreemapProps) {
  const { segments: said, charts } = texts();
  const byRevenue = part('size') === 'revenue';
  const sizeOf = ({ count, revenue }: RfmSegment): number => (byRevenue ? revenue : count);
  const tiles = tilesOf(segments, sizeOf, ASPECT);
  const total = tiles.reduce((sum, { item }) => sum + sizeOf(item), 0);
  const ramp = rampOf(
    segments.map(({ avg_monetary }) => avg_monetary),
    number,
  );
  if (tiles.length === 0) return null;
  return (
    <figure>
      <Choice
        title={charts.size}
        class="inline"
        value={byRevenue ? 'revenue' : ''}
        options={[
          ['', said.customers],
          ['revenue', said.segmentRevenue],
        ]}
        edit={(size) => change({ size })}
      />
      <Treemap
        label={charts.treemap}
        tiles={tiles}
        nameOf={({ name }) => said.name[name]}
        show={(item, place) => (
          <button
            type="button"
            class={`data r${ramp.level(item.avg_monetary)}`}
            aria-pressed={selected.includes(item.name)}
            title={`${said.name[item.name]}: ${number(item.count)}, ${money(item.revenue, currency)}`}
            onClick={() => change({ segment: withOrWithout(selected, item.name), cell: undefined })}
          >
            {place}
            <strong>{said.name[item.name]}</strong>{' '}
            <span>
              {byRevenue ? money(item.revenue, currency) : number(item.count)} (
              {percent(sizeOf(item) / total, 0)})
            </span>
          </button>
        )}
      />
      <figcaption class="muted">
        <Legend title={said.monetary} steps={ramp.steps} />
        {charts.treemapHint}
      </figcaption>
    </figure>
  );
}
