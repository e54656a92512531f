// Customers by what their first order was: which group each is in, what is said of the groups, and that nothing is said of noise.

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
import { columnsOf, type LiteralOrder, line } from '../../orders/literal-orders.ts';

const asked = (cohort_by: string, more: Partial<CohortSettings> = {}): CohortSettings => {
  const { settings } = resolveReport({ report_type: 'COHORT' });
  return { ...cohortDefinition.settings(settings, { cohort_by }), ...more };
};
/** Of groups of any size. */
const report = (orders: readonly LiteralOrder[], by = 'first_product') => {
  const settings = asked(by, { groups: { by, leastCustomers: 1 } });
  const { productLevel, leaveOut } = settings;
  const columns = columnsOf(orders, {
    ...(productLevel !== undefined && { productLevel }),
    isService: createServiceTest(leaveOut),
  });
  return withCohortInsights(analyseCohorts(columns, settings).body, settings);
};

const order = (customer: string, date: string, ...lines: LiteralOrder['lines']): LiteralOrder => ({
  ...{ id: `${customer}-${date}-${lines.length}`, customer, date, lines },
});
const kind = (name: string, value: string, price = 5) =>
  line(name, price, 1, { customFields: { kind: value } });
/** The data begin long before the customers that are looked at. */
const OLD = order('old', '2024-01-01', kind('Soap', 'care'));
const END = order('end', '2026-12-31', line('Postage', 1));

describe('the group of a customer', () => {
  const groupsOf = (orders: readonly LiteralOrder[], by?: string) =>
    (report([OLD, ...orders, END], by).groups ?? []).map(({ group, customers }) => [group, customers]);

  it('is the goods of the first day that most was paid for, returns and fees left out', () => {
    expect(
      groupsOf([
        order('ann', '2026-01-05', line('Tea', 4, 2), line('Cup', 7), line('Postage', 90)),
        order('bea', '2026-01-05', line('Tea', 5), line('Cup', 7, -9)),
        // Two orders of one day are one: 4 + 4 for tea.
        order('cid', '2026-01-05', line('Cup', 6)),
        order('cid', '2026-01-05T18:00:00Z', line('Tea', 4), line('Tea', 4)),
        order('cid', '2026-02-05', line('Cup', 60)),
        order('dan', '2026-01-05', line('Cup', 5)),
      ]),
    ).toEqual([
      ['Tea', 3],
      ['Cup', 1],
    ]);
  });

  it('of equal values is the first by name, whatever the sequence of the lines', () => {
    const lines = [line('Tea', 5), line('Cup', 5), line('Milk', 2)];
    for (const each of [lines, lines.toReversed()])
      expect(groupsOf([order('ann', '2026-01-05', ...each)])).toEqual([['Cup', 1]]);
  });

  it('is the value of the custom field that most was paid for', () => {
    const orders = [
      order('ann', '2026-01-05', kind('Tea', 'drinks'), kind('Cup', 'ware', 4)),
      order('bea', '2026-01-05', line('Pot', 9), kind('Cup', 'ware', 4)),
      order('cid', '2026-01-05', line('Pot', 9)),
    ];
    expect(groupsOf(orders, 'custom:kind')).toEqual([
      ['drinks', 1],
      ['ware', 1],
    ]);
    // The one who ends the data, and cid.
    expect(report([OLD, ...orders, END], 'custom:kind').group_test?.customers_without_goods).toBe(2);
  });

  it('is not looked at where the data may begin later than the customer', () => {
    expect(groupsOf([]).flat()).not.toContain('Soap');
  });
});

describe('what a report says of groups', () => {
  it('names no group of noise in more than one report of twenty', () => {
    const shops = Array.from({ length: 20 }, (_, seed) =>
      createFirstOrderReport(seed, { customers: 800, leastCustomers: 30 }),
    );
    expect(shops.every(({ groups = [] }) => groups.length > 5)).toBe(true);
    expect(shops.filter((body) => listNamedGroups(body).length > 0).length).toBeLessThanOrEqual(1);
  });

  it('names the one group whose customers come back more often, as an association', () => {
    const body = createFirstOrderReport(1, { customers: 1_500, leave: 0.05, leastCustomers: 60 });
    expect(listNamedGroups(body)).toEqual(['Product 3']);
    const { ai_insights } = withCohortInsights(body, asked('first_product'));
    expect(ai_insights?.first_orders?.text).toMatch(
      /^How soon customers order again clearly differs by first product \(\d+ groups? of 60 customers or more\)\. They order again sooner than all others after Product 3 \(.*\)\. This is an association, not a cause/,
    );
  });

  it('is that they differ by chance alone, where they do', () => {
    const body = createFirstOrderReport(2, { customers: 800, leastCustomers: 30 });
    const { ai_insights } = withCohortInsights(body, asked('first_product'));
    expect(ai_insights?.first_orders?.text).toMatch(/does not clearly differ by first product/);
    expect(ai_insights?.first_orders?.text).not.toMatch(/sooner|later|association/);
  });

  it('is why there are none, and nothing in a report by a calendar period', () => {
    const small = createFirstOrderReport(3, { customers: 100, leastCustomers: 1_000 });
    expect(small.groups).toEqual([]);
    expect(small.notes).toContain(
      'No group by first product has 1,000 customers whose first order is in the data.',
    );
    expect(withCohortInsights(small, asked('first_product')).ai_insights?.first_orders).toBeNull();
    const calendar = asked('quarter');
    const { body } = analyseCohorts(columnsOf([OLD, END]), calendar);
    expect(body).toMatchObject({ groups: [], group_test: null });
    expect(body.settings).not.toHaveProperty('cohort_min_customers');
  });

  it('is left to a note where the scope selects customers by what they did later', () => {
    const settings = asked('first_product', { customerScope: 'repeat' });
    const { body } = analyseCohorts(
      columnsOf([OLD, order('ann', '2026-01-05', line('Tea')), order('ann', '2026-01-25', line('Tea')), END]),
      settings,
    );
    expect(body).toMatchObject({ groups: [], group_test: null });
    expect(body.notes?.join()).toContain('customers (repeat) were chosen');
  });
});

it('a size of groups is refused in a report without groups', () => {
  const { settings } = resolveReport({ report_type: 'COHORT' });
  expect(() => cohortDefinition.settings(settings, { cohort_min_customers: 50 })).toThrow(
    'expected cohort_by first_product or custom:<key> beside it',
  );
});
