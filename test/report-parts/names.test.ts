import { describe, expect, it } from 'vitest';
import { fill, isolated, listed, ruleText, withIsolated } from '../../report-parts/names.ts';
import { asWritten, asWrittenWith } from '../../report-parts/sentences.ts';

const TEA = 'شاي أخضر 12';
const ISOLATED_TEA = `\u2068${TEA}\u2069`;

describe('a text with places', () => {
  it('has the words for one or for more, with the values that these have', () => {
    const text = '{count|One order|{shown} orders} of {name}{count||s}.';
    expect(fill(text, { count: 1, shown: '1', name: 'tea' })).toBe('One order of tea.');
    expect(fill(text, { count: 1_200, shown: '1,200', name: 'tea' })).toBe('1,200 orders of teas.');
  });

  it('keeps a place without a value, and braces that a value has', () => {
    expect(fill('{a} {b}', { a: '{b}' })).toBe('{b} {b}');
  });
});

describe('a name within other text', () => {
  it('is isolated where it is written from right to left or turns the direction, and nowhere else', () => {
    expect(isolated(TEA)).toBe(ISOLATED_TEA);
    expect(isolated('א-ב (3)')).toBe('\u2068א-ב (3)\u2069');
    expect(isolated('\u202etxt.exe')).toBe('\u2068\u202etxt.exe\u2069');
    for (const plain of ['Tea 12', 'Grüner Tee', '緑茶 12', 'чай', '€1,270.00', ''])
      expect(isolated(plain)).toBe(plain);
  });

  it('cannot end its isolation, nor leave one open', () => {
    expect(isolated('a\u2069b')).toBe('\u2068ab\u2069');
    expect(isolated('a\u2067b')).toBe('\u2068ab\u2069');
    expect(isolated('\u2068a')).toBe('\u2068a\u2069');
  });

  it('keeps the isolation that it has within a list', () => {
    const rule = ruleText({ antecedents: [TEA, 'Milk'], consequents: ['Sugar'] });
    expect(rule).toBe(`${ISOLATED_TEA} + Milk → Sugar`);
    expect(isolated(rule)).toBe(`\u2068${rule}\u2069`);
    expect(isolated(isolated(rule))).toBe(`\u2068\u2068${rule}\u2069\u2069`);
    expect(listed(['A', TEA], ', ')).toBe(`A, ${ISOLATED_TEA}`);
  });

  it('is isolated in the texts that it is filled into', () => {
    expect(fill('{name}: {count}', { name: TEA, count: 12 })).toBe(`${ISOLATED_TEA}: 12`);
    expect(fill('{name}: {count}', { name: 'Tea', count: 12 })).toBe('Tea: 12');
  });

  it('is isolated in a sentence of the service, by its parameters, the longer one of two that begin alike', () => {
    const longer = `${TEA} (كيس)`;
    expect(withIsolated(`Sell ${longer} with ${TEA}: 5.`, [TEA, longer])).toBe(
      `Sell \u2068${longer}\u2069 with ${ISOLATED_TEA}: 5.`,
    );
    expect(
      asWritten(`No basket contains “${TEA}”.`, [
        { code: 'products_unknown', params: { names: [TEA], more: 0 } },
      ]),
    ).toBe(`No basket contains “${ISOLATED_TEA}”.`);
    expect(asWritten(`Sell ${TEA}.`, undefined)).toBe(`Sell ${TEA}.`);
  });
});

it('writes shares, days and amounts of a text as the reader does, and names as they are', () => {
  const figures = { day: () => '9 Dec 2011', money: (amount: number) => `£${amount.toFixed(2)}` };
  const say = asWrittenWith(figures, 'GBP');
  const names = ['Cream 30 %', 'Calendar 2011-12-09', '5 GBP voucher'];
  const coded = [{ code: 'sold', params: { names, until: '2011-12-09' } }];
  expect(say(`${names.join(', ')}: 65.6 % of 8,310,477.05 GBP by 2011-12-09, -7 GBP, 3 USD.`, coded)).toBe(
    'Cream 30 %, Calendar 2011-12-09, 5 GBP voucher: 65.6% of £8310477.05 by 9 Dec 2011, £-7.00, 3 USD.',
  );
  // Nobody knows where its names are.
  expect(say('Cream 30 %: 4 GBP', undefined)).toBe('Cream 30 %: 4 GBP');
});
