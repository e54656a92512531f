// The example reports of the document: made by the analytics themselves from a small tea shop, so that they show every
// field as it really comes. Lists are shortened, and figures rounded to six digits to be readable.

import * as v from 'valibot';
import type { Assigned } from '../../analysis/effect/assigned.ts';
import type { OrderColumns } from '../../analysis/orders/columns.ts';
import { createColumnsBuilder } from '../../analysis/orders/columns-builder.ts';
import { findBlock, findProfile, readIndex } from '../../analysis/product-profiles/profile-file.ts';
import { computeProfileShares } from '../../analysis/product-profiles/profile-shares.ts';
import {
  getAnalysis,
  getFinish,
  type ReportAnalysis,
  type StoredReport,
} from '../../analysis/report-types/analyses.ts';
import { assembleReport } from '../../analysis/report-types/assemble.ts';
import { analyseOrders } from '../../analysis/report-types/partitioned.ts';
import { mbaReport } from '../../contract/report-types/market-basket/schema.ts';
import {
  getDefinition,
  type ReportType,
  TEMPLATE_NAMES,
  TEMPLATES,
} from '../../contract/report-types/report-types.ts';
import { resolveReport } from '../../contract/report-types/resolve.ts';
import type { ReportSource } from '../../contract/schema/report-source.ts';
import { say } from '../../contract/sentences/sentence.ts';
import { explainUndelivered } from '../../contract/sentences/undelivered-because.ts';

/** A file of which some orders do not count. */
const SOURCE: ReportSource = {
  import_id: '01M7YN8Z3K5T9XQ2W4R6V8BCDE',
  created_at: '2026-04-01T09:55:00.000Z',
  source_summary: {
    rows_read: 652,
    orders: 310,
    customers: 190,
    guest_orders: 4,
    currency: 'EUR',
    gross: 15_880,
    discounts: 156.07,
    refunds: 40,
    taxes: 2_510,
    net: 15_683.93,
    first_date: '2026-01-02',
    last_date: '2026-03-31',
    left_out: [{ reason: 'cancelled', currency: 'EUR', rows: 12, orders: 7, amount: 310.5 }],
    statuses: [{ status: 'Completed', rows: 640, paid: true }],
    bad_rows: 0,
    other_records: 0,
    tips: 0,
  },
};

