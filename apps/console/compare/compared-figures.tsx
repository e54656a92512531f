// Shows figures before and now, and their changes.

import type {
  CohortReport,
  FinishedReport,
  ReplenishmentReport,
  RfmReport,
} from '../../../packages/client/src/index.ts';
import { compareSegments } from '../../../packages/report-parts/charts/flow.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import type { Say } from '../../../packages/report-parts/tables/shown.ts';
import { showReportBody } from '../../../packages/report-parts/tables/shown-report.ts';
import { formatMoney, formatNumber, formatPercent, getTexts } from '../app/words/language.ts';
import { createSay } from '../app/words/service-words.ts';
import { workTexts } from '../app/words/work-texts.ts';
import { Figures } from '../parts/figures.tsx';
import { SegmentFlow } from '../segments/segment-changes.tsx';
import { listInBoth, type Pair, pairByName, type TwoReports } from './comparison.ts';

interface ComparedFigure {
  readonly name: string;
  readonly before: number | null | undefined;
  readonly now: number | null | undefined;
  readonly shown: (value: number) => string;
  /** Whether the figure is a share: its change is in percentage points. */
  readonly isShare?: boolean;
}

interface ComparedFiguresProps {
  readonly label: string;
  /** Heading of the column of names. */
  readonly title: string;
  readonly figures: readonly ComparedFigure[];
}

const NONE = '–';

function ComparedFigures({ label, title, figures }: ComparedFiguresProps) {
  const { compare: said } = workTexts();
  return (
    <Figures
      label={label}
      title={title}
      rows={figures}
      name={({ name }) => name}
      columns={[
        [said.now, ({ now, shown }) => formatOrNone(now, shown)],
        [
          said.change,
          ({ before, now, shown, isShare }) => formatChange(before, now, isShare ? formatPoints : shown),
        ],
        [said.before, ({ before, shown }) => formatOrNone(before, shown)],
      ]}
    />
  );
}

/** A card of its own, titled as the figures are. */
function ComparedCard(props: ComparedFiguresProps) {
  return (
    <section class="card">
      <h2>{props.label}</h2>
      <ComparedFigures {...props} />
    </section>
  );
}

function formatOrNone(value: number | null | undefined, shown: (value: number) => string): string {
  return value === null || value === undefined ? NONE : shown(value);
}

type Figure = number | null | undefined;

function formatChange(before: Figure, now: Figure, shown: (value: number) => string): string {
  if (before === null || before === undefined || now === null || now === undefined) return NONE;
  return withSign(now - before, shown);
}

/** Formats a difference of shares. `withSign` adds the plus. */
export function formatPoints(change: number): string {
  return fill(workTexts().compare.points, { shown: formatNumber(100 * change, 2) });
}

/** `shown` writes the minus of a decrease. A change that rounds to nothing has no sign. */
export function withSign(change: number, shown: (value: number) => string): string {
  const nothing = shown(0);
  if (shown(Math.abs(change)) === nothing) return nothing;
  return change > 0 ? `+${shown(change)}` : shown(change);
}

const formatWhole = (value: number): string => formatNumber(value);

// Shows the facts of two reports that are figures, and the change of each.

export function CompareFacts({ before, now }: TwoReports) {
  const { compare: said } = workTexts();
  const say = createSay(now);
  const facts = pairByName(listFacts(before, say), listFacts(now, say), ([name]) => name);
  const rows = facts.filter((pair) => (pair.now ?? pair.before)?.[2] !== undefined);
  return (
    <section class="card">
      <h2>{said.figures}</h2>
      <Figures
        label={said.figures}
        title={said.figure}
        rows={rows}
        name={({ name }) => name}
        columns={[
          [said.now, ({ now: fact }) => fact?.[1] ?? NONE],
          [said.change, changeOfFact],
          [said.before, ({ before: fact }) => fact?.[1] ?? NONE],
        ]}
      />
    </section>
  );
}

type FactsOfReport = ReturnType<typeof showReportBody>['facts'];

function listFacts(report: FinishedReport, say: Say): FactsOfReport {
  const { facts, evidence = [] } = showReportBody(report, say);
  return [...facts, ...evidence];
}

function changeOfFact({ before, now }: Pair<FactsOfReport[number]>): string {
  const [was, is] = [before?.[2], now?.[2]];
  if (was === undefined || is === undefined) return NONE;
  return withSign(is.value - was.value, is.write === formatPercent ? formatPoints : is.write);
}

// Compares two segment reports: the segments before and now, and the moves between them if the later report was
// compared with the earlier one.

