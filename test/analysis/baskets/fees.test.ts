// Fees and services among products, found by their names and by the products that they sell with.

import { describe, expect, it, test } from 'vitest';
import { buildBaskets } from '../../../src/analysis/baskets/baskets.ts';
import { findFeesAmong } from '../../../src/analysis/baskets/fees.ts';
import { isFeeName } from '../../../src/analysis/orders/fee-names.ts';
import { describeFees } from '../../../src/analysis/report-types/fee-notes.ts';
import { writeEnglish } from '../../../src/contract/sentences/english.ts';
import { analyseMarketBasket } from '../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

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
])('isFeeName accepts “%s”', (name) => {
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
])('isFeeName rejects “%s”', (name) => {
  expect(isFeeName(name)).toBe(false);
});

/** 400 orders, each with two of forty products in turn. `extra`: the name of a third product, by the order's number. */
function createShop(extra: (order: number) => string | undefined): LiteralOrder[] {
  return Array.from({ length: 400 }, (_, n) => {
    const more = extra(n);
    const names = [`Tea ${n % 20}`, `Cup ${(n * 7) % 20}`, ...(more === undefined ? [] : [more])];
    return { id: `${n}`, date: '2024-01-01', lines: names.map((name) => createLine(name, 3)) };
  });
}

const findFees = (orders: readonly LiteralOrder[]): string[] =>
  findFeesAmong(buildBaskets(toColumns(orders), createMbaSettings()).baskets);

describe('findFeesAmong', () => {
  it('finds a product with the name of a fee that sells evenly with all others', () => {
    expect(findFees(createShop((n) => (n % 3 === 0 ? 'Postage' : undefined)))).toEqual(['Postage']);
  });

  it('leaves out a product with the name of a fee that sells with few others only', () => {
    expect(findFees(createShop((n) => (n % 20 < 5 ? 'Postage' : undefined)))).toEqual([]);
  });

  it('leaves out a product with another name that sells evenly with all others', () => {
    expect(findFees(createShop((n) => (n % 3 === 0 ? 'Sugar' : undefined)))).toEqual([]);
  });

  it('decides by the name alone if a product is in too few orders', () => {
    expect(findFees(createShop((n) => (n === 5 ? 'Bank Charges' : undefined)))).toEqual(['Bank Charges']);
  });
});

test('a report lists its fees and adds a note, not a warning, on how to leave them out', () => {
  const body = analyseMarketBasket(
    toColumns(createShop((n) => (n % 3 === 0 ? 'Postage' : undefined))),
    createMbaSettings(),
  ).body;
  expect(body).toMatchObject({ fees_and_services: ['Postage'], warnings: [] });
  expect(body.notes).toEqual([
    'Postage looks like a fee or service by its name. Nothing in how it sells speaks against it. Insights leave it out, figures include it. ' +
      "To leave it out of baskets and rules, too, list it as not goods in the dataset's settings. Then request a report without fees. " +
      'To leave one out of everything, request a report with the condition that the product is not “Postage”.',
  ]);
});

test('describeFees gives a reason for each of several fees', () => {
  expect(
    writeEnglish(describeFees(['DOTCOM POSTAGE', 'Manual', 'Shipping: DHL', 'Bank Charges'], false))[0],
  ).toContain(
    'DOTCOM POSTAGE (name ends in “postage”), Manual (name is “manual”), Shipping: DHL (name begins with “shipping”) ' +
      'and Bank Charges (name ends in “charges”) look like fees or services. ',
  );
});
