// The report's headline figures and what it was asked for, as label and value: the same words on every page.
import { amount, percent, whole } from '../../src/core/insights/wording.ts';
import type { MbaDetail, ReportDetail, RfmDetail } from './report-detail.ts';

export type Fact = readonly [label: string, value: string];

export function summaryFacts({ summary }: MbaDetail): Fact[] {
  return [
    ['Baskets', whole(summary.orders_processed)],
    ['Revenue', amount(summary.total_revenue_processed)],
    ['Average order value', amount(summary.average_order_value)],
    ['Products per basket', summary.average_basket_size.toFixed(1)],
    ['Rules found', whole(summary.association_rules_found)],
  ];
}

export function metricFacts({ customer_count, metrics }: RfmDetail): Fact[] {
  return [
    ['Customers', whole(customer_count)],
    ...fact('Orders', metrics?.orders, whole),
    ...fact('Revenue', metrics?.revenue, amount),
    ...fact('Average order value', metrics?.average_order_value, amount),
    ...fact('Orders per customer', metrics?.mean_frequency, (value) => value.toFixed(2)),
    ...fact('Spent per customer', metrics?.mean_monetary, amount),
    ...fact('Median days since last order', metrics?.median_recency, days),
    ...fact('Median days between orders', metrics?.median_days_between_orders, days),
    ...fact('Ordered more than once', metrics?.repeat_rate, percent),
    ...fact('Revenue from the top fifth', metrics?.top20_revenue_share, percent),
  ];
}

function days(value: number): string {
  return value.toLocaleString('en-US', { maximumFractionDigits: 1 });
}

export function settingFacts({ settings, reference_date }: ReportDetail): Fact[] {
  const range = settings?.filters?.dateRange;
  const conditions = settings?.filters?.conditions ?? [];
  return [
    ...fact('Reference date', reference_date, String),
    ...fact('Template', settings?.template, String),
    ...fact('Customers', settings?.customer_scope, (scope) => scope.replaceAll('_', ' ')),
    ...fact('Dates', range, ({ start, end }) => `${start ?? 'the beginning'} to ${end ?? 'the end'}`),
    ...conditions.map(
      ({ field, operator, value, valueTo }): Fact => [
        'Only rows where',
        `${field} ${operator.replaceAll('_', ' ')} ${value}${typeof valueTo === 'number' ? ` and ${valueTo}` : ''}`,
      ],
    ),
    ...fact('One basket per', settings?.scope, String),
    ...fact('Products by', settings?.product_identifier, String),
    ...fact('Minimum support', settings?.min_support, String),
    ...fact('Minimum confidence', settings?.min_confidence, String),
  ];
}

function fact<T>(label: string, value: T | null | undefined, write: (value: T) => string): Fact[] {
  return value === null || value === undefined ? [] : [[label, write(value)]];
}

/** One line: kind, id, dataset, time, status. */
export function provenance({ report_type, report_id, dataset_id, created_at, status }: ReportDetail): string {
  return `${report_type} report ${report_id} · dataset ${dataset_id} · ${instant(created_at)} · ${status}`;
}

/** `2026-01-02T03:04:05.678Z` as `2026-01-02 03:04 UTC`. */
export function instant(timestamp: string): string {
  return `${timestamp.slice(0, 10)} ${timestamp.slice(11, 16)} UTC`;
}