export function CompareSegments({ before, now }: TwoReports<RfmReport>) {
  const { compare: said } = workTexts();
  const { segments } = getTexts();
  const formatAmount = (value: number): string => formatMoney(value, now.currency);
  // The order is from best to worst, whichever segments each report has.
  const rows = pairByName(before.segments, now.segments, ({ name }) => name).sort((a, b) =>
    compareSegments(a.name, b.name),
  );
  const named = rows.map((pair) => ({
    ...pair,
    name: segments.name[(pair.now ?? pair.before)?.name ?? 'Lost'],
  }));
  const moves =
    now.changes?.compared_with?.report_id === before.report_id ? now.changes.migration : undefined;
  return (
    <>
      <section class="card">
        <h2>{said.segments}</h2>
        <h3>{said.customers}</h3>
        <ComparedFigures
          label={`${said.segments}: ${said.customers}`}
          title={segments.segment}
          figures={named.map(({ name, before: left, now: right }) => ({
            name,
            before: left?.count ?? 0,
            now: right?.count ?? 0,
            shown: formatWhole,
          }))}
        />
        <h3>{said.revenue}</h3>
        <ComparedFigures
          label={`${said.segments}: ${said.revenue}`}
          title={segments.segment}
          figures={named.map(({ name, before: left, now: right }) => ({
            name,
            before: left?.revenue ?? 0,
            now: right?.revenue ?? 0,
            shown: formatAmount,
          }))}
        />
      </section>
      {moves !== undefined && (
        <section class="card">
          <h2>{said.moves}</h2>
          <SegmentFlow migration={moves} />
        </section>
      )}
    </>
  );
}

// Compares two cohort reports: average retention by period, and the cohorts that both have.

type Cohort = CohortReport['cohorts'][number];

/** Periods after the first purchase that are compared for each cohort. */
const PERIODS = [1, 2, 3];

export function CompareCohorts({ before, now }: TwoReports<CohortReport>) {
  const { compare: said } = workTexts();
  const share = (value: number): string => formatPercent(value);
  const periods = pairByName(before.average_retention, now.average_retention, ({ period }) => String(period));
  const both = listInBoth(pairByName(before.cohorts, now.cohorts, ({ cohort }) => cohort));
  return (
    <>
      <ComparedCard
        label={said.average}
        title={getTexts().charts.periods}
        figures={periods.map(({ name, before: left, now: right }) => ({
          ...{ name, before: left?.retention, now: right?.retention, shown: share },
          isShare: true,
        }))}
      />
      <section class="card">
        <h2>{said.cohorts}</h2>
        <p class="muted">{said.growing}</p>
        {both.length === 0 ? (
          <p class="muted">{said.notBoth}</p>
        ) : (
          <Figures
            label={said.cohorts}
            title={said.cohort}
            rows={both}
            name={({ name }) => name}
            columns={[
              [
                said.customers,
                (row) =>
                  formatBeforeAndNow(formatNumber(row.before.customers), formatNumber(row.now.customers)),
              ],
              ...PERIODS.map(
                (period) =>
                  [
                    fill(said.retention, { period: formatNumber(period) }),
                    (row: (typeof both)[number]) =>
                      formatBeforeAndNow(getRetention(row.before, period), getRetention(row.now, period)),
                  ] as const,
              ),
            ]}
          />
        )}
      </section>
    </>
  );
}

/** Marks a period that is not over: its share still grows. */
function getRetention({ periods }: Cohort, period: number): string {
  const found = periods.find((one) => one.period === period);
  return found === undefined ? NONE : `${formatPercent(found.retention)}${found.complete ? '' : '*'}`;
}

function formatBeforeAndNow(before: string, now: string): string {
  return before === now ? now : `${before} → ${now}`;
}

// Compares two reports of who is due: products by number of due customers.

/** The number of products shown, by largest difference. */
const MOST_PRODUCTS = 50;

export function CompareDue({ before, now }: TwoReports<ReplenishmentReport>) {
  const { compare: said } = workTexts();
  const { due, exported } = getTexts();
  const products = listInBoth(pairByName(before.products, now.products, ({ product }) => product))
    .map(({ name, before: was, now: is }) => {
      return { name, before: was.customers_due, now: is.customers_due, shown: formatWhole };
    })
    .toSorted((a, b) => Math.abs(b.now - b.before) - Math.abs(a.now - a.before))
    .slice(0, MOST_PRODUCTS);
  return (
    <section class="card">
      <h2>{exported.products}</h2>
      <p class="muted">{due.productsHint}</p>
      {products.length === 0 ? (
        <p class="muted">{said.notBoth}</p>
      ) : (
        <ComparedFigures label={exported.products} title={due.due} figures={products} />
      )}
    </section>
  );
}
