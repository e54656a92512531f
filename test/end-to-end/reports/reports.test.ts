// Reports through the API, with figures that a reader can check by hand.
import * as v from 'valibot';
import { beforeAll, describe, expect, it } from 'vitest';
import { mbaReport } from '../../../src/report-types/market-basket/schema.ts';
import { RUN, useTarget } from '../use-target.ts';

const target = useTarget();

describe('reports', () => {
  // Ten baskets: A and B together in four, A alone in two, C in four.
  const baskets = [...Array(4).fill(['A', 'B']), ...Array(2).fill(['A']), ...Array(4).fill(['C'])];
  const dataset = `reports-${RUN}`;
  beforeAll(async () => {
    await target.client.push(
      baskets.map((products: string[], i) => ({
        order_id: String(i),
        customer_id: `c${i % 5}`,
        order_date: `2026-0${1 + (i % 3)}-15`,
        line_items: products.map((product_name) => ({
          product_name,
          product_sku: `sku-${product_name}`,
          unit_price: 10,
          quantity: 1,
        })),
      })),
      dataset,
    );
  });

  it('computes association rules that a reader can check by hand', async () => {
    const report = v.parse(
      mbaReport,
      await target.client.report({ report_type: 'MBA', dataset_id: dataset, name: 'by hand' }),
    );
    expect(report).toMatchObject({ status: 'Completed', name: 'by hand', dataset_id: dataset });
    expect(report.summary).toEqual({
      orders_processed: 10,
      total_revenue_processed: 140,
      gross_revenue: 140,
      returns: 0,
      net_revenue: 140,
      average_order_value: 14,
      average_basket_size: 1.4,
      association_rules_found: 2,
      association_rules_considered: 2,
      // Of two products, each frequent on its own, both rules could have been found, and the pair itself.
      rules_tested: [{ products: 2, share: 0.5, tests: 3 }],
      sets_searched: { min_baskets: 1, max_products: 2, complete: true },
    });
    const rule = report.association_rules.find(({ antecedents }) => antecedents[0] === 'B');
    expect(rule).toMatchObject({
      consequents: ['A'],
      support: 0.4,
      confidence: 1,
      // Ten baskets prove nothing.
      impact_rating: 'Low',
      proven: false,
      impact_analysis: {
        revenue: 80,
        conversion_rate: 1,
        occurrences: 4,
      },
    });
    const { measures, impact_analysis } = rule ?? {};
    const expected = measures?.expected_occurrences ?? Number.NaN;
    // Four baskets have two products, which chance would make A and B 1.6 times, A and C as often, B and C 0.8 times. The model
    // of sizes is fitted by iteration, to four digits; of its result, the body has nine.
    expect(expected).toBeCloseTo(1.6, 3);
    expect(impact_analysis?.incremental_value).toBeCloseTo(40 * (1 - expected / 4), 7);
    expect(rule?.lift).toBeCloseTo(10 / 6, 12);
    expect(report.ai_insights).toMatchObject({ generated_by: 'rules' });
    const { body } = await target.client.get(`/reports/${report.report_id}?lists=false`);
    expect(body).toEqual({ ...report, association_rules: [] });
    const whole = await target.client.get(`/reports/${report.report_id}?lists=true`);
    expect(whole.body).toEqual(report);
    expect(await target.client.get(`/reports/${report.report_id}?lists=no`)).toMatchObject({
      status: 400,
      body: { param: 'lists' },
    });
  });
});
