// Replenishment reports on shops with known rhythms, on shops without rhythms, and on too little data.
import { describe, expect, it } from 'vitest';
import { buildList, createEmptyListed } from '../../../../src/analysis/customer-lists/build-list.ts';
import { replenishmentFinish } from '../../../../src/analysis/report-types/replenishment/finish.ts';
import { replenishmentCustomerRows } from '../../../../src/contract/report-types/replenishment/customer-rows.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { analyseReplenishment } from '../../../../tools/harness/analyse.ts';
import { createLine, type LiteralOrder, sortByOrderId, toColumns } from '../../orders/literal-orders.ts';
import {
  createNoiseShop,
  createRhythmicShop,
  createShop,
  FIRST,
  REFERENCE,
  toDate,
} from './cadence-shops.ts';

const { settings } = resolveReport({ template: 'due_to_reorder' });

function createReport(orders: readonly LiteralOrder[]) {
  const analysis = analyseReplenishment(toColumns(sortByOrderId(orders)), settings);
  const list = buildList(analysis.customers?.() ?? createEmptyListed('REPLENISHMENT'));
  const rows = Array.from({ length: list.head.members }, (_, at) => replenishmentCustomerRows.row(list, at));
  return { body: replenishmentFinish.describe(analysis.body, null, settings), rows };
}

describe('a replenishment report on a shop with known rhythms', () => {
  const { body, rows } = createReport(createRhythmicShop(1));
  const paced = rows.filter(({ due_on }) => due_on !== null);

  it('finds regular buyers and due dates near the true ones', () => {
    expect(body.cadence?.k).toBeGreaterThanOrEqual(8);
    expect(paced.length).toBeGreaterThan(290);
    // The true mean gaps are 28 and 84 days; the medians of gaps this regular are close to them.
    for (const [remainder, gap] of [
      [0, 28],
      [1, 84],
    ] as const) {
      const gaps = paced
        .filter(
          ({ customer_id }) =>
            customer_id !== 'last' && Number(String(customer_id).slice(1)) % 2 === remainder,
        )
        .map(
          ({ due_on, last_purchase }) =>
            (Date.parse(String(due_on)) - Date.parse(String(last_purchase))) / 86_400_000,
        )
        .sort((a, b) => a - b);
      expect(gaps[Math.floor(gaps.length / 2)]).toBeGreaterThan(0.88 * gap);
      expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(1.12 * gap);
    }
  });

  it('names customers who order more often than all, with probabilities near the observed shares', () => {
    const { rules, customers, ordered, calibration } = body.cadence?.backtest ?? expect.fail('no back-test');
    const [model] = rules;
    expect(model?.better_than_all).toBe(true);
    expect(model?.share).toBeGreaterThan(ordered / customers + 0.1);
    for (const { predicted, actual } of calibration) expect(Math.abs(predicted - actual)).toBeLessThan(0.12);
  });

  it('counts every customer in one stage, and in the week of the due date', () => {
    const { summary } = body;
    const { overdue, due_this_week, due_this_month, later, rhythm_broken, too_few_orders } = summary;
    expect(overdue + due_this_week + due_this_month + later + rhythm_broken + too_few_orders).toBe(
      summary.customers,
    );
    const countDueIn = (from: number, to: number) =>
      rows.filter(({ days_until_due: days }) => typeof days === 'number' && days >= from && days <= to)
        .length;
    expect(due_this_week).toBe(countDueIn(1, 7));
    expect(due_this_month).toBe(countDueIn(8, 30));
    expect(body.weeks.map(({ customers }) => customers)).toEqual(
      body.weeks.map((_, week) => countDueIn(7 * week + 1, 7 * week + 7)),
    );
    const priorities = paced.map(({ priority }) => Number(priority)).sort((a, b) => a - b);
    expect(priorities).toEqual(paced.map((_, at) => at + 1));
  });

  it('expects about as many orders as the rhythms imply', () => {
    const [, month] = body.expected;
    const truth = 30 * (150 / 28 + 150 / 84);
    expect(month?.orders_interval.low).toBeLessThan(truth);
    expect(month?.orders_interval.high).toBeGreaterThan(truth);
    expect(month?.orders).toBeGreaterThan(0.8 * truth);
    expect(month?.orders).toBeLessThan(1.2 * truth);
  });

  it('states how due dates of products performed on past dates', () => {
    const { rules, cut_dates, dates_by } = body.product_dates ?? expect.fail('nothing tried');
    expect(cut_dates).toHaveLength(6);
    expect(rules.find(({ rule }) => rule === dates_by)?.better_than_all).toBe(true);
    expect(body.ai_insights?.due_products?.text).toMatch(
      /On 6 past dates, each rule for products named [\d,]+ purchases\./,
    );
  });

  it('names the product that a customer is due to buy, with its own due date', () => {
    const withProduct = rows.filter(({ product_1 }) => product_1 !== null);
    expect(withProduct.length).toBeGreaterThan(100);
    for (const { customer_id, product_1, product_1_due_on, product_2 } of withProduct) {
      if (customer_id !== 'last')
        expect(product_1).toBe(['Coffee', 'Tea', 'Cake'][Number(String(customer_id).slice(1)) % 3]);
      expect(Date.parse(String(product_1_due_on))).toBeLessThanOrEqual((REFERENCE + 30) * 86_400_000);
      expect(product_2).toBeNull();
    }
    expect(body.products.map(({ product, usual_quantity }) => [product, usual_quantity]).sort()).toEqual([
      ['Cake', 3],
      ['Coffee', 1],
      ['Tea', 2],
    ]);
  });
});

