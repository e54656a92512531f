// Fees and services among products: by name, and by how they sell.

import { describe, expect, it, test } from 'vitest';
import { buildBaskets } from '../../../src/analysis/baskets/baskets.ts';
import { findFeesAmong } from '../../../src/analysis/baskets/fees.ts';
import { isFeeName } from '../../../src/analysis/orders/fee-names.ts';
import { describeFees } from '../../../src/analysis/report-types/fee-notes.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import { analyseMarketBasket } from '../../../tools/harness/analyse.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../orders/literal-orders.ts';

test.each([
  'POSTAGE',
  'DOTCOM POSTAGE',
  'CARRIAGE',
  'Next Day Carriage',
  'Shipping & handling',
  'Shipping: DHL Express',
  'Delivery charge',
  'Discount',
  'Gift wrap',
  'Gift-wrapping service',
  'Bank Charges',
  'AMAZON FEE',
  'CRUK Commission',
  'SAMPLES',
  'Manual',
  'Versandkosten',
  'Frais de port',
])('%s names a fee or service', (name) => {
  expect(isFeeName(name)).toBe(true);
});

test.each([
  'FRENCH CARRIAGE LANTERN',
  'BLACK BAROQUE CARRIAGE CLOCK',
  'SPACEBOY GIFT WRAP',
  'CURIOUS IMAGES GIFT WRAP SET',
  'POSTAGE STAMP TEA TOWEL',
  'Shipping box, small',
  'Coffee',
  'Sampler of teas',
  'A very long name of goods that ends in delivery',
])('%s does not', (name) => {
  expect(isFeeName(name)).toBe(false);
});

/** 400 orders of two of twenty products, by turns. `extra`: added to the order of this number. */
function shop(extra: (order: number) => string | undefined): LiteralOrder[] {
  return Array.from({ length: 400 }, (_, n) => {
    const more = extra(n);
    const names = [`Tea ${n % 20}`, `Cup ${(n * 7) % 20}`, ...(more === undefined ? [] : [more])];
    return { id: `${n}`, date: '2024-01-01', lines: names.map((name) => line(name, 3)) };
  });
}

const feesOf = (orders: readonly LiteralOrder[]): string[] =>
  findFeesAmong(buildBaskets(columnsOf(orders), settingsOf()).baskets);

describe('how they sell', () => {
  it('with everything alike is how a fee does', () => {
    expect(feesOf(shop((n) => (n % 3 === 0 ? 'Postage' : undefined)))).toEqual(['Postage']);
  });

  it('with few products only is not: the name is then that of goods', () => {
    expect(feesOf(shop((n) => (n % 20 < 5 ? 'Postage' : undefined)))).toEqual([]);
  });

  it('is not asked of goods with another name', () => {
    expect(feesOf(shop((n) => (n % 3 === 0 ? 'Sugar' : undefined)))).toEqual([]);
  });

  it('cannot be seen in too few orders: the name alone decides', () => {
    expect(feesOf(shop((n) => (n === 5 ? 'Bank Charges' : undefined)))).toEqual(['Bank Charges']);
  });
});

test('a report names them with the filter that drops them, and keeps its status', () => {
  const body = analyseMarketBasket(
    columnsOf(shop((n) => (n % 3 === 0 ? 'Postage' : undefined))),
    settingsOf(),
  ).body;
  expect(body).toMatchObject({ fees_and_services: ['Postage'], warnings: [] });
  expect(body.notes).toEqual([
    'Postage looks like a fee or service by its name, not like goods, and nothing in how it sells speaks against it: insights leave it out, figures ' +
      "include it. To leave it out of baskets and rules as well, add it to what is not goods in the dataset's settings, and request a report without fees. " +
      'To leave one out of everything, request a report with the condition that the product is not “Postage”.',
  ]);
});

test('several are named with the reason of each', () => {
  expect(
    writeEnglish(describeFees(['DOTCOM POSTAGE', 'Manual', 'Shipping: DHL', 'Bank Charges'], false))[0],
  ).toContain(
    'DOTCOM POSTAGE (name ends in “postage”), Manual (name is “manual”), Shipping: DHL (name begins with “shipping”) ' +
      'and Bank Charges (name ends in “charges”) look like fees or services by their names, not like goods',
  );
});
