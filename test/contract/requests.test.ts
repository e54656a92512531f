// Requests beyond those of the end-to-end tests: null, blank text, arrays in place of objects, numbers as text, lengths
// and unknown fields.
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { createJsonSchema, type JsonSchema } from '../../src/contract/json-schema.ts';
import { chunkMessage } from '../../src/contract/messages/chunk-message.ts';
import { parseRequest } from '../../src/contract/parse.ts';
import { resolveReport } from '../../src/contract/report-types/resolve.ts';
import { parseSubmitOrders, submitOrdersRequest } from '../../src/contract/resources/orders/orders.ts';
import { createReportRequest } from '../../src/contract/resources/reports/reports.ts';
import { isStrictPreferred } from '../../src/http/prefer-wait.ts';

const parseReport = (request: unknown) => parseRequest(createReportRequest, request);

describe('null', () => {
  it.each([
    ['POST /data/orders', submitOrdersRequest],
    ['POST /reports', createReportRequest],
    ['a message of the ingest queue', chunkMessage],
  ])('is accepted in every optional field of %s', (_, schema) => {
    const refusing = listOptionalFields(createJsonSchema(schema, { direction: 'input' }), '');
    expect(refusing.filter(([, isNullable]) => !isNullable)).toEqual([]);
    expect(refusing.length).toBeGreaterThan(4);
  });

  it('leaves the template of a report request unchanged', () => {
    const nothing = { min_support: null, scope: null, customer_scope: null, context: null };
    const asked = {
      template: 'repeat_purchase',
      name: null,
      filters: null,
      dataset_id: null,
      params: nothing,
    };
    expect(resolveReport(parseReport(asked))).toEqual(
      resolveReport(parseReport({ template: 'repeat_purchase' })),
    );
    expect(parseReport(asked).dataset_id).toBe('default');
    expect(
      parseReport({ report_type: 'MBA', filters: { dateRange: { start: null, end: '2026-01-01' } } }).filters,
    ).toEqual({ dateRange: { start: undefined, end: '2026-01-01' }, conditions: undefined });
  });

  it('is refused in a required field', () => {
    expect(() => parseSubmitOrders({ orders: [{ order_id: null, line_items: [] }] })).toThrow(
      'orders[0].order_id: expected a string',
    );
  });
});

describe('blank text', () => {
  const line = { product_name: 'tea', product_sku: 'T' };
  const order = { order_id: '1', customer_id: 'ann', contact: 'ann@example.com', order_date: '2026-03-01' };

  it.each(Object.keys(order).filter((field) => field !== 'order_id'))(
    'counts as omitted in %s of an order, with a warning that counts its rows',
    (field) => {
      for (const strict of [false, true]) {
        for (const blank of ['', ' ', '\t\u00a0\n']) {
          const sent = { ...order, [field]: blank, line_items: [line, { product_name: 'milk' }] };
          const { orders, unknownFields } = parseSubmitOrders({ orders: [sent] }, { strict });
          expect(orders[0]).toEqual({ ...sent, [field]: undefined });
          expect(unknownFields).toEqual({
            warnings: [
              {
                field: `orders[].${field}`,
                rows: 2,
                message: `orders[].${field} is blank and counts as omitted (2 rows).`,
              },
            ],
            more: 0,
          });
        }
      }
    },
  );

  it.each(Object.keys(line))('counts as omitted in %s of a line item, with a warning', (field) => {
    const sent = { ...line, [field]: '' };
    const { orders, unknownFields } = parseSubmitOrders({ orders: [{ ...order, line_items: [sent, line] }] });
    expect(orders[0]?.line_items).toEqual([{ ...line, [field]: undefined }, line]);
    expect(unknownFields?.warnings).toMatchObject([{ field: `orders[].line_items[].${field}`, rows: 1 }]);
  });

  it('counts as omitted in a custom field, with a warning', () => {
    const fields = { channel: 'web', brand: '', size: ' ' };
    const { orders, unknownFields } = parseSubmitOrders({
      orders: [{ ...order, line_items: [{ ...line, custom_fields: fields }, line] }],
    });
    expect(orders[0]?.line_items).toEqual([{ ...line, custom_fields: { channel: 'web' } }, line]);
    expect(unknownFields?.warnings).toEqual(
      ['brand', 'size'].map((name) => ({
        field: `orders[].line_items[].custom_fields.${name}`,
        rows: 1,
        message: `orders[].line_items[].custom_fields.${name} is blank and counts as omitted (1 row).`,
      })),
    );
  });

  it('is refused as an order_id or a number', () => {
    const send = (sent: object) => () =>
      parseSubmitOrders({ orders: [{ ...order, line_items: [], ...sent }] });
    expect(send({ order_id: '' })).toThrow('orders[0].order_id: expected a string of 1 to');
    expect(send({ line_items: [{ ...line, quantity: '' }] })).toThrow('quantity: expected an integer');
  });

  it('counts as omitted in a message of the ingest queue, also in a line item to remove', () => {
    const { orders } = v.parse(chunkMessage, {
      version: 1,
      account_id: 'acc_01M7YN9QHZYR8GXB77DH0YCNR5',
      dataset_id: 'default',
      import_id: '01M7YN9QHZYR8GXB77DH0YCNR5',
      chunk: 0,
      orders: [
        { ...order, customer_id: '', line_items: [], removed: [{ product_name: '', product_sku: 'T' }] },
      ],
    });
    expect([orders[0]?.customer_id, orders[0]?.removed]).toEqual([
      undefined,
      [{ product_name: undefined, product_sku: 'T' }],
    ]);
  });
});

