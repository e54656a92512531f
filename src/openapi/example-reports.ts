// The example reports of the document: made by the analytics themselves from a small tea shop, so that they show every
// field as it really comes. Lists are shortened, and figures rounded to six digits to be readable.
import { ruleChanges } from '../core/changes/rule-changes.ts';
import { segmentChanges } from '../core/changes/segment-changes.ts';
import { mineRules } from '../core/mining/mine-rules.ts';
import type { OrderColumns } from '../core/orders/columns.ts';
import { createColumnsBuilder } from '../core/orders/columns-builder.ts';
import type { ReportSettings } from '../core/settings/settings.ts';
import { buildMbaReport } from '../report-types/market-basket/analyse.ts';
import { withMbaInsights } from '../report-types/market-basket/insights.ts';
import { analyseRfm } from '../report-types/rfm/analyse.ts';
import { withRfmInsights } from '../report-types/rfm/insights.ts';
import { TEMPLATES } from '../report-types/templates.ts';
import { EXAMPLE_IDS } from './example-ids.ts';

const CUSTOMERS = 90;
const ORDERS = 400;
const EARLIER = 220;
const DAYS = 89;
const SHOWN_RULES = 2;
const SHOWN_SEGMENTS = 2;
const SHOWN_PRODUCTS = 2;

const PRICES = { Tea: 4.5, Milk: 1.2, Biscuits: 2.4, Teapot: 24.9 } as const;
type Product = keyof typeof PRICES;

/** The same numbers from 0 to 1 at every run: a linear congruential generator. */
function drawFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Milk goes with tea, biscuits with both more and more; few customers come often, and some stop coming half-way. */
function shop(orders: number): OrderColumns {
  const draw = drawFrom(7);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (let n = 0; n < orders; n++) {
    const customer = Math.floor(CUSTOMERS * draw() ** 2);
    const [wish, more, much] = [draw(), draw(), draw()];
    if (customer % 4 === 1 && n > ORDERS / 2) continue;
    const tea = wish < 0.45;
    const chosen: Product[] = [
      ...(tea ? (['Tea'] as const) : []),
      ...(more < (tea ? 0.6 : 0.25) ? (['Milk'] as const) : []),
      ...(much < (tea ? (0.9 * n) / ORDERS : 0.3) ? (['Biscuits'] as const) : []),
      ...(wish > 0.93 ? (['Teapot'] as const) : []),
    ];
    const lines = chosen.map((name) => ({
      name,
      sku: undefined,
      unitPrice: PRICES[name],
      quantity: 1 + Math.floor(3 * much),
      customFields: undefined,
    }));
    if (lines.length === 0) continue;
    const orderDate = Date.UTC(2026, 0, 1 + Math.floor((n * DAYS) / ORDERS), 10);
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
    problem: 'the receiver responded with 503',
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
