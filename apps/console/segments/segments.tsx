// Shows who buys: the grid of scores, its segments, and the customers of each.
import type { RfmReport, RfmSegment } from '../../../packages/client/src/index.ts';
import { ScoreGrid as Scores } from '../../../packages/report-parts/charts/grid.ts';
import { ASPECT, layOutTiles, Treemap } from '../../../packages/report-parts/charts/treemap.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { createRamp, Legend } from '../../../packages/report-parts/ramp.ts';
import { createNumericColumn, Facts, Table } from '../../../packages/report-parts/table.ts';
import { showSegments } from '../../../packages/report-parts/tables/segments.ts';
import { type ShownTable, ShownTables } from '../../../packages/report-parts/tables/shown.ts';
import type { SegmentName } from '../../../src/contract/report-types/rfm/segments.ts';
import { change, readParameter } from '../app/address.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { ChosenCustomers } from '../customers/chosen-customers.tsx';
import { parseCell, parseSegments, type ScoreCell, withOrWithout } from '../customers/customer-list.ts';
import { Customers } from '../customers/customers.tsx';
import { Choice } from '../parts/form-fields.tsx';
import { usePrinting } from '../parts/virtual-rows.tsx';
import { Tab, type TabName } from '../reports/tabs.tsx';
import { SegmentChanges } from './segment-changes.tsx';
import { isCompared, showCustomers } from './segment-names.ts';

export function Segments({ report }: { readonly report: RfmReport }) {
  const { segments: said, cohorts } = getTexts();
  const { facts, evidence, tables } = showSegments(report, createSay(report));
  const { segments, currency, customer_count, score_grid, changes } = report;
  // Segments without customers count too: customers may have left them.
  const names = parseSegments(readParameter('segment'));
  const cell = parseCell(readParameter('cell'));
  const chosen = segments.filter((segment) => names.includes(segment.name));
  if (customer_count === 0)
    return (
      <Tab name="overview">
        <p class="card">{cohorts.none}</p>
      </Tab>
    );
  // Advice on the chosen segments, if some are.
  const isShown = (_: unknown, at: number) =>
    chosen.length === 0 || chosen.some((one) => one === segments[at]);
  const shown = tables
    .filter(({ only }) => only === undefined)
    .map((table) => (table.id === 'advice' ? { ...table, rows: table.rows.filter(isShown) } : table));
  return (
    <>
      <Tab name="overview">
        <Facts facts={facts} evidence={evidence} />
        <SegmentChanges changes={changes} />
        <ShownTables tables={shown.filter(({ id }) => id === 'growth')} />
      </Tab>
      <Tab name="segments">
        <section class="card">
          <h2>{said.title}</h2>
          <SegmentTable segments={segments} currency={currency} selected={names} />
          <SegmentTreemap segments={segments} currency={currency} selected={names} />
        </section>
        <Folded tables={shown.filter(({ id }) => id === 'advice')} isOpen={chosen.length > 0} />
        <ChosenCustomers
          names={chosen.map(({ name }) => said.name[name]).join(', ')}
          customers={chosen.reduce((sum, { count }) => sum + count, 0)}
        />
        <section class="card">
          <h2>{said.grid}</h2>
          <p class="muted">{said.gridHint}</p>
          <ScoreGrid cells={score_grid} selected={names} cell={cell} />
        </section>
        <Folded tables={shown.filter(({ id }) => id === 'spent')} isOpen={false} />
        <ShownTables tables={shown.filter(({ id }) => id === 'per-customer')} />
      </Tab>
      <Tab name="customers">
        <Customers
          report={report}
          group="segment"
          names={names}
          cell={cell}
          shownName={formatSelection(names, cell)}
          isCompared={isCompared(changes)}
        />
      </Tab>
      <Tab name="forecast">
        <ShownTables tables={shown.filter(({ id }) => id === 'expected' || id === 'backtest')} />
      </Tab>
    </>
  );
}

/** Long tables below the list: each opens by its title, and paper has all. */
function Folded({ tables, isOpen }: { readonly tables: readonly ShownTable[]; readonly isOpen: boolean }) {
  if (usePrinting()) return <ShownTables tables={tables} />;
  return tables.map((table) => (
    <details key={table.id} class="card" open={isOpen}>
      <summary>
        <strong>{table.title}</strong>
      </summary>
      <ShownTables tables={[table]} />
    </details>
  ));
}