describe('an array', () => {
  const line = { product_name: 'tea' };
  it.each<[string, () => unknown, string]>([
    [
      'custom fields',
      () => parseOrders({ ...line, custom_fields: ['web'] }),
      'custom_fields: expected an object of strings',
    ],
    ['a line item', () => parseOrders([]), 'orders[0].line_items[0]: expected a line item object'],
    ['an order', () => parseSubmitOrders({ orders: [[]] }), 'orders[0]: expected an order object'],
    ['a request', () => parseSubmitOrders([]), 'expected a JSON object'],
    ['params', () => parseReport({ report_type: 'MBA', params: [] }), 'params: expected an object'],
    ['filters', () => parseReport({ report_type: 'MBA', filters: [] }), 'filters: expected an object'],
    [
      'a date range',
      () => parseReport({ report_type: 'MBA', filters: { dateRange: [] } }),
      'filters.dateRange: expected an object with start and end',
    ],
  ])('is refused in place of %s', (_, send, message) => {
    expect(send).toThrow(message);
  });

  function parseOrders(item: unknown) {
    return parseSubmitOrders({ orders: [{ order_id: '1', line_items: [item] }] });
  }
});

describe('a number as text', () => {
  const parseConditionValue = (condition: object) =>
    parseReport({ report_type: 'MBA', filters: { conditions: [condition] } }).filters?.conditions?.[0]?.value;
  it.each([
    [{ field: 'quantity', operator: 'greater_than', value: '2' }, 2],
    [{ field: 'line_item_value', operator: 'between', value: ' 1e-05 ', valueTo: 3 }, 0.00001],
    [{ field: 'custom:size', operator: 'less_than', value: '-.5' }, -0.5],
    [{ field: 'custom:size', operator: 'equals', value: '42' }, '42'],
    [{ field: 'product_name', operator: 'equals', value: '42' }, '42'],
  ])('is parsed only if the condition compares numbers: %j', (condition, value) => {
    expect(parseConditionValue(condition)).toBe(value);
  });

  it.each(['two', '', '0x10', '1e999', '1,5'])('is refused if it is %j', (value) => {
    expect(() => parseConditionValue({ field: 'quantity', operator: 'equals', value })).toThrow(
      'value: expected a number',
    );
  });
});

describe('a length', () => {
  it('counts characters: an emoji is one', () => {
    const context = '😀'.repeat(500);
    expect(parseReport({ report_type: 'MBA', params: { context } }).params?.context).toBe(context);
    expect(() => parseReport({ report_type: 'MBA', params: { context: `${context}😀` } })).toThrow(
      'params.context: expected a string of at most 500 characters, got 501',
    );
  });

  it('is also limited to 900 bytes for an id, because ids are part of table keys', () => {
    const order = (order_id: string) => () => parseSubmitOrders({ orders: [{ order_id, line_items: [] }] });
    expect(order('😀'.repeat(225))).not.toThrow();
    expect(order('😀'.repeat(226))).toThrow('orders[0].order_id: expected at most 900 bytes of UTF-8');
    expect(order('€'.repeat(256))).not.toThrow();
    expect(order('x'.repeat(257))).toThrow('expected a string of 1 to 256 characters, got 257');
  });
});

