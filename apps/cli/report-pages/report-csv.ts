// Renders the rows of a report as CSV for spreadsheets: RFC 4180, CRLF line ends, UTF-8 without a byte order mark.
// Numbers have a decimal point and at most 6 decimals, more than a page shows; shares are 0 to 1.
import type {
  AssociationRule,
  CohortReport,
  FinishedReport,
  RfmReport,
} from '../../../packages/client/src/index.ts';
import { showEffect } from '../../../packages/report-parts/tables/effect.ts';
import { collectLists } from '../../../packages/report-parts/tables/shown-report.ts';
import { type CsvCell, formatCsv } from '../../../src/analysis/tables/csv-lines.ts';
import { getDefinition, REPORT_TYPES } from '../../../src/contract/report-types/report-types.ts';
import { createTerminalWords, readReport } from './read-report.ts';

/**
 * One line per rule, segment or other row below a line of column names. Several products in one cell are joined by ` +
 * `. Text that a spreadsheet would run as a formula gets a leading apostrophe, and characters that a terminal would
 * obey are replaced; numbers are left alone, so negative amounts stay numbers. Throws UnreadableReportError unless
 * `report` is a finished report's detail.
 */
export function renderCsv(report: unknown): string {
  return formatCsv(createCsvLines(readReport(report)));
}

/** Column names, then one line per row. */
export function createCsvLines(report: FinishedReport): CsvCell[][] {
  switch (report.report_type) {
    case 'MBA':
      return createRuleLines(report.association_rules);
    case 'RFM':
      return createSegmentLines(report);
    case 'COHORT':
      return createCohortLines(report);
    case 'EFFECT': {
      const [first] = showEffect(report, createTerminalWords(report)).tables;
      return first === undefined
        ? []
        : [first.columns.map(({ title }) => title), ...first.rows.map((row) => [...row])];
    }
    default:
      return createTableLines(report);
  }
}

/** Creates the lines of the type's first table; of the first list if the type has no table. */
function createTableLines(report: FinishedReport): CsvCell[][] {
  const type = REPORT_TYPES.find((one) => one === report.report_type);
  const [table] = type === undefined ? [] : Object.values(getDefinition(type).tables);
  const [list] = collectLists(report);
  if (table === undefined) return list === undefined ? [] : [list.names, ...list.rows];
  const rows = [...table.rows(report)].map((row) => row.map(toCsvCell));
  return [table.columns.map(({ name }) => name), ...rows];
}

function toCsvCell(cell: unknown): CsvCell {
  if (typeof cell === 'number' || typeof cell === 'string') return cell;
  return typeof cell === 'boolean' ? String(cell) : '';
}

/** Creates a line for each item from the columns' names and getters. */
function createLines<T>(
  items: readonly T[],
  columns: Readonly<Record<string, (item: T) => CsvCell>>,
): CsvCell[][] {
  return [Object.keys(columns), ...items.map((item) => Object.values(columns).map((cell) => cell(item)))];
}

export function createRuleLines(rules: readonly AssociationRule[]): CsvCell[][] {
  return createLines(rules, {
    antecedents: (rule) => rule.antecedents.join(' + '),
    consequents: (rule) => rule.consequents.join(' + '),
    support: (rule) => rule.support,
    confidence: (rule) => rule.confidence,
    lift: (rule) => rule.lift,
    occurrences: (rule) => rule.impact_analysis.occurrences,
    revenue: (rule) => rule.impact_analysis.revenue,
    incremental_value: (rule) => rule.impact_analysis.incremental_value,
    impact_rating: (rule) => rule.impact_rating,
  });
}

/** Columns of predictions are present if any segment has a prediction. */
function createSegmentLines({ segments, prediction_model }: RfmReport): CsvCell[][] {
  const tested = new Map(prediction_model?.backtest.segments.map((compared) => [compared.segment, compared]));
  type Segment = (typeof segments)[number];
  const predicted: Readonly<Record<string, (segment: Segment) => CsvCell>> = {
    probability_alive: ({ prediction }) => prediction?.probability_alive,
    expected_orders_90d: ({ prediction }) => prediction?.expected_orders_90d,
    expected_value_90d: ({ prediction }) => prediction?.expected_value_90d,
    probability_purchase_90d: ({ prediction }) => prediction?.probability_purchase_90d,
    expected_orders_90d_low: ({ prediction }) => prediction?.expected_orders_90d_interval?.low,
    expected_orders_90d_high: ({ prediction }) => prediction?.expected_orders_90d_interval?.high,
    expected_value_90d_low: ({ prediction }) => prediction?.expected_value_90d_interval?.low,
    expected_value_90d_high: ({ prediction }) => prediction?.expected_value_90d_interval?.high,
    backtest_predicted_orders: ({ name }) => tested.get(name)?.predicted_orders,
    backtest_actual_orders: ({ name }) => tested.get(name)?.actual_orders,
  };
  return createLines(segments, {
    segment: ({ name }) => name,
    customers: ({ count }) => count,
    percentage: ({ percentage }) => percentage,
    revenue: ({ revenue }) => revenue,
    revenue_share: ({ revenue_share }) => revenue_share,
    avg_recency: ({ avg_recency }) => avg_recency,
    avg_frequency: ({ avg_frequency }) => avg_frequency,
    avg_monetary: ({ avg_monetary }) => avg_monetary,
    ...(segments.some(({ prediction }) => prediction) ? predicted : {}),
    top_products: ({ top_products }) => top_products.map(({ product_name }) => product_name).join(' + '),
    observation: ({ ai_observation }) => ai_observation,
    recommendation: ({ ai_recommendation }) => ai_recommendation,
  });
}

/** Creates one line per cohort and period. */
function createCohortLines({ cohorts }: CohortReport): CsvCell[][] {
  const all = cohorts.flatMap((cohort) => cohort.periods.map((period) => ({ cohort, period })));
  return createLines(all, {
    cohort: ({ cohort }) => cohort.cohort,
    first_day: ({ cohort }) => cohort.first_day,
    customers: ({ cohort }) => cohort.customers,
    period: ({ period }) => period.period,
    complete: ({ period }) => String(period.complete),
    active_customers: ({ period }) => period.active_customers,
    orders: ({ period }) => period.orders,
    revenue: ({ period }) => period.revenue,
    retention: ({ period }) => period.retention,
    cumulative_value_per_customer: ({ period }) => period.cumulative_value_per_customer,
  });
}