/** Without enough data, or with a rejected one, there is no forecast. */
export function listSegmentTabs(report: RfmReport): readonly TabName[] {
  if (report.customer_count === 0) return [];
  const isForecast = showSegments(report, createSay(report)).tables.some(({ id }) => id === 'expected');
  return ['segments', 'customers', ...(isForecast ? (['forecast'] as const) : [])];
}

function formatSelection(names: readonly SegmentName[], cell: ScoreCell | undefined): string | undefined {
  const { segments: said } = getTexts();
  const shown = [
    names.map((name) => said.name[name]).join(', '),
    ...(cell === undefined ? [] : [nameCell(cell)]),
  ];
  return shown.filter(Boolean).join(' · ') || undefined;
}

interface SegmentTableProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: readonly SegmentName[];
}

function SegmentTable({ segments, currency, selected }: SegmentTableProps) {
  const { segments: said } = getTexts();
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
        ...[...figures, said.segmentRevenue, said.revenueShare].map(createNumericColumn),
      ]}
      rows={segments.map((segment) => [
        name(segment),
        formatNumber(segment.count),
        formatPercent(segment.percentage / 100),
        formatNumber(segment.median_recency, 1),
        formatNumber(segment.median_frequency, 1),
        formatMoney(segment.median_monetary, currency),
        formatMoney(segment.revenue, currency),
        formatPercent(segment.revenue_share),
      ])}
    />
  );
}

/** Names a cell of the grid by its two scores. */
function nameCell({ r, fm }: ScoreCell): string {
  const { segments: said } = getTexts();
  return [
    fill(said.gridRow, { score: formatNumber(r) }),
    fill(said.gridColumn, { score: formatNumber(fm) }),
  ].join(', ');
}

// Draws customers by R and FM, the scores that define the segments. Each cell is a button that leads to its customers.

interface ScoreGridProps {
  readonly cells: RfmReport['score_grid'];
  /** Segments whose cells are marked, unless a cell is selected. */
  readonly selected: readonly string[];
  readonly cell: ScoreCell | undefined;
}

function ScoreGrid({ cells, selected, cell }: ScoreGridProps) {
  const { segments: said } = getTexts();
  return (
    <Scores
      label={said.grid}
      title={said.customers}
      cells={cells}
      number={formatNumber}
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
                : showCustomers({ segment, cell: `${r}-${fm}`, was: undefined, only: undefined })
            }
          >
            <strong>
              <span class="hidden">{`${nameCell({ r, fm })}: `}</span>
              {formatNumber(customers)}
            </strong>
            <span>{said.name[segment]}</span>
          </button>
        );
      }}
    />
  );
}

// Draws the segments as areas, by customers or revenue: each is a button that selects its segment, as in the table
// above with the same figures.

interface SegmentTreemapProps {
  readonly segments: readonly RfmSegment[];
  readonly currency: string | null | undefined;
  readonly selected: readonly string[];
}

function SegmentTreemap({ segments, currency, selected }: SegmentTreemapProps) {
  const { segments: said, charts } = getTexts();
  const byRevenue = readParameter('size') === 'revenue';
  const getSize = ({ count, revenue }: RfmSegment): number => (byRevenue ? revenue : count);
  const tiles = layOutTiles(segments, getSize, ASPECT);
  const total = tiles.reduce((sum, { item }) => sum + getSize(item), 0);
  const ramp = createRamp(
    segments.map(({ avg_monetary }) => avg_monetary),
    formatNumber,
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
        getName={({ name }) => said.name[name]}
        show={(item, place) => (
          <button
            type="button"
            class={`data r${ramp.level(item.avg_monetary)}`}
            aria-pressed={selected.includes(item.name)}
            title={`${said.name[item.name]}: ${formatNumber(item.count)}, ${formatMoney(item.revenue, currency)}`}
            onClick={() => change({ segment: withOrWithout(selected, item.name), cell: undefined })}
          >
            {place}
            <strong>{said.name[item.name]}</strong>{' '}
            <span>
              {byRevenue ? formatMoney(item.revenue, currency) : formatNumber(item.count)} (
              {formatPercent(getSize(item) / total, 0)})
            </span>
          </button>
        )}
      />
      <figcaption class="muted">
        <Legend title={said.average} steps={ramp.steps} />
        {charts.treemapHint}
      </figcaption>
    </figure>
  );
}
