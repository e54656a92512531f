// A report on orders in partitions is the report that one function makes of all of them, byte for byte.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../quality/harness/depth.ts';
import { randomFrom } from '../../../quality/harness/random/random.ts';
import { rfm } from '../../../src/report-types/rfm/rfm.ts';
import { type LiteralOrder, line } from '../../core/orders/literal-orders.ts';
import {
  cuttings,
  expectTheSameReport,
  settings,
  shards,
  sharedSettings,
  storedInShards,
} from '../in-partitions.ts';

it('is byte for byte the report of one function, whatever the orders, the settings and the number of partitions', () => {
  let [customers, empty] = [0, 0];
  fc.assert(
    fc.property(shards, settings, cuttings, (orders, some, cutting) => {
      const { body } = expectTheSameReport(rfm, orders, sharedSettings(some), cutting);
      customers += body.customer_count;
      if (body.metrics === null) empty++;
    }),
    { numRuns: cases(50) },
  );
  expect(customers).toBeGreaterThan(100);
  expect(empty).toBeGreaterThan(5);
});

/** Customers who each come at a rate of their own over a year, and return some of what they bought. */
function shop(customers: number): LiteralOrder[] {
  const random = randomFrom(5);
  return Array.from({ length: 361 }).flatMap((_, day) =>
    Array.from({ length: customers }, (__, c) => c)
      .filter((c) => day === (c * 37) % 200 || (day > (c * 37) % 200 && random() < 0.001 * (1 + (c % 23))))
      .map((c) => ({
        id: `${day}-${c}`,
        customer: `c${c}`,
        date: new Date(Date.UTC(2024, 0, 1 + day, c % 24)).toISOString(),
        lines: [
          line(`Tea ${c % 13}`, 0.1 + (c % 9), 1 + Math.floor(3 * random())),
          line('Cup', 19.99, random() < 0.1 ? -1 : 1),
        ],
      })),
  );
}

it.each([{}, { dateRange: { end: '2024-12-01' } }, { customerScope: 'high_value' } as const])(
  'has the predictions, intervals and the back-test of one function to the last digit: %j',
  (some) => {
    const { body } = expectTheSameReport(rfm, storedInShards(shop(300)), sharedSettings(some), [
      { parts: 1, linesPerFile: 100 },
      { parts: 2, linesPerFile: 1_000 },
      { parts: 7, linesPerFile: 50 },
      { parts: 16, linesPerFile: 10_000 },
    ]);
    expect(body.prediction_model === null).toBe('customerScope' in some);
    expect(body.segments.length).toBeGreaterThan(3);
  },
);

it('is the same however many partitions there are, in whichever sequence they arrive, again and again in one process', () => {
  const random = randomFrom(11);
  const ways = Array.from({ length: 12 }, () => {
    return { parts: 1 + Math.floor(16 * random()), linesPerFile: 200, shuffledBy: random };
  });
  expectTheSameReport(rfm, storedInShards(shop(90)), sharedSettings({}), ways);
});

it('is the same for the 995 customers of the oracle', () => {
  const file = new URL('../../core/rfm/data/rfm-orders.csv.gz', import.meta.url);
  const [, ...rows]: string[][] = parse(gunzipSync(readFileSync(file)));
  const orders = rows.map(
    ([customer = '', day = '', value = ''], row): LiteralOrder => ({
      id: `row-${row}`,
      customer,
      date: day,
      lines: [line('order', Number(value))],
    }),
  );
  const { body } = expectTheSameReport(rfm, storedInShards(orders), sharedSettings({}), {
    parts: 7,
    linesPerFile: 700,
  });
  expect(body.customer_count).toBe(995);
});
