// The rules or segments of a report as CSV for spreadsheets: RFC 4180, CRLF line ends, UTF-8 without a byte order
// mark. Numbers are unrounded and use a decimal point; shares are 0 to 1, as in the report.
import { type MbaDetail, type RfmDetail, readReport } from './report-detail.ts';
import { sideText } from './rule-sets.ts';

type Cell = string | number | null | undefined;

/**
 * One line per rule or segment below a line of column names. Several products in one cell are joined by ` + `.
 * Text that a spreadsheet would run as a formula (it begins with = + - @, a tab or a line end) gets a leading
 * apostrophe; numbers are left alone, so negative amounts stay numbers.
 * Throws UnreadableReportError unless `report` is a finished report's detail.
 */
export function renderCsv(report: unknown): string {
  const detail = readReport(report);
  const lines = detail.report_type === 'MBA' ? ruleLines(detail) : segmentLines(detail);
  return lines.map((cells) => `${cells.map(written).join(',')}\r\n`).join('');
}

function ruleLines({ association_rules }: MbaDetail): Cell[][] {
  return [
    [
      'antecedents',
      'consequents',
      'support',
      'confidence',
      'lift',
      'occurrences',
      'revenue',
      'incremental_value',
      'impact_rating',
    ],
    ...association_rules.map((rule) => [
      sideText(rule.antecedents),
      sideText(rule.consequents),
      rule.support,
      rule.confidence,
      rule.lift,
      rule.impact_analysis.occurrences,
      rule.impact_analysis.revenue,
      rule.impact_analysis.incremental_value,
      rule.impact_rating,
    ]),
  ];
}

/** The columns of predictions are there when a segment has one. */
function segmentLines({ segments }: RfmDetail): Cell[][] {
  const predicted = segments.some(({ prediction }) => prediction);
  return [
    [
      'segment',
      'customers',
      'percentage',
      'revenue',
      'revenue_share',
      'avg_recency',
      'avg_frequency',
      'avg_monetary',
      ...(predicted ? ['probability_alive', 'expected_orders_90d', 'expected_value_90d'] : []),
      'top_products',
      'observation',
      'recommendation',
    ],
    ...segments.map(({ prediction, ...segment }) => [
      segment.name,
      segment.count,
      segment.percentage,
      segment.revenue,
      segment.revenue_share,
      segment.avg_recency,
      segment.avg_frequency,
      segment.avg_monetary,
      ...(predicted
        ? [prediction?.probability_alive, prediction?.expected_orders_90d, prediction?.expected_value_90d]
        : []),
      sideText(segment.top_products.map(({ product_name }) => product_name)),
      segment.ai_observation,
      segment.ai_recommendation,
    ]),
  ];
}

function written(cell: Cell): string {
  if (typeof cell !== 'string') return cell === null || cell === undefined ? '' : String(cell);
  const harmless = /^[=+\-@\t\r\n]/.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
