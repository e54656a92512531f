// Tests the conversion of cells to values, and compares hand-written checks with Number, parseOrderDate and the schema.
import fc from 'fast-check';
import * as v from 'valibot';
import { describe, expect, test } from 'vitest';
import { RecordError } from '../../../../packages/order-files/problems/errors.ts';
import { printRowProblem } from '../../../../packages/order-files/problems/row-problem-words.ts';
import { findRowProblem, isPlainRow } from '../../../../packages/order-files/rows/check-row.ts';
import { readWholeOrder } from '../../../../packages/order-files/rows/json-whole-orders.ts';
import { readNumber } from '../../../../packages/order-files/values/numbers.ts';
import {
  type DateFormat,
  isPlainIso,
  readOrderDate,
} from '../../../../packages/order-files/values/order-dates.ts';
import { parseOrderDate } from '../../../../src/contract/resources/orders/order-date.ts';
import { orderSchema } from '../../../../src/contract/resources/orders/order-schema.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { CODE_POINT } from '../../../../tools/harness/random/code-points.ts';

const NAMES = { columnOf: (field: string) => field, productColumns: () => [] };

function getSchemaMessage(order: unknown): string {
  const result = v.safeParse(orderSchema, order, { abortEarly: true });
  return result.issues?.[0].message ?? '';
}

describe('readNumber', () => {
  test.each([
    ['2.55', 2.55],
    ['-1', -1],
    ['-0', 0],
    ['+3', 3],
    ['.5', 0.5],
    ['7.', 7],
    ['1e3', 1000],
    ['0.1234567890123456789', 0.12345678901234568],
  ])('reads %s as %s', (cell, expected) => {
    expect(readNumber(cell, 'point')).toBe(expected);
    expect(readNumber(cell.replace('.', ','), 'comma')).toBe(expected);
  });
  test.each([
    '$5',
    '5 €',
    '1,234.00',
    '1,5',
    '0x10',
    'Infinity',
    'NaN',
    '-',
    '.',
    '1.2.3',
    '1 000',
    '',
    '--1',
  ])('returns undefined for %j', (cell) => {
    expect(readNumber(cell, 'point')).toBeUndefined();
  });
  test('returns undefined for a point if the decimal separator is a comma', () => {
    expect(readNumber('1.234,50', 'comma')).toBeUndefined();
    expect(readNumber('1.5', 'comma')).toBeUndefined();
  });
  test('agrees with Number on any decimal number', () => {
    const written = fc
      .tuple(fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n }), fc.nat(18))
      .map(([digits, decimals]) => {
        const text = String(digits < 0n ? -digits : digits).padStart(decimals + 1, '0');
        const at = text.length - decimals;
        return `${digits < 0n ? '-' : ''}${text.slice(0, at)}${decimals > 0 ? '.' : ''}${text.slice(at)}`;
      });
    fc.assert(
      fc.property(written, (text) => {
        expect(readNumber(text, 'point')).toBe(Number(text) + 0);
      }),
      { numRuns: countCases(700) },
    );
  });
});

