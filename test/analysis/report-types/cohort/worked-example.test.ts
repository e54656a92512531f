// The worked example of docs/concepts/cohorts.md, recomputed: the page says the data and the figures, the code must agree.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { rankTests } from '../../../../src/analysis/chance/fisher.ts';
import { analyseCohorts } from '../../../../src/analysis/report-types/cohort/partitioned.ts';
import { logRank } from '../../../../src/analysis/survival/log-rank.ts';
import { cohortDefinition } from '../../../../src/contract/report-types/cohort/definition.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import { columnsOf, type LiteralOrder, line } from '../../orders/literal-orders.ts';

const page = readFileSync('docs/concepts/cohorts.md', 'utf8');
const sectionOf = (title: string) =>
  page.split(`\n## A worked example: ${title}\n`)[1]?.split(/\n##+ /)[0] ?? '';
const text = sectionOf('cohorts');

/** Rows of the table that begins with these column names. */
function table(...columns: string[]): string[][] {
  return tableIn(text, ...columns);
}

function tableIn(section: string, ...columns: string[]): string[][] {
  const rows = section.split('\n').map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
  const at = rows.findIndex((row) => columns.every((column, each) => row[each] === column));
  const below = rows.slice(at + 2);
  return below.slice(
    0,
    below.findIndex((row) => row.length === 0),
  );
}

const orders = table('customer', 'date', 'bought').map(
  ([customer = '', date = '', bought = ''], at): LiteralOrder => {
    const [quantity, price] = bought.split(' × ').map(Number);
    return { id: `o${at}`, customer, date, lines: [line('product', price, quantity)] };
  },
);
const { settings } = resolveReport({ template: 'cohort_retention' });
const body = analyseCohorts(columnsOf(orders), cohortDefinition.settings(settings, {})).body;

describe('the worked example of cohorts', () => {
  it('has ten orders and the reference date that it says', () => {
    expect(orders).toHaveLength(10);
    expect(text).toContain(`The reference date is ${body.reference_date}`);
    expect(body.cohorts.flatMap(({ periods }) => periods).every(({ complete }) => complete)).toBe(true);
  });

  it('has the cells of each cohort, and their averages', () => {
    const cells = body.cohorts.flatMap(({ cohort, periods }) =>
      periods.map((each) => [
        cohort,
        each.period,
        each.active_customers,
        each.orders,
        each.revenue,
        each.retention,
        each.cumulative_value_per_customer,
      ]),
    );
    const averages = body.average_retention.map((each) => [
      'all',
      each.period,
      each.active_customers,
      '',
      '',
      each.retention,
      each.cumulative_value_per_customer,
    ]);
    expect(table('cohort', 'period')).toEqual([...cells, ...averages].map((row) => row.map(String)));
  });

  it('has the activity by period', () => {
    const found = body.activity?.map(
      ({ name, orders: bought, revenue, new_customers, returning_customers, left_truncated }) =>
        [name, bought, revenue, new_customers, returning_customers, left_truncated].map(String),
    );
    expect(table('name', 'orders').map((row) => row.slice(0, 6))).toEqual(found);
  });

  it('has the curve of the time to the second order', () => {
    const found = body.second_order?.curve.map(({ days, at_risk, second_orders, share, lower, upper }) =>
      [days, at_risk, second_orders, share, lower, upper].map((figure) =>
        figure === null ? '' : String(Number(figure.toFixed(4))),
      ),
    );
    expect(table('days', 'at_risk').map((row) => row.slice(0, 6))).toEqual(found);
  });

  it('has the median and the comparison in its last sentences', () => {
    const compared = body.second_order?.recent_and_older;
    const documented = text.split('\n\n').at(-1)?.replaceAll('\n', ' ') ?? '';
    expect(documented).toContain(`The median is ${body.second_order?.median_days} days`);
    const fixed = (value = 0) => value.toFixed(4);
    expect(documented).toContain(
      `${compared?.older.second_orders} have ordered again, where ${fixed(compared?.older.expected_second_orders)} were expected`,
    );
    expect(documented).toContain(
      `${compared?.recent.second_orders}, where ${fixed(compared?.recent.expected_second_orders)} were`,
    );
    expect(documented).toContain(
      `chi-square ${fixed(compared?.chi_square)}, p = ${fixed(compared?.p_value)}`,
    );
  });
});

describe('the worked example of first orders', () => {
  const section = sectionOf('first orders');
  const rows = tableIn(section, 'first order', 'days', 'ordered again');
  const expected = tableIn(section, 'group', 'second_orders');

  it('has the log-rank test and the q-values of each group', () => {
    expect(rows).toHaveLength(6);
    const followed = expected.map(([group]) => {
      const own = rows.filter(([of]) => of === group);
      return {
        days: Float64Array.from(own, ([, days]) => Number(days)),
        observed: Uint8Array.from(own, ([, , again]) => (again === 'yes' ? 1 : 0)),
      };
    });
    const test = logRank(followed);
    const { qValues } = rankTests(
      Float64Array.from(test?.groups ?? [], ({ pValue }) => pValue),
      2,
    );
    expect(
      test?.groups.map((one, at) => [
        expected[at]?.[0],
        String(one.observed),
        one.expected.toFixed(2),
        one.chiSquare.toFixed(4),
        one.pValue.toFixed(4),
        qValues[at]?.toFixed(4),
      ]),
    ).toEqual(expected);
    expect(test?.pValue).toBeCloseTo(test?.groups[0]?.pValue ?? Number.NaN, 12);
  });
});
