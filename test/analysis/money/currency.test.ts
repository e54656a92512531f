// Decimals of currencies according to ISO 4217.
import { expect, it } from 'vitest';
import { getCurrencyDecimals, getHalfUnit } from '../../../src/contract/sentences/currency.ts';

it.each([
  ['EUR', 2],
  ['usd', 2],
  ['JPY', 0],
  ['KRW', 0],
  ['KWD', 3],
  ['tnd', 3],
  ['CLF', 4],
  ['CLP', 0],
  // Intl writes these without decimals, but their shops have prices with two.
  ['HUF', 2],
  ['COP', 2],
  [undefined, 2],
  [null, 2],
  ['', 2],
] as const)('%s has %i decimals', (currency, decimals) => {
  expect(getCurrencyDecimals(currency)).toBe(decimals);
});

it('getHalfUnit returns half of the smallest coin', () => {
  expect([getHalfUnit('EUR'), getHalfUnit('JPY'), getHalfUnit('KWD'), getHalfUnit(undefined)]).toEqual([
    0.005, 0.5, 0.0005, 0.005,
  ]);
});

it('getCurrencyDecimals returns three decimals wherever Intl does', () => {
  for (const currency of Intl.supportedValuesOf('currency')) {
    const { maximumFractionDigits } = new Intl.NumberFormat('en', {
      style: 'currency',
      currency,
    }).resolvedOptions();
    if (maximumFractionDigits === 3) expect([currency, getCurrencyDecimals(currency)]).toEqual([currency, 3]);
  }
});
