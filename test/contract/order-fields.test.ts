// isPlainOrder and isPlainLine, the fast path of validation: they accept only values that their schemas return
// unchanged, and nearly all of those.
import fc from 'fast-check';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { isPlainLine, isPlainOrder } from '../../src/contract/resources/orders/order-fields.ts';
import { lineItemSchema, orderSchema } from '../../src/contract/resources/orders/order-schema.ts';
import { IS_DEEP } from '../../tools/harness/depth.ts';

/** The schemas without the fast path for plain values. */
const line = v.object(lineItemSchema.entries);
const order = v.object({ ...orderSchema.entries, line_items: v.array(line) });

const text = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 4 }),
  fc.constantFrom(
    '',
    ' ',
    '\u3000',
    '\ud800',
    'x'.repeat(256),
    'x'.repeat(257),
    'é'.repeat(512),
    'x'.repeat(513),
    '😀'.repeat(300),
  ),
);
const other = fc.constantFrom(null, true, '5', [], {}, ['a'], Number.NaN, Number.POSITIVE_INFINITY);
const addOther = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<unknown> =>
  fc.oneof({ weight: 12, arbitrary }, { weight: 1, arbitrary: other });
const number = fc.oneof(
  fc.integer({ min: -5, max: 5 }),
  fc.constantFrom(-0, 0.5, 1e9, -1e9, 1e9 + 1, 1e12, -1e12, 1e12 + 1, 1e300),
);
const key = fc.oneof(
  text,
  fc.constantFrom('__proto__', 'constructor', 'prototype', 'k'.repeat(64), 'k'.repeat(65)),
);
const fields = fc.oneof(
  fc
    .array(fc.tuple(key, addOther(text)), { maxLength: 3 })
    .map((pairs): unknown =>
      JSON.parse(
        `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`).join(',')}}`,
      ),
    ),
  fc
    .integer({ min: 48, max: 52 })
    .map((count) => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']))),
);
const anyLine = addOther(
  fc.record(
    {
      product_name: addOther(text),
      product_sku: addOther(text),
      unit_price: addOther(number),
      quantity: addOther(number),
      custom_fields: addOther(fields),
      price: fc.constant(1),
    },
    { requiredKeys: [], noNullPrototype: true },
  ),
);
const date = fc.constantFrom(
  '2026-03-31',
  '2026-03-31T14:05:00Z',
  '2026-02-30',
  '20260331T140500Z',
  'now',
  '',
);
const anyOrder = addOther(
  fc.record(
    {
      order_id: addOther(text),
      customer_id: addOther(text),
      contact: addOther(text),
      order_date: addOther(date),
      line_items: addOther(fc.array(anyLine, { maxLength: 3 })),
      total: fc.constant(1),
    },
    { requiredKeys: ['order_id', 'line_items'], noNullPrototype: true },
  ),
);

const named = fc.string({ minLength: 1 }).filter((some) => some.trim() !== '');
const usual = fc.record(
  {
    order_id: fc.string({ minLength: 1 }),
    customer_id: named,
    contact: fc.constant('ann@example.com'),
    order_date: fc.constantFrom('2026-03-31', '2026-03-31T14:05:00Z'),
    line_items: fc.array(
      fc.record(
        {
          product_name: named,
          product_sku: named,
          unit_price: fc.double({ min: -1e12, max: 1e12, noNaN: true }),
          quantity: fc.integer({ min: -1e9, max: 1e9 }),
          custom_fields: fc.constant({ channel: 'web', note: 'gift' }),
        },
        { requiredKeys: [], noNullPrototype: true },
      ),
    ),
  },
  { requiredKeys: ['order_id', 'line_items'], noNullPrototype: true },
);

it('accepts as plain only values that the schemas return unchanged', () => {
  fc.assert(
    fc.property(anyLine, anyOrder, (someLine, someOrder) => {
      if (isPlainLine(someLine)) expect(v.parse(line, someLine)).toStrictEqual(someLine);
      if (isPlainOrder(someOrder)) expect(v.parse(order, someOrder)).toStrictEqual(someOrder);
    }),
    { numRuns: IS_DEEP ? 3_000 : 300 },
  );
});

it('accepts usual orders as plain', () => {
  fc.assert(fc.property(usual, (sent) => isPlainOrder(sent)));
});
