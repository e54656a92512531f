// Customers grouped by their first order: their groups, the insights on groups, and no insights on noise.

import { describe, expect, it } from 'vitest';
import { createServiceTest } from '../../../../src/analysis/orders/fee-names.ts';
import { withCohortInsights } from '../../../../src/analysis/report-types/cohort/insights.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import type { CohortSettings } from '../../../../src/contract/report-types/cohort/settings.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { analyseCohorts } from '../../../../tools/harness/analyse.ts';
import {
  createFirstOrderReport,
  listNamedGroups,
} from '../../../../tools/harness/random/first-order-shops.ts';
import { createLine, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const createSettings = (cohort_by: string, more: Partial<CohortSettings> = {}): CohortSettings => {
  const { settings } = resolveReport({ report_type: 'COHORT' });
  return { ...cohortDefinition.settings(settings, { cohort_by }), ...more };
};
/** A report with groups of any size. */
const createReport = (orders: readonly LiteralOrder[], by = 'first_product') => {
  const settings = createSettings(by, { groups: { by, leastCustomers: 1 } });
  const { productLevel, leaveOut } = settings;
  const columns = toColumns(orders, {
    ...(productLevel !== undefined && { productLevel }),
    isService: createServiceTest(leaveOut),
  });
  return withCohortInsights(analyseCohorts(columns, settings).body, settings);
};

const createOrder = (customer: string, date: string, ...lines: LiteralOrder['lines']): LiteralOrder => ({
  ...{ id: `${customer}-${date}-${lines.length}`, customer, date, lines },
});
const createKindLine = (name: string, value: string, price = 5) =>
  createLine(name, price, 1, { customFields: { kind: value } });
/** An order that makes the data begin long before the customers of a test. */
const OLD = createOrder('old', '2024-01-01', createKindLine('Soap', 'care'));
const END = createOrder('end', '2026-12-31', createLine('Postage', 1));

describe('the group of a customer', () => {
  const listGroups = (orders: readonly LiteralOrder[], by?: string) =>
    (createReport([OLD, ...orders, END], by).groups ?? []).map(({ group, customers }) => [group, customers]);

  it('is the product with the highest spend on the first day, without returns and fees', () => {
    expect(
      listGroups([
        createOrder(
          'ann',
          '2026-01-05',
          createLine('Tea', 4, 2),
          createLine('Cup', 7),
          createLine('Postage', 90),
        ),
        createOrder('bea', '2026-01-05', createLine('Tea', 5), createLine('Cup', 7, -9)),
        // Orders of one day count as one: 4 + 4 for tea.
        createOrder('cid', '2026-01-05', createLine('Cup', 6)),
        createOrder('cid', '2026-01-05T18:00:00Z', createLine('Tea', 4), createLine('Tea', 4)),
        createOrder('cid', '2026-02-05', createLine('Cup', 60)),
        createOrder('dan', '2026-01-05', createLine('Cup', 5)),
      ]),
    ).toEqual([
      ['Tea', 3],
      ['Cup', 1],
    ]);
  });

  it('is the first product by name if spends tie, whatever the order of the lines', () => {
    const lines = [createLine('Tea', 5), createLine('Cup', 5), createLine('Milk', 2)];
    for (const each of [lines, lines.toReversed()])
      expect(listGroups([createOrder('ann', '2026-01-05', ...each)])).toEqual([['Cup', 1]]);
  });

  it('is the value of the custom field with the highest spend', () => {
    const orders = [
      createOrder('ann', '2026-01-05', createKindLine('Tea', 'drinks'), createKindLine('Cup', 'ware', 4)),
      createOrder('bea', '2026-01-05', createLine('Pot', 9), createKindLine('Cup', 'ware', 4)),
      createOrder('cid', '2026-01-05', createLine('Pot', 9)),
    ];
    expect(listGroups(orders, 'custom:kind')).toEqual([
      ['drinks', 1],
      ['ware', 1],
    ]);
    // The customer of the last order, and cid.
    expect(createReport([OLD, ...orders, END], 'custom:kind').group_test?.customers_without_goods).toBe(2);
  });

  it('is not reported if the customer may be older than the data', () => {
    expect(listGroups([]).flat()).not.toContain('Soap');
  });
});

describe('the insights on groups', () => {
  it('name a group on noise in at most one of twenty reports', () => {
    const shops = Array.from({ length: 20 }, (_, seed) =>
      createFirstOrderReport(seed, { customers: 800, leastCustomers: 30 }),
    );
    expect(shops.every(({ groups = [] }) => groups.length > 5)).toBe(true);
    expect(shops.filter((body) => listNamedGroups(body).length > 0).length).toBeLessThanOrEqual(1);
  });

  it('name the one group whose customers come back more often, as an association', () => {
    const body = createFirstOrderReport(1, { customers: 1_500, leave: 0.05, leastCustomers: 60 });
    expect(listNamedGroups(body)).toEqual(['Product 3']);
    const { ai_insights } = withCohortInsights(body, createSettings('first_product'));
    expect(ai_insights?.first_orders?.text).toMatch(
      /^How soon customers order again clearly differs by first product \(\d+ groups? of 60 customers or more\)\. Sooner than all others: Product 3 \(.*\)\. This is an association, not a cause/,
    );
  });

  it('state that groups do not clearly differ if they differ by chance', () => {
    const body = createFirstOrderReport(2, { customers: 800, leastCustomers: 30 });
    const { ai_insights } = withCohortInsights(body, createSettings('first_product'));
    expect(ai_insights?.first_orders?.text).toMatch(/does not clearly differ by first product/);
    expect(ai_insights?.first_orders?.text).not.toMatch(/sooner|later|association/);
  });

  it('are absent with a note if no group is large enough, and absent in a report by calendar period', () => {
    const small = createFirstOrderReport(3, { customers: 100, leastCustomers: 1_000 });
    expect(small.groups).toEqual([]);
    expect(small.notes).toContain(
      'No group by first product has 1,000 customers whose first order is in the data.',
    );
    expect(withCohortInsights(small, createSettings('first_product')).ai_insights?.first_orders).toBeNull();
    const calendar = createSettings('quarter');
    const { body } = analyseCohorts(toColumns([OLD, END]), calendar);
    expect(body).toMatchObject({ groups: [], group_test: null });
    expect(body.settings).not.toHaveProperty('cohort_min_customers');
  });

  it('are absent with a note if the scope selects customers by later orders', () => {
    const settings = createSettings('first_product', { customerScope: 'repeat' });
    const { body } = analyseCohorts(
      toColumns([
        OLD,
        createOrder('ann', '2026-01-05', createLine('Tea')),
        createOrder('ann', '2026-01-25', createLine('Tea')),
        END,
      ]),
      settings,
    );
    expect(body).toMatchObject({ groups: [], group_test: null });
    expect(body.notes?.join()).toContain('customers (repeat) were chosen');
  });
});

it('a cohort report without groups refuses a minimum size of groups', () => {
  const { settings } = resolveReport({ report_type: 'COHORT' });
  expect(() => cohortDefinition.settings(settings, { cohort_min_customers: 50 })).toThrow(
    'expected cohort_by first_product or custom:<key> beside it',
  );
});
