// The example reports of the document: made by the analytics themselves from a small tea shop, so that they show every
// field as it really comes. Lists are shortened, and figures rounded to six digits to be readable.
import { ruleChanges } from '../core/changes/rule-changes.ts';
import { segmentChanges } from '../core/changes/segment-changes.ts';
import { withMbaInsights } from '../core/insights/mba-insights.ts';
import { withRfmInsights } from '../core/insights/rfm-insights.ts';
import { mineRules } from '../core/mining/mine-rules.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import { createColumnsBuilder } from '../core/orders/columns-builder.ts';
import { buildMbaReport } from '../core/reports/mba-report.ts';
import { analyseRfm } from '../core/reports/rfm-report.ts';
import type { ReportSettings } from '../core/reports/settings.ts';
import { TEMPLATES } from '../core/reports/templates.ts';
import { EXAMPLE_IDS } from './example-ids.ts';

const PRODUCTS = [
  { name: 'Tea', unitPrice: 4.5, every: 4 },
  { name: 'Milk', unitPrice: 1.2, every: 5 },
  { name: 'Biscuits', unitPrice: 2.4, every: 3 },
  { name: 'Teapot', unitPrice: 24.9, every: 11 },
] as const;
const CUSTOMERS = 60;
const ORDERS = 260;
const EARLIER = 200;
const SHOWN_RULES = 2;
const SHOWN_SEGMENTS = 2;
const SHOWN_PRODUCTS = 2;

/** Milk goes with tea in most of its orders; half of the customers come often, and half of them stopped coming. */
function shop(orders: number): OrderColumns {
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (let n = 0; n < orders; n++) {
    const often = (n * 7) % CUSTOMERS;
    const customer = n % 3 === 0 ? often : often % 20;
    if (customer % 4 === 1 && n > orders / 2) continue;
    const chosen = PRODUCTS.filter(
      ({ name, every }) => n % every === 0 || (name === 'Milk' && n % 4 === 0 && n % 12 !== 0),
    );
    const lines = chosen.map(({ name, unitPrice }) => ({
      name,
      sku: undefined,
      unitPrice,
      quantity: 1 + (n % 3),
      customFields: undefined,
    }));
    if (lines.length === 0) continue;
    const orderDate = Date.UTC(2026, 0, 1 + Math.floor((n * 89) / ORDERS), 10);
    builder.add({ orderId: String(n), customerId: `c${customer}`, orderDate }, lines);
  }
  return builder.build();
}

function settingsOf(template: 'standard_mba' | 'standard_rfm'): ReportSettings {
  const { reportType, customerScope, scope, businessContext } = TEMPLATES[template];
  return {
    reportType,
    template,
    dateRange: undefined,
    conditions: [],
    customerScope,
    scope,
    productIdentifier: 'name',
    minSupport: 0.05,
    minConfidence: 0.1,
    context: undefined,
    businessContext,
  };
}

function envelope(template: 'standard_mba' | 'standard_rfm', warnings: readonly string[]): object {
  const { name, reportType } = TEMPLATES[template];
  return {
    report_id: EXAMPLE_IDS.report,
    name,
    report_type: reportType,
    dataset_id: 'default',
    status: warnings.length === 0 ? 'Completed' : 'Completed with warnings',
    created_at: '2026-03-31T14:05:00.000Z',
  };
}

const comparedWith = { report_id: EXAMPLE_IDS.earlierReport, created_at: '2026-02-28T14:05:00.000Z' };

export function exampleMbaReport(): object {
  const settings = settingsOf('standard_mba');
  const now = buildMbaReport(shop(ORDERS), settings, mineRules);
  const before = buildMbaReport(shop(EARLIER), settings, mineRules);
  const rules = ruleChanges(before.association_rules, now.association_rules);
  const body = withMbaInsights({ ...now, changes: { compared_with: comparedWith, rules } }, settings);
  return readable({
    ...envelope('standard_mba', body.warnings),
    ...body,
    association_rules: body.association_rules.slice(0, SHOWN_RULES),
    deliveries: exampleDeliveries,
  });
}

export function exampleRfmReport(): object {
  const settings = settingsOf('standard_rfm');
  const now = analyseRfm(shop(ORDERS), settings);
  const before = analyseRfm(shop(EARLIER), settings);
  if (now.members === undefined || before.members === undefined) throw new Error('the shop has no customers');
  const changes = { compared_with: comparedWith, ...segmentChanges(before.members, now.members) };
  const body = withRfmInsights({ ...now.body, changes }, settings);
  return readable({
    ...envelope('standard_rfm', body.warnings),
    ...body,
    segments: body.segments.slice(0, SHOWN_SEGMENTS).map((segment) => ({
      ...segment,
      top_products: segment.top_products.slice(0, SHOWN_PRODUCTS),
    })),
    score_grid: body.score_grid.slice(0, SHOWN_SEGMENTS),
    changes: {
      ...changes,
      migration: changes.migration.slice(0, SHOWN_SEGMENTS),
      segment_growth: changes.segment_growth.slice(0, SHOWN_SEGMENTS),
    },
  });
}

export const exampleDeliveries = [
  {
    attempt: 1,
    trigger: 'schedule',
    at: '2026-03-31T14:05:04.120Z',
    outcome: 'retry',
    response_status: 503,
    problem: 'the receiver answered 503',
    duration_ms: 84,
    next_at: '2026-03-31T14:05:09.204Z',
  },
  {
    attempt: 2,
    trigger: 'schedule',
    at: '2026-03-31T14:05:09.310Z',
    outcome: 'delivered',
    response_status: 204,
    duration_ms: 61,
  },
];

function readable(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) =>
      typeof member === 'number' && !Number.isInteger(member) ? Number(member.toPrecision(6)) : member,
    ),
  );
}