describe('readOrderDate and isPlainIso', () => {
  test.each<[DateFormat, string, string | undefined]>([
    ['iso', '2026-03-31T14:05:00+02:00', '2026-03-31T14:05:00+02:00'],
    ['iso', '2026-03-31 14:05:00', '2026-03-31 14:05:00'],
    ['iso', '2026-03-31', '2026-03-31'],
    ['iso', '2026-03-31 14:05:00 -0500', '2026-03-31 14:05:00-0500'],
    ['iso', '2026-03-31 14:05:00 UTC', '2026-03-31 14:05:00Z'],
    ['iso', '20260331', '2026-03-31'],
    ['iso', '20260331T140500+0200', '2026-03-31T12:05:00.000Z'],
    ['iso', '2026-02-30', undefined],
    ['iso', '3/31/2026', undefined],
    ['mdy', '12/1/2010 8:26', '2010-12-01T08:26:00Z'],
    ['mdy', '3/31/2026 12:05:09 AM', '2026-03-31T00:05:09Z'],
    ['mdy', '3/31/2026, 2:05 pm', '2026-03-31T14:05:00Z'],
    ['mdy', '31/3/2026', undefined],
    ['mdy', '3/31/26', '2026-03-31T00:00:00Z'],
    ['mdy', '3/31/68', '2068-03-31T00:00:00Z'],
    ['mdy', '3/31/69', '1969-03-31T00:00:00Z'],
    ['mdy', '3/31/2026 13:00 PM', undefined],
    ['dmy', '31/3/2026', '2026-03-31T00:00:00Z'],
    ['dmy', '31.03.2026 14:05', '2026-03-31T14:05:00Z'],
    ['dmy', '30/2/2026', undefined],
    ['epoch-seconds', '1774965900', '2026-03-31T14:05:00.000Z'],
    ['epoch-ms', '1774965900001', '2026-03-31T14:05:00.001Z'],
    ['epoch-ms', '2026', '1970-01-01T00:00:02.026Z'],
    ['epoch-seconds', '2026-03-31', undefined],
    ['epoch-seconds', '999999999999', undefined],
  ])('readOrderDate in format %s reads %s as %s', (format, cell, expected) => {
    expect(readOrderDate(cell, format)).toBe(expected);
  });
  test('isPlainIso accepts no date that the contract rejects', () => {
    const part = fc.integer({ min: 0, max: 99 }).map((number) => String(number).padStart(2, '0'));
    const mark = fc.constantFrom('-', 'T', ' ', ':', 'Z', '/');
    fc.assert(
      fc.property(
        fc.tuple(fc.tuple(part, part, part, part), fc.tuple(part, part, part)),
        fc.tuple(mark, fc.constantFrom('T', ' ', 'x'), fc.constantFrom('', 'Z', 'z', '+')),
        fc.constantFrom(10, 19, 20, 21),
        ([[century, year, month, day], [hour, minute, second]], [between, t, zone], length) => {
          const text =
            `${century}${year}-${month}${between}${day}${t}${hour}:${minute}:${second}${zone}`.slice(
              0,
              length,
            );
          if (isPlainIso(text)) expect(parseOrderDate(text)).toBeDefined();
        },
      ),
      { numRuns: countCases(1_500) },
    );
    expect(isPlainIso('2026-03-28T14:05:00Z')).toBe(true);
  });
});

describe('findRowProblem and isPlainRow', () => {
  const generateText = (max: number) =>
    fc.oneof(
      { weight: 9, arbitrary: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.string({ unit: CODE_POINT, maxLength: 8 }) },
      { weight: 1, arbitrary: fc.constantFrom('', 'x'.repeat(max), 'x'.repeat(max + 1), '\ud800', 'é') },
    );
  const makeOptional = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { nil: undefined });
  const number = fc.oneof(
    fc.integer({ min: -100, max: 100 }),
    fc.integer({ min: -100, max: 100 }),
    fc.double(),
    fc.constantFrom(1e9, 1e9 + 1, -1e9 - 1, 1e12, 1e12 + 1, -1e12 - 1, 0.5, Number.NaN),
  );
  const row = fc.record({
    line: fc.constant(1),
    order_id: generateText(256),
    customer_id: makeOptional(generateText(256)),
    order_date: makeOptional(
      fc.constantFrom('2026-03-31', '2026-03-28T14:05:00Z', '2026-02-30', '', 'today'),
    ),
    item: fc.record({
      product_name: makeOptional(generateText(512)),
      product_sku: makeOptional(generateText(512)),
      unit_price: makeOptional(number),
      quantity: makeOptional(number),
      custom_fields: makeOptional(
        fc.dictionary(generateText(64), generateText(512), { maxKeys: 60, size: 'max' }),
      ),
    }),
  });
  test('accept a row exactly if the contract’s schema accepts the order and the row names a product', () => {
    let right = 0;
    fc.assert(
      fc.property(row, (one) => {
        const { order_id, customer_id, order_date, item } = one;
        const order = { order_id, customer_id, order_date, line_items: [item] };
        const result = v.safeParse(orderSchema, order);
        // A blank name or SKU does not name a product.
        const [read] = result.success ? result.output.line_items : [];
        const isRight = (read?.product_name ?? read?.product_sku) !== undefined;
        const problem = findRowProblem(one, NAMES);
        expect(problem === undefined).toBe(isRight);
        // The message equals the schema’s.
        if (problem !== undefined && !result.success)
          expect(printRowProblem(problem)).toMatch(
            new RegExp(`: ${RegExp.escape(getSchemaMessage(order))}$`),
          );
        if (isPlainRow(one)) expect(result.output).toEqual(order);
        if (isRight) right++;
      }),
      { numRuns: countCases(3_000) },
    );
    expect(right).toBeGreaterThan(100);
  });
  test.each([
    [50, 64, undefined],
    [51, 64, 'custom_fields: expected at most 50 custom fields'],
    [1, 65, `custom_fields.${'0'.padStart(65, 'k')}: expected a string of 1 to 64 characters, got 65`],
  ])('check %i custom fields with names of %i characters and report: %s', (count, nameLength, message) => {
    const names = Array.from({ length: count }, (_, index) => String(index).padStart(nameLength, 'k'));
    const item = { product_name: 'a', custom_fields: Object.fromEntries(names.map((name) => [name, 'v'])) };
    const one = { line: 1, order_id: '1', customer_id: undefined, order_date: undefined, item };
    const problem = findRowProblem(one, NAMES);
    expect(problem && printRowProblem(problem)).toBe(message);
    expect(isPlainRow(one)).toBe(message === undefined);
  });
});

