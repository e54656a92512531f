// Online Retail whole: revenue, returns and what is left out, in literal figures. UCI has it under CC BY 4.0; it is too
// large to be carried.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import { beforeAll, describe, expect, test } from 'vitest';
import { IS_DEEP } from '../../quality/harness/depth.ts';
import { mineRules } from '../../src/core/mining/rules/mine-rules.ts';
import { sumOfAmounts } from '../../src/core/money/money-sums.ts';
import type { OrderColumns } from '../../src/core/orders/columns.ts';
import { combineColumns } from '../../src/core/orders/columns-builder.ts';
import { buildMbaReport } from '../../src/report-types/market-basket/analyse.ts';
import type { MbaSettings } from '../../src/report-types/market-basket/settings.ts';
import { buildRfmReport } from '../../src/report-types/rfm/analyse.ts';
import { rfm } from '../../src/report-types/rfm/rfm.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../core/orders/literal-orders.ts';
import { expectTheSameReport, storedInShards } from './in-partitions.ts';
import { cohortsOf, expectCohortsToAddUp, expectSegmentsToAddUp, rfmOf } from './listed-customers.ts';

const FILE = join(import.meta.dirname, '..', '..', '..', 'shared', 'data', 'online-retail.csv.gz');

/** As the API stores it: of rows with one order and product, the last one. `thousandths`: Σ price × quantity. */
function readOnlineRetail(): { orders: LiteralOrder[]; thousandths: bigint } {
  const rows: string[][] = parse(gunzipSync(readFileSync(FILE)), { from_line: 2 });
  const last = new Map(rows.map((row) => [JSON.stringify([row[0], row[2] || `sku ${row[1]}`]), row]));
  const orders = new Map<string, LiteralOrder>();
  let thousandths = 0n;
  for (const [
    id = '',
    sku = '',
    name = '',
    quantity = '',
    date = '',
    price = '',
    customer = '',
  ] of last.values()) {
    const [whole = '', fraction = ''] = price.split('.');
    thousandths += BigInt(whole + fraction.padEnd(3, '0')) * BigInt(quantity);
    const row = line(name, Number(price), Number(quantity), { sku, name: name === '' ? undefined : name });
    const lines = [...(orders.get(id)?.lines ?? []), row];
    orders.set(id, { id, date, lines, ...(customer !== '' && { customer }) });
  }
  return { orders: [...orders.values()], thousandths };
}

describe.skipIf(!existsSync(FILE))('Online Retail', { timeout: 60_000 }, () => {
  let retail: ReturnType<typeof readOnlineRetail>;
  let columns: OrderColumns;

  beforeAll(() => {
    retail = readOnlineRetail();
    columns = columnsOf(retail.orders);
  }, 60_000);

  // A support at which hardly a rule is found: the rules are not what is looked at.
  const mba = (settings: Partial<MbaSettings> = {}, of = columns) =>
    buildMbaReport(of, settingsOf({ minSupport: 0.05, ...settings }), mineRules);

  const turnover = { gross_revenue: 10_564_804.244, returns: 880_986.35, net_revenue: 9_683_817.894 };

  test('net revenue is the sum of the rows, digit by digit, and the same in every report', () => {
    expect(retail.thousandths).toBe(9_683_817_894n);
    expect(mba().summary).toMatchObject({ total_revenue_processed: 10_564_804.244, ...turnover });
    expect(mba({ scope: 'customer' }).summary).toMatchObject({
      total_revenue_processed: 8_846_773.564,
      ...turnover,
    });
    const { metrics, segments } = buildRfmReport(columns, settingsOf());
    expect(metrics).toMatchObject({ revenue: 8_259_741.744, ...turnover });
    expect(metrics?.excluded).toEqual({
      rows_without_customer: 134_431,
      rows_without_date: 0,
      customers_without_purchase: 33,
      net_revenue: 1_424_076.15,
    });
    expect(sumOfAmounts(segments.map(({ revenue }) => revenue))).toBe(8_259_741.744);
  });

  test('the customers that are listed add up to every segment and cohort', () => {
    const segments = rfmOf(columns);
    expect(segments.rows).toHaveLength(4_339);
    expectSegmentsToAddUp(segments);
    expectCohortsToAddUp(cohortsOf(columns));
  });

  test('orders with returns alone are counted in both scopes, with their value', () => {
    expect(mba().notes?.[0]).toBe(
      '5,172 orders hold returns only (-880,986.35). They are not in baskets or revenue; net revenue includes them.',
    );
    expect(mba({ scope: 'customer' }).notes?.slice(0, 2)).toEqual([
      '3,710 orders without a customer were left out, worth 1,434,487.39: one basket per customer was requested.',
      '3,654 orders hold returns only (-597,443.06). They are not in baskets or revenue; net revenue includes them.',
    ]);
  });

  test('counts are of the rows in the date range and the scope', () => {
    const summer = { dateRange: { start: '2011-06-01', end: '2011-08-31' } };
    expect(buildRfmReport(columns, settingsOf(summer)).notes).toContain(
      '28,601 rows without a customer were left out.',
    );
    expect(buildRfmReport(columns, settingsOf({ customerScope: 'new_90d' })).warnings).toEqual([]);
    const december = { dateRange: { start: '2010-12-01', end: '2010-12-31' } };
    const lacking = 'rows have no product name: their products are identified by their SKU.';
    expect(mba().notes).toContain(`1,454 ${lacking}`);
    expect(mba(december).notes).toContain(`125 ${lacking}`);
  });

  test('reports of three shards in another order are the same to the last digit', () => {
    const parts = [2, 0, 1].map((rest) => columnsOf(retail.orders.filter((_, at) => at % 3 === rest)));
    const combined = combineColumns(parts);
    const rules = { minSupport: 0.02 };
    expect(JSON.stringify(mba(rules, combined))).toBe(JSON.stringify(mba(rules)));
    const rfm = (of: OrderColumns) => {
      // The likelihood of the prediction model adds doubles.
      const { segments, ...body } = buildRfmReport(of, settingsOf({ dateRange: { start: '2010-12-01' } }));
      return JSON.stringify([body, segments]);
    };
    expect(rfm(combined)).toBe(rfm(columns));
  });

  // Of one month of these orders in each run: test/reporting/partitions-of-real-orders.test.ts.
  if (IS_DEEP)
    test('in 7 partitions, segments have the same predictions, intervals and back-test', () => {
      const { body } = expectTheSameReport(rfm, storedInShards(retail.orders), settingsOf(), {
        parts: 7,
        linesPerFile: 20_000,
      });
      expect(body.prediction_model?.backtest).toBeTruthy();
    });
});
