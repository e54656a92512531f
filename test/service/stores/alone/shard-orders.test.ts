// Tests that a shard is read in several stretches, with pages of any size, wherever a function has to stop.

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, GetCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import fc from 'fast-check';
import { expect, it, test } from 'vitest';
import { CodedLines, getLine } from '../../../../src/analysis/orders/coded-lines.ts';
import { createShardOrders } from '../../../../src/service/orders/shard-orders.ts';
import { compareKeys } from '../../../../src/service/orders/shard-pages.ts';

const formatLine = (name: string): string => JSON.stringify([[name, null, 1, 1, 0]]);
const ITEMS = [
  { sk: 'a#0', lines: formatLine('A') },
  { sk: 'b#0' },
  // The id of another order may begin like the parts of this one.
  { sk: 'b#0.#0' },
  { sk: 'b#0.#00', lines: formatLine('B.1') },
  { sk: 'b#0.#01', lines: formatLine('B.2') },
  { sk: 'b#0/#0', lines: formatLine('between') },
  { sk: 'b#00', lines: formatLine('B1') },
  { sk: 'b#01', lines: formatLine('B2') },
  { sk: 'c#0', lines: formatLine('C') },
  { sk: 'd#0' },
  { sk: 'd#00', lines: formatLine('D1') },
  { sk: 'd#01', lines: formatLine('D2') },
];

/** Returns the added orders in two lists, and the number of stretches. */
async function read(pageSize: number, isLate: () => boolean) {
  const db = DynamoDBDocumentClient.from(new DynamoDBClient({ region: 'us-east-1' }));
  mockClient(db)
    .on(GetCommand)
    .resolves({})
    .on(QueryCommand)
    .callsFake(({ ExclusiveStartKey: from, ExpressionAttributeValues: values }) => {
      expect(values).toEqual({ ':pk': 'acc#shop#5' });
      const start = from === undefined ? 0 : ITEMS.findIndex(({ sk }) => sk === from.sk) + 1;
      const Items = ITEMS.slice(start, start + pageSize);
      const last = Items.at(-1);
      const isMore = start + pageSize < ITEMS.length;
      return { Items, ...(isMore && last && { LastEvaluatedKey: { pk: 'acc#shop#5', sk: last.sk } }) };
    });
  const orders = createShardOrders(db, { orders: 'Orders', service: 'Service' });
  const usual: string[] = [];
  const wide: string[] = [];
  const opened: string[] = [];
  const coded = new CodedLines();
  let stretches = 0;
  let after: string | undefined;
  do {
    stretches++;
    after = await orders.read(
      { accountId: 'acc', datasetId: 'shop' },
      5,
      {
        wants: ({ orderId }) => orderId !== 'c',
        lines: coded,
        add({ orderId }, from) {
          const names = Array.from({ length: coded.count - from }, (_, at) => getLine(coded, from + at).name);
          usual.push(`${orderId}: ${names}`);
        },
        open: ({ orderId }) => opened.push(orderId),
        close: ({ orderId }, lines) => wide.push(`${orderId}: ${lines.map(({ name }) => name)}`),
      },
      { after, isLate },
    );
  } while (after !== undefined);
  return { usual, wide, opened, stretches };
}

test('closes an order in parts with all of its lines, in the sequence of the roots', async () => {
  const { usual, wide, opened, stretches } = await read(100, () => true);
  expect(usual).toEqual(['a: A', 'b#0/: between']);
  expect(wide).toEqual(['b: B1,B2', 'b#0.: B.1,B.2', 'd: D1,D2']);
  expect(opened).toEqual(['b', 'b#0.', 'd']);
  expect(stretches).toBe(1);
});

test('continues after a stop at any page without losing or repeating an order', async () => {
  const whole = await read(100, () => false);
  for (const pageSize of [1, 2, 3, 5, 9]) {
    const { stretches, ...orders } = await read(pageSize, () => true);
    expect(orders).toEqual({ usual: whole.usual, wide: whole.wide, opened: whole.opened });
    expect(stretches, `${pageSize} items a page`).toBeGreaterThan(1);
    expect((await read(pageSize, () => false)).stretches).toBe(1);
  }
});

it('compares keys as DynamoDB sorts them, by the bytes of UTF-8', () => {
  const unit = fc.constantFrom(
    'a',
    'b',
    '\ud7ff',
    '\ue000',
    '\uffee',
    '\u{10000}',
    '\u{1f375}',
    '\u{10ffff}',
  );
  const text = fc.string({ unit, maxLength: 4 });
  fc.assert(
    fc.property(text, text, text, (start, a, b) => {
      const [left, right] = [start + a, start + b];
      expect(Math.sign(compareKeys(left, right))).toBe(Buffer.compare(Buffer.from(left), Buffer.from(right)));
    }),
  );
});