/** Every property that is not required, by its path, and whether it accepts null. */
function listOptionalFields(schema: JsonSchema, path: string): [path: string, isNullable: boolean][] {
  const inner = [...(schema.anyOf ?? []), ...(schema.allOf ?? [])].filter(isSchema);
  const items = isSchema(schema.items) ? [schema.items] : [];
  return [
    ...Object.entries(schema.properties ?? {})
      .filter((entry): entry is [string, JsonSchema] => isSchema(entry[1]))
      .flatMap(([name, member]): [string, boolean][] => [
        ...(schema.required?.includes(name) === true
          ? []
          : [[`${path}.${name}`, isNullable(member)] satisfies [string, boolean]]),
        ...listOptionalFields(member, `${path}.${name}`),
      ]),
    ...[...inner, ...items].flatMap((each) => listOptionalFields(each, `${path}[]`)),
  ];
}

function isNullable(schema: JsonSchema): boolean {
  const types = [schema.type, ...(schema.anyOf ?? []).map((each) => isSchema(each) && each.type)].flat();
  return types.includes('null');
}

function isSchema(value: unknown): value is JsonSchema {
  return v.is(v.looseObject({}), value);
}

describe('an unknown field', () => {
  const exported = {
    orders: [
      {
        order_id: '1',
        customer: 'ann',
        orderDate: '2026-03-01',
        line_items: [
          { product_name: 'tea', price: 4.5, qty: 2 },
          { product_name: 'milk', price: 1, shade: 'white' },
        ],
      },
      { order_id: '2', quantity: 2, line_items: [] },
    ],
    dataset: 'shop',
  };

  it('is ignored with a warning that counts its rows and suggests a known field', () => {
    const { orders, dataset_id, unknownFields } = parseSubmitOrders(exported);
    expect([orders[0]?.customer_id, orders[0]?.line_items[0]?.unit_price, dataset_id]).toEqual([
      undefined,
      undefined,
      'default',
    ]);
    expect(
      unknownFields?.warnings.map(({ field, rows, did_you_mean }) => [field, rows, did_you_mean]),
    ).toEqual([
      ['orders[].customer', 2, 'orders[].customer_id'],
      ['orders[].orderDate', 2, 'orders[].order_date'],
      ['orders[].line_items[].price', 2, 'orders[].line_items[].unit_price'],
      ['orders[].line_items[].qty', 1, 'orders[].line_items[].quantity'],
      ['orders[].line_items[].shade', 1, undefined],
      ['orders[].quantity', 1, 'orders[].line_items[].quantity'],
      ['dataset', 3, 'dataset_id'],
    ]);
    expect(unknownFields?.warnings[0]?.message).toBe(
      'orders[].customer is not a field of the API and was ignored (2 rows). Did you mean orders[].customer_id?',
    );
  });

  it('is refused with its path if the client prefers strict handling', () => {
    const parseStrictly = (body: unknown) => () => parseSubmitOrders(body, { strict: true });
    expect(parseStrictly(exported)).toThrow(
      'orders[0].customer: unknown field, did you mean orders[].customer_id?',
    );
    const line = { product_name: 'tea', unitPrice: 1 };
    expect(parseStrictly({ orders: [{ order_id: '1', line_items: [line] }] })).toThrow(
      'orders[0].line_items[0].unitPrice: unknown field, did you mean orders[].line_items[].unit_price?',
    );
    expect(
      parseStrictly({ orders: [{ order_id: '1', line_items: [{ product_name: 'tea' }] }] }),
    ).not.toThrow();
  });

  it('has a warning with an excerpt of its name if it is one of the first 20; the others are counted', () => {
    const line = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`${'x'.repeat(99)}${i}`, 1]));
    const order = { order_id: '1', line_items: [line, line], note: '' };
    const { unknownFields } = parseSubmitOrders({ orders: [order, order] });
    expect(unknownFields?.warnings).toHaveLength(20);
    // A field counts once, however many rows have it.
    expect(unknownFields?.more).toBe(11);
    expect(unknownFields?.warnings[1]?.field).toBe(`orders[].line_items[].${'x'.repeat(63)}…`);
  });
});

it.each([
  ['handling=strict', true],
  ['wait=5, handling="strict"', true],
  ['respond-async; handling=lenient', false],
  ['handling=stricter', false],
  [undefined, false],
])('parses the preference %s as strict: %s', (prefer, strict) => {
  expect(isStrictPreferred(prefer)).toBe(strict);
});
