// A report says what changed since the one before it of the same type, dataset and settings.
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { RUN, useTarget } from '../use-target.ts';

const target = useTarget();
const moves = v.object({
  migration: v.array(v.object({ from: v.string(), to: v.string(), customers: v.number() })),
});
const dataset = `changes-${RUN}`;

const order = (id: string, customer: string, day: number, products: string[]) => ({
  order_id: id,
  customer_id: customer,
  order_date: new Date(Date.UTC(2026, 0, day)).toISOString(),
  line_items: products.map((product_name) => ({ product_name, unit_price: 10 })),
});

it('compares with the previous finished report of the same settings only', async () => {
  const { client } = target;
  const mba = (params: object = {}) =>
    client.report({ report_type: 'MBA', dataset_id: dataset, params: { min_support: 0.1, ...params } });
  const rfm = () => client.report({ report_type: 'RFM', dataset_id: dataset });
  await client.push(
    [
      order('1', 'ann', 1, ['tea', 'milk']),
      order('2', 'bob', 2, ['tea', 'milk']),
      order('3', 'cid', 3, ['pen', 'ink']),
      order('4', 'dan', 4, ['cup']),
    ],
    dataset,
  );
  const [firstMba, firstRfm] = [await mba(), await rfm()];
  const nothing = {
    compared_with: null,
    note: expect.stringContaining('nothing to compare'),
    note_coded: [{ code: 'nothing_to_compare', params: {} }],
  };
  expect([firstMba.changes, firstRfm.changes]).toEqual([nothing, nothing]);

  await client.push(
    [
      order('3', 'cid', 3, ['cup']),
      order('5', 'ann', 20, ['tea', 'milk']),
      order('6', 'eve', 21, ['cup', 'pen']),
    ],
    dataset,
  );
  const [otherSettings, secondMba, secondRfm] = [
    await mba({ min_confidence: 0.9 }),
    await mba(),
    await rfm(),
  ];
  expect(otherSettings.changes).toEqual(nothing);
  expect(secondMba.changes).toMatchObject({
    compared_with: { report_id: firstMba.report_id, created_at: firstMba.created_at },
    // Cid's order holds pen, ink and now cup: 4 new rules of two products, 3 of three with one consequent each.
    rules: { counts: { appeared: 7, vanished: 0 } },
  });
  expect(secondRfm.changes).toMatchObject({ compared_with: { report_id: firstRfm.report_id } });
  const { migration } = v.parse(moves, secondRfm.changes);
  expect(migration.reduce((sum, { customers }) => sum + customers, 0)).toBe(5);
  expect(migration.filter(({ from }) => from === 'not in the report')).toMatchObject([{ customers: 1 }]);
  expect(secondRfm.ai_strategic_insights).toMatchObject({ growth: { customers_new: 1, customers_gone: 0 } });
});