it('a report whose back-test rejects dates of products has none, and counts nobody as due for one', () => {
  const reports = [1, 2, 3, 4, 5, 6].map((seed) => createReport(createNoiseShop(seed, 200)));
  const rejected = reports.filter(({ body }) =>
    body.notes_coded?.some(({ code }) => code === 'product_dates_by_no_rule'),
  );
  expect(rejected.length).toBeGreaterThan(0);
  for (const { body: noise, rows: listed } of rejected) {
    expect(listed.filter(({ product_1 }) => product_1 !== null)).toEqual([]);
    expect(noise.products.filter(({ customers_due }) => customers_due > 0)).toEqual([]);
  }
});

describe('customers with a broken rhythm', () => {
  it('include at least 27 of the 30 who stopped, and at most 2 others', () => {
    const hasStopped = (c: number) => c % 10 === 0;
    const { rows, body } = createReport(
      createShop({
        seed: 5,
        customers: 300,
        k: 12,
        gap: () => 30,
        silent: (c) => (hasStopped(c) ? 200 : 360),
      }),
    );
    const broken = rows
      .filter(({ stage }) => stage === 'rhythm_broken')
      .map(({ customer_id }) => String(customer_id));
    const right = broken.filter((id) => hasStopped(Number(id.slice(1))));
    expect(right.length).toBeGreaterThanOrEqual(27);
    expect(broken.length - right.length).toBeLessThanOrEqual(2);
    expect(body.ai_insights?.rhythm_broken?.text).toMatch(
      /^\d+ customers have stayed away for more than twice .* on 11 past dates, 0\.0 % of \d+ such waits ended in an order\./,
    );
  });

  it('are found in at most 3 of 20 shops whose customers come by chance', () => {
    const broken = Array.from(
      { length: 20 },
      (_, seed) => createReport(createNoiseShop(seed + 100, 150)).body.summary.rhythm_broken,
    );
    expect(broken.filter((count) => count > 0).length).toBeLessThanOrEqual(3);
  });
});

describe('a replenishment report without clear rhythms', () => {
  it('names due customers in at most 2 of 12 shops whose customers are alike and come by chance', () => {
    const bodies = Array.from({ length: 12 }, (_, seed) => createReport(createNoiseShop(seed)).body);
    const insights = bodies.map(({ ai_insights }) => ai_insights);
    const claimed = insights.filter((said) => said?.due !== null);
    expect(claimed.length).toBeLessThanOrEqual(2);
    const silent = insights.find((said) => said?.due === null);
    expect(silent?.summary).toMatch(/^The orders do not show when 301 customers will order again\.$/);
    const better = bodies.filter(({ product_dates }) =>
      product_dates?.rules.some(({ better_than_all }) => better_than_all),
    );
    expect(better.length).toBeLessThanOrEqual(1);
    expect(
      bodies.filter(({ notes }) => notes?.join().includes('dates of products are left out')).length,
    ).toBe(bodies.length - better.length);
    // Due dates of products depend on the same paces.
    for (const said of insights) if (said?.due === null) expect(said.due_products).toBeNull();
  });

  it('does not rate due dates of products if few customers have bought one again', () => {
    const orders = createRhythmicShop(1).map((order) => ({
      ...order,
      lines: [createLine(Number(order.customer?.slice(1)) < 40 ? 'Tea' : `Once ${order.id}`, 5)],
    }));
    const { body } = createReport(orders);
    expect(body.product_dates).toBeNull();
    expect(body.ai_insights?.due_products?.text).toContain('Too few of these dates lie in the past');
  });

  it('states that naming some customers is no better than naming all if everybody orders in time', () => {
    const { body } = createReport(createShop({ seed: 3, customers: 80, k: 200, gap: () => 15 }));
    expect(body.ai_insights?.due).toBeNull();
    expect(body.ai_insights?.summary).toBe(
      'On past dates, 100.0 % of the customers ordered within 30 days: naming some of them does no better than naming all.',
    );
  });

  it.each([
    ['one customer', [0, 30, 60].map((day) => ['a', day] as const)],
    ['two orders', [0, 90].map((day) => ['a', day] as const)],
    ['two customers', (['a', 'b'] as const).map((id) => [id, 0] as const)],
  ])('names no due date and no due product for %s', (_, visits) => {
    const { body, rows } = createReport(
      visits.map(([customer, day], at) => ({
        ...{ id: String(at), customer, date: toDate(FIRST + day) },
        lines: [createLine('Tea', 5)],
      })),
    );
    expect(body).toMatchObject({ cadence: null, expected: [], weeks: [] });
    expect(body.notes?.join()).toContain('Due dates need 50 customers');
    expect(body.products).toMatchObject([
      { product: 'Tea', too_few_repeats: true, customers_due: 0, median_days: null },
    ]);
    expect(body.ai_insights).toMatchObject({
      due: null,
      due_products: null,
      rhythm_broken: null,
      tried: null,
    });
    for (const row of rows)
      expect(row).toMatchObject({ stage: 'too_few_orders', due_on: null, priority: null, product_1: null });
  });

  it('omits all figures that need whole histories if the date range has a start', () => {
    const { settings: since } = resolveReport({
      template: 'due_to_reorder',
      filters: { dateRange: { start: toDate(FIRST + 30) } },
    });
    const { body } = analyseReplenishment(toColumns(sortByOrderId(createRhythmicShop(2))), since);
    expect(body).toMatchObject({ cadence: null, products: [], weeks: [] });
    expect(body.notes?.join()).toContain('whole histories');
  });

  it('has a body with a warning if there are no orders', () => {
    const { body } = createReport([]);
    expect(body.summary.customers).toBe(0);
    expect(body.warnings).toEqual(['No order with a customer and a date matched: nobody is due.']);
  });
});
