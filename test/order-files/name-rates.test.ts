// Converted prices name their rates in the dataset, and keep its other settings.
import { expect, test } from 'vitest';
import { nameRates, type SettingsAccess } from '../../order-files/values/name-rates.ts';

type Settings = Awaited<ReturnType<SettingsAccess['read']>>;
type Changes = Parameters<SettingsAccess['change']>[0];

function datasetOf(settings: Settings) {
  const changes: Changes[] = [];
  const access: SettingsAccess = {
    read: async () => settings,
    change: async (changed) => changes.push(changed),
  };
  return { access, changes };
}

test('a dataset without settings gets the source and the currency that prices were converted to', async () => {
  const { access, changes } = datasetOf({});
  await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
  expect(changes).toEqual([{ currency: 'EUR', rates_source: 'rates.csv' }]);
});

test('other settings and earlier sources are kept, each source once', async () => {
  const settings = {
    currency: 'EUR',
    rates_source: 'ECB; bank.csv',
  };
  for (const [source, rates_source] of [
    ['bank.csv', 'ECB; bank.csv'],
    ['rates.csv', 'ECB; bank.csv; rates.csv'],
  ] as const) {
    const { access, changes } = datasetOf(settings);
    await nameRates(access, { source, currency: 'EUR' });
    expect(changes).toEqual([{ rates_source }]);
  }
});

test('more sources than the dataset has room for end in an ellipsis', async () => {
  const { access, changes } = datasetOf({ rates_source: 'x'.repeat(195) });
  await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
  expect(changes[0]?.rates_source).toBe(`${'x'.repeat(195)}; ra…`);
});

test('a dataset in another currency keeps it, and the difference is returned', async () => {
  const { access, changes } = datasetOf({ currency: 'USD' });
  expect(await nameRates(access, { source: 'rates.csv', currency: 'EUR' })).toEqual({
    dataset: 'USD',
    prices: 'EUR',
  });
  expect(changes[0]).not.toHaveProperty('currency');
});

test('a dataset that does not exist, because there were no orders, is not created', async () => {
  const { access, changes } = datasetOf(undefined);
  await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
  expect(changes).toEqual([]);
});

test('a dataset without a currency gets that of its prices, converted or not', async () => {
  const { access, changes } = datasetOf({});
  await nameRates(access, { source: undefined, currency: 'EUR' });
  expect(changes).toEqual([{ currency: 'EUR' }]);
});

test('nothing is changed where nothing was converted', async () => {
  const { access, changes } = datasetOf({ currency: 'USD' });
  await nameRates(access, { source: undefined, currency: 'EUR' });
  expect(changes).toEqual([]);
});