describe('readWholeOrder', () => {
  const junk = fc.constantFrom(
    null,
    7,
    '',
    ' ',
    true,
    [],
    {},
    ['a'],
    { a: 1 },
    { a: '', b: 'c' },
    1e13,
    -0.5,
  );
  const mayBe = <T>(arbitrary: fc.Arbitrary<T>) =>
    fc.oneof({ weight: 19, arbitrary }, { weight: 1, arbitrary: junk });
  const line = fc.record(
    {
      product_name: mayBe(fc.constantFrom('tea', 'oil', 'ale', 'x'.repeat(513), '\ud800')),
      product_sku: mayBe(fc.constant('T-1')),
      unit_price: mayBe(fc.constantFrom(2.5, -1e12)),
      quantity: mayBe(fc.constantFrom(1, -2)),
      custom_fields: mayBe(
        fc.constantFrom(
          { channel: 'web', note: ' ' },
          { a: 'b' },
          { '': 'x' },
          JSON.parse('{"__proto__":"x"}'),
        ),
      ),
    },
    { requiredKeys: ['product_sku'] },
  );
  const order = fc.record(
    {
      order_id: mayBe(fc.constantFrom('1', '2', '漢'.repeat(256), '漢'.repeat(301))),
      customer_id: mayBe(fc.constantFrom('c', 'd', '漢'.repeat(301))),
      order_date: mayBe(fc.constantFrom('2026-03-31', '2026-02-30')),
      line_items: mayBe(fc.array(mayBe(line), { minLength: 1, maxLength: 2 })),
    },
    { requiredKeys: ['order_id', 'line_items'] },
  );
  const read = (record: Readonly<Record<string, unknown>>) => {
    try {
      return readWholeOrder(record, 1);
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      return error.problem;
    }
  };
  test('returns the rows of the contract’s schema, and a problem exactly if it refuses or a product is missing', () => {
    let right = 0;
    let wrong = 0;
    fc.assert(
      fc.property(order, (one) => {
        const { success, output } = v.safeParse(orderSchema, one);
        const lines = success ? output.line_items : [];
        const isRight =
          lines.length > 0 &&
          lines.every(({ product_name, product_sku }) => (product_name ?? product_sku) !== undefined);
        const found = read(one);
        if (success && isRight) {
          const { order_id, customer_id, order_date } = output;
          expect(found).toEqual(lines.map((item) => ({ line: 1, order_id, customer_id, order_date, item })));
          right++;
        } else {
          expect(found).toMatchObject({ code: expect.any(String) });
          wrong++;
        }
        // A line without a product comes before a later line that the schema refuses.
        if (!success && 'code' in found && found.code !== 'no_product')
          expect(printRowProblem(found)).toMatch(new RegExp(`: ${RegExp.escape(getSchemaMessage(one))}$`));
      }),
      { numRuns: countCases(2_000) },
    );
    expect(Math.min(right, wrong)).toBeGreaterThan(100);
  });
});
