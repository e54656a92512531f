// Compares the overview of a cohort report with sums by hand, with reports on the same days, and with counts that know
// nothing of spans.
import { describe, expect, it } from 'vitest';
import { cohortAnalysis } from '../../../src/analysis/report-types/cohort/cohort.ts';
import { compareCohorts } from '../../../src/analysis/report-types/cohort/finish.ts';
import { analyseOrders } from '../../../src/analysis/report-types/partitioned.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { type ReportRequest, resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { createRandom, drawBelow } from '../../../tools/harness/random/random.ts';
import { getSection, readTable } from '../../docs/concepts-page.ts';
import { createLine, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

const DAY = 86_400_000;

function createBody(orders: readonly LiteralOrder[], request: ReportRequest = {}, timeZone = 'UTC') {
  const { settings } = resolveReport({ report_type: 'COHORT', ...request });
  const cohortSettings = cohortDefinition.settings(settings, { ...request.params });
  return analyseOrders(
    cohortAnalysis,
    toColumns(orders, { timeZone, range: settings.dateRange }),
    cohortSettings,
  ).body;
}

function createOverview(orders: readonly LiteralOrder[], timeZone?: string) {
  const { overview } = createBody(orders, {}, timeZone);
  if (overview === null) throw new Error('there is no overview');
  const byRange = new Map(overview.ranges.map((one) => [one.range, one]));
  return { ...overview, byRange };
}

let lastId = 0;
const createOrder = (
  date: string,
  customer: string | undefined,
  lines: readonly (readonly [name: string, price: number, quantity?: number])[],
): LiteralOrder => ({
  id: `o${lastId++}`,
  date,
  ...(customer !== undefined && { customer }),
  lines: lines.map(([name, price, quantity = 1]) => createLine(name, price, quantity)),
});

/** Draws two years of orders, some without a customer, some returns. */
function drawShop(): LiteralOrder[] {
  const random = createRandom(48);
  return Array.from({ length: 1_500 }, (_, at) => {
    const date = new Date(Date.UTC(2024, 1, 29) + Math.floor(random() * 760 * DAY)).toISOString();
    const customer = at % 9 === 0 ? undefined : `c${drawBelow(random, 150)}`;
    const quantity = at % 11 === 0 ? -1 : 1 + drawBelow(random, 3);
    return createOrder(date, customer, [
      [`p${drawBelow(random, 12)}`, 0.1 + drawBelow(random, 900) / 100, quantity],
      ['Postage', 99.95],
    ]);
  });
}

describe('an overview', () => {
  it('sums revenue, orders and customers of the last days, beside those of the days before', () => {
    const { byRange, begins } = createOverview([
      createOrder('2026-03-01', 'ann', [['Tea', 10]]),
      createOrder('2026-03-12', 'ann', [['Tea', 10]]),
      createOrder('2026-03-14', 'bea', [['Mug', 7.5]]),
      createOrder('2026-03-20', 'ann', [
        ['Tea', 10],
        ['Postage', 40],
      ]),
      createOrder('2026-03-20', 'ann', [['Mug', 7.1]]),
      createOrder('2026-03-20', undefined, [['Tea', 0.2]]),
      createOrder('2026-03-21', 'cid', [
        ['Tea', 10, -1],
        ['Mug', 7.1],
      ]),
      createOrder('2026-03-21', 'bea', [['Mug', 7.5, -1]]),
    ]);
    expect(begins).toBe('2026-03-01');
    // The data begin within the last 30 days and within the year.
    expect([...byRange.keys()]).toEqual(['last_7_days', 'all']);
    const week = byRange.get('last_7_days');
    expect(week).toMatchObject({
      ...{ first_day: '2026-03-15', last_day: '2026-03-21' },
      ...{ gross_revenue: 64.4, returns: 17.5, net_revenue: 46.9 },
      // Bea only returned something.
      ...{ orders: 4, customers: 2, returning_customers: 1, average_order_value: 11.725 },
      previous_year: null,
    });
    expect(week?.previous).toMatchObject({
      ...{ first_day: '2026-03-08', last_day: '2026-03-14', net_revenue: 17.5 },
      ...{ orders: 2, customers: 2, returning_customers: 1 },
    });
    expect(week?.top_products).toEqual([
      { product_name: 'Mug', orders: 2, quantity: 1, net_revenue: 6.7 },
      { product_name: 'Tea', orders: 2, quantity: 1, net_revenue: 0.2 },
    ]);
    expect(byRange.get('all')).toMatchObject({
      orders: 7,
      customers: 3,
      returning_customers: 0,
      previous: null,
    });
  });

  it('is as in the worked example of docs/concepts', () => {
    const text = getSection('A worked example: the last seven days');
    const orders = readTable(text, 'customer', 4).map(([customer, date = '', product = '', bought = '']) => {
      const [quantity = 0, price = 0] = bought.split(' × ').map(Number);
      return createOrder(date, customer, [[product, price, quantity]]);
    });
    const week = createOverview(orders).byRange.get('last_7_days');
    const figures = new Map(Object.entries({ ...week }));
    const previous = new Map(Object.entries({ ...week?.previous }));
    const rows = readTable(text, 'figure', 4);
    expect(rows).toHaveLength(5);
    for (const [name = '', now, before] of rows)
      expect([name, Number(now), Number(before)]).toEqual([name, figures.get(name), previous.get(name)]);
    expect(week?.top_products.map(({ net_revenue }) => net_revenue)).toEqual([10, 6.5]);
  });

  it('counts customers as returning only from the day on which those from before the data have come back', () => {
    const orders = Array.from({ length: 30 }, (_, at) => [
      createOrder(new Date(Date.UTC(2026, 0, 1 + 3 * at)).toISOString(), `c${at % 5}`, [['Tea', 1]]),
    ]).flat();
    const { returning_from, byRange } = createOverview(orders);
    // Everybody orders every 15 days.
    expect(returning_from).toBe('2026-01-16');
    expect(byRange.get('last_30_days')?.returning_share).toBe(1);
    expect(byRange.get('all')?.returning_share).toBeNull();
  });

  it('has all days alone, without comparisons, if all orders are of one day or there are two of them', () => {
    for (const orders of [
      [createOrder('2026-02-28', 'ann', [['Tea', 1]])],
      [createOrder('2026-02-27', 'ann', [['Tea', 1]]), createOrder('2026-02-28', 'ann', [['Tea', 1]])],
    ]) {
      const { ranges, days, months } = createOverview(orders);
      expect(ranges.map((one) => [one.range, one.previous, one.previous_year])).toEqual([
        ['all', null, null],
      ]);
      expect(ranges[0]?.returning_share).toBeNull();
      expect(days).toHaveLength(orders.length);
      expect(months.map(({ first_day, complete }) => [first_day, complete])).toEqual([
        [days[0]?.first_day, false],
      ]);
    }
  });

  it('is null for a report that begins on a day, and where no order has a date', () => {
    const orders = [createOrder('2026-02-28', 'ann', [['Tea', 1]])];
    expect(createBody(orders, { filters: { dateRange: { start: '2026-02-01' } } }).overview).toBeNull();
    expect(createBody([{ id: 'o', customer: 'ann', lines: [createLine('Tea')] }]).overview).toBeNull();
  });

  it('has revenue and orders without customers, too', () => {
    const { ranges } = createOverview([createOrder('2026-02-28', undefined, [['Tea', 1.1]])]);
    expect(ranges[0]).toMatchObject({ net_revenue: 1.1, orders: 1, customers: 0, returning_share: null });
  });

  it('dates orders in the time zone of the report', () => {
    const orders = [createOrder('2026-01-31T23:30:00Z', 'ann', [['Tea', 1]])];
    expect(createOverview(orders).months[0]?.first_day).toBe('2026-01-31');
    expect(createOverview(orders, 'Europe/Berlin').months[0]?.first_day).toBe('2026-02-01');
  });

  it('compares with the same days of the year before, 28 February with a leap day', () => {
    const { byRange } = createOverview(drawShop().concat(createOrder('2028-02-29', 'z', [['Tea', 1]])));
    const days = [...byRange.values()].map(({ range, previous_year: of }) => [
      range,
      of?.first_day,
      of?.last_day,
    ]);
    expect(days).toEqual([
      ['last_7_days', '2027-02-22', '2027-02-28'],
      ['last_30_days', '2027-01-30', '2027-02-28'],
      ['last_90_days', '2026-12-01', '2027-02-28'],
      ['this_year', '2027-01-01', '2027-02-28'],
      ['all', undefined, undefined],
    ]);
  });

  it('equals counts of the orders of its days, and the turnover of reports on these days', () => {
    const shop = drawShop();
    const { ranges, days, weeks, months } = createOverview(shop);
    const all = ranges.flatMap(({ top_products: _, previous, previous_year, ...own }) => [
      own,
      previous,
      previous_year,
    ]);
    const compared = [...all, ...days, ...weeks, ...months].filter((one) => one !== null);
    expect(compared.length).toBeGreaterThan(70);
    const firsts = new Map<string, string>();
    const bought = shop.filter(({ lines }) => lines.some(({ quantity }) => quantity > 0));
    const getDay = ({ date = '' }: LiteralOrder): string => date.slice(0, 10);
    for (const order of bought) {
      const { customer = '' } = order;
      const first = firsts.get(customer);
      if (first === undefined || getDay(order) < first) firsts.set(customer, getDay(order));
    }
    for (const found of compared) {
      const { first_day: start, last_day: end } = found;
      const within = bought.filter((order) => start <= getDay(order) && getDay(order) <= end);
      const customers = new Set(within.flatMap(({ customer }) => customer ?? []));
      const returning = [...customers].filter((customer) => (firsts.get(customer) ?? '') < start);
      expect(found).toMatchObject({
        orders: within.length,
        customers: customers.size,
        returning_customers: returning.length,
        net_revenue: createBody(shop, { filters: { dateRange: { start, end } } }).summary.net_revenue,
      });
    }
    const sum = (of: readonly { readonly orders: number }[]) =>
      of.reduce((total, { orders }) => total + orders, 0);
    const ordersIn = new Map(ranges.map(({ range, orders }) => [range, orders]));
    expect([sum(days), sum(weeks)]).toEqual([ordersIn.get('last_30_days'), ordersIn.get('last_90_days')]);
    expect(weeks.map(({ complete }) => complete)).toEqual([false, ...Array(12).fill(true)]);
    expect(ranges[0]?.top_products.map(({ product_name }) => product_name)).not.toContain('Postage');
  });

  it('is compared with the overview of the report before', () => {
    const orders = drawShop();
    const [earlier, later] = [createBody(orders.slice(0, 700)), createBody(orders)];
    const { shop } = compareCohorts(earlier, later);
    expect(shop?.before).toMatchObject({ net_revenue: earlier.summary.net_revenue });
    expect(shop?.after).toMatchObject({ net_revenue: later.summary.net_revenue });
    expect(compareCohorts({ ...earlier, overview: null }, later).shop).toBeNull();
  });
});