const CUSTOMERS = 90;
const ORDERS = 1_200;
const EARLIER = 1_066;
const DAYS = 269;
/** Entries of a list. */
const SHOWN = 2;
/** This support leaves few rules in the small shop. */
const EXAMPLE_PARAMS = { min_support: 0.05, product_profiles: true, leave_out: 'not_goods' };
/** Two weeks before the end. */
const EXAMPLE_CAMPAIGN = { audience_id: '01M7YQ9C8F2H4K6M8P0R2T4V6X', since: '2026-03-16', days: 30 };

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
function createShop(orders: number): OrderColumns {
  const draw = drawFrom(7);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  for (let n = 0; n < orders; n++) {
    const customer = Math.floor(CUSTOMERS * draw() ** 2);
    const [wish, more, much] = [draw(), draw(), draw()];
    if (customer % 4 === 1 && n > ORDERS / 2) continue;
    const hasTea = wish < 0.45;
    const chosen: Product[] = [
      ...(hasTea ? (['Tea'] as const) : []),
      ...(more < (hasTea ? 0.6 : 0.25) ? (['Milk'] as const) : []),
      ...(much < (hasTea ? (0.9 * n) / ORDERS : 0.3) ? (['Biscuits'] as const) : []),
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
    const orderDate = Date.UTC(2025, 6, 4 + Math.floor((n * DAYS) / ORDERS), 10);
    builder.add({ orderId: String(n), customerId: `c${customer}`, orderDate }, lines);
  }
  return builder.build();
}

/** Every other customer is held out. */
const ASSIGNED: Assigned = {
  customers: Array.from({ length: CUSTOMERS }, (_, n) => `c${n}`),
  isHeldOut: Uint8Array.from({ length: CUSTOMERS }, (_, n) => n % 2),
  at: new Float64Array(CUSTOMERS).fill(Date.UTC(2026, 2, 15)),
  isMember: new Uint8Array(CUSTOMERS).fill(1),
};

const EXAMPLE_CURRENCY = 'EUR';

const comparedWith = {
  report_id: '01M5JD2VKAP3N8W6Y4T2R0QSZX',
  created_at: '2026-02-28T14:05:00.000Z',
  reference_date: '2026-02-27',
};

/** Creates an example report with the type's first template. */
export async function createExampleReport(type: ReportType): Promise<object> {
  const template = TEMPLATE_NAMES.find((name) => TEMPLATES[name].reportType === type);
  const params = { ...EXAMPLE_PARAMS, ...(getDefinition(type).ofAudience && EXAMPLE_CAMPAIGN) };
  const { name, settings } = resolveReport({ template, params }, EXAMPLE_CURRENCY);
  const analysis = getAnalysis(type);
  const earlier = analyseOrders(analysis, createShop(EARLIER), settings, { assigned: ASSIGNED });
  const later = analyseOrders(analysis, createShop(ORDERS), settings, { assigned: ASSIGNED });
  const changes = await getFinish(type).compare(comparedWith, holdReport(earlier), holdReport(later));
  if (changes === undefined) throw new Error(`${type}: the example reports cannot be compared`);
  const header = {
    report_id: '01M7YN9QHZYR8GXB77DH0YCNR5',
    name,
    report_type: type,
    dataset_id: 'default',
    created_at: '2026-03-31T14:05:00.000Z',
    currency: EXAMPLE_CURRENCY,
    rates_source: 'ECB euro reference rates',
    sources: [SOURCE],
  };
  const report = await assembleReport({ header, settings, computed: later.body, changes });
  return shortenExample({ ...report, deliveries: exampleDeliveries });
}

const rulesOf = v.pick(mbaReport, ['association_rules', 'summary']);

/** The page of one rule that a list of the example report begins with. */
export async function createExampleRules(): Promise<object> {
  const { association_rules, summary } = v.parse(rulesOf, await createExampleReport('MBA'));
  return {
    rules: association_rules.slice(0, 1),
    rules_found: summary.association_rules_found,
    rules_kept: summary.association_rules_found,
    rules_matched: SHOWN,
    currency: 'EUR',
    next_cursor: EXAMPLE_CURSOR,
    has_more: true,
  };
}

export function createExampleProfile(): object {
  const { reportType, settings } = resolveReport({
    template: 'standard_mba',
    params: EXAMPLE_PARAMS,
  });
  const { profileFile } = analyseOrders(getAnalysis(reportType), createShop(ORDERS), settings);
  const file = Buffer.concat([...(profileFile?.() ?? [])]);
  const index = readIndex(file);
  const profile = findProfile(file.subarray(...findBlock(index, 'Tea')), 'Tea');
  if (profile === undefined) throw new Error('the example shop sells no tea');
  return shortenExample(computeProfileShares(profile, index));
}

/** Opaque, of a usual length. */
const EXAMPLE_CURSOR = 'MS5LM2JyWV9PNE5hZlY2dVRk';

function holdReport({ body, companion }: ReportAnalysis): StoredReport {
  return { body: async () => body, companion: async () => companion };
}

const exampleDeliveries = [
  {
    attempt: 1,
    trigger: 'schedule',
    at: '2026-03-31T14:05:04.120Z',
    outcome: 'retry',
    response_status: 503,
    ...explainUndelivered(say('receiver_responded', { status: 503 })),
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

/** Lists of objects are shortened, and figures rounded. */
function shortenExample(value: object): object {
  return JSON.parse(
    JSON.stringify(value, (_, member: unknown) => {
      if (typeof member === 'number' && !Number.isInteger(member)) return Number(member.toPrecision(6));
      if (Array.isArray(member) && typeof member[0] === 'object') return member.slice(0, SHOWN);
      return member;
    }),
  );
}
