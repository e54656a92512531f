// Compares the reports of twelve shops with frozen ones, from the items of the Orders table to everything that a
// finished report stores, computed by one function and in partitions. UPDATE=1 freezes them again: a changed answer
// shows as a change of reports.json.gz, and the commit states its reason.
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, describe, expect, it, vi } from 'vitest';
import type { Assigned } from '../../src/analysis/effect/assigned.ts';
import { chooseCases } from '../../tools/harness/depth.ts';
import { createOrderItems } from '../service/reports/order-items.ts';
import { createWorkflow, DATASET, type Written } from '../service/reports/workflow-in-memory.ts';
import { SHOPS } from './shops.ts';

const FILE = new URL('reports.json.gz', import.meta.url);
const UPDATES = process.env.UPDATE === '1';

/** The frozen report of a shop and a request: its body with shortened lists, and digests of all stored objects. */
interface Frozen {
  readonly body: unknown;
  readonly others: Readonly<Record<string, string>>;
}

const frozen: Record<string, Frozen> = UPDATES
  ? {}
  : JSON.parse(gunzipSync(readFileSync(FILE)).toString('utf8'));
const quiet = vi.spyOn(console, 'info').mockImplementation(() => undefined);
afterAll(() => {
  quiet.mockRestore();
  if (!UPDATES) return;
  writeFileSync(FILE, gzipSync(JSON.stringify(frozen), { level: 9 }));
});

const createRequests = (minSupport: number) => ({
  baskets: { report_type: 'MBA', params: { min_support: minSupport } },
  'baskets of best customers, with profiles': {
    report_type: 'MBA',
    params: {
      min_support: 2 * minSupport,
      scope: 'customer',
      customer_scope: 'high_value',
      product_profiles: true,
      rules: { max_products: 2 },
    },
  },
  segments: { report_type: 'RFM' },
  cohorts: { report_type: 'COHORT', params: { time_zone: 'Europe/Berlin' } },
  replenishment: { report_type: 'REPLENISHMENT' },
  effect: { report_type: 'EFFECT', params: { audience_id: 'a', since: '2025-06-01', days: 14 } },
});

/** Assigns customers to a campaign; every third one is held out. */
function createAssigned(customers: readonly string[]): Assigned {
  return {
    customers,
    isHeldOut: Uint8Array.from(customers, (_, at) => Number(at % 3 === 0)),
    at: new Float64Array(customers.length).fill(Date.parse('2025-05-20')),
    isMember: Uint8Array.from(customers, (_, at) => Number(at % 5 !== 0)),
  };
}

/** Number of entries that are kept of a longer list. */
const KEPT = 20;

const digest = (bytes: string | Uint8Array): string =>
  createHash('sha256').update(bytes).digest('base64url').slice(0, 16);

function toFrozen(written: Written): Frozen {
  const others: Record<string, string> = {};
  let body: unknown;
  for (const [name, bytes] of written) {
    if (name.startsWith('reports/')) {
      const text = gunzipSync(bytes).toString('utf8');
      body = JSON.parse(text, (_, value) =>
        Array.isArray(value) && value.length > KEPT ? value.slice(0, KEPT) : value,
      );
      others[name] = digest(text);
    } else others[name] = digest(bytes);
  }
  return { body, others };
}

describe.each(SHOPS.map((shop, at) => ({ ...shop, at })))(
  'reports of $name',
  ({ name: shop, orders, minSupport, at }) => {
    const all = orders();
    const customers = [...new Set(all.flatMap(({ customer_id }) => customer_id ?? []))].sort();
    const workflow = createWorkflow(createAssigned(customers));
    workflow.setOrders(createOrderItems(DATASET, all, ({ line_items }) => line_items.length % 10 === 3));

    it.each(
      Object.entries(createRequests(minSupport)).map(([what, request], nth) => ({ what, request, nth })),
    )('returns the frozen report: $what', async ({ what, request, nth }) => {
      // The daily run checks partitions for half of the requests of each shop, and each request for half of the shops.
      const cuts = chooseCases((at + nth) % 2 === 0 ? [3] : [], (at + nth) % 2 === 0 ? [1, 16] : [1, 3, 16]);
      const ways = [undefined, ...cuts.map((parts) => ({ parts, linesPerFile: 5_000 }))];
      for (const way of ways) {
        const found = toFrozen(await workflow.finish('report-1', request, way));
        workflow.forget('report-1');
        const key = `${shop}: ${what}`;
        if (UPDATES && way === undefined) frozen[key] = found;
        expect(found, way === undefined ? 'one function' : `${way.parts} partitions`).toEqual(frozen[key]);
      }
    });
  },
);
