// Converted prices name their rates in the dataset, and keep its other settings.
import { expect, test } from 'vitest';
import { nameRates, type SettingsAccess } from '../../order-files/values/name-rates.ts';

type Settings = Parameters<SettingsAccess['replace']>[0];

function datasetOf(settings: Settings | undefined) {
  const replaced: Settings[] = [];
  const access: SettingsAccess = {
    read: async () => settings,
    replace: async (changed) => replaced.push(changed),
  };
  return { access, replaced };
}

test('a dataset without settings gets the source and the currency that prices were converted to', async () => {
  const { access, replaced } = datasetOf(undefined);
  await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
  expect(replaced).toEqual([{ currency: 'EUR', rates_source: 'rates.csv' }]);
});

test('other settings and earlier sources are kept, each source once', async () => {
  const settings = {
    name: 'Shop',
    currency: 'EUR',
    rates_source: 'ECB; bank.csv',
    time_zone: 'Europe/Berlin',
  };
  for (const [source, rates_source] of [
    ['bank.csv', 'ECB; bank.csv'],
    ['rates.csv', 'ECB; bank.csv; rates.csv'],
  ] as const) {
    const { access, replaced } = datasetOf(settings);
    await nameRates(access, { source, currency: 'EUR' });
    expect(replaced).toEqual([{ ...settings, rates_source }]);
  }
});

test('more sources than the dataset has room for end in an ellipsis', async () => {
  const { access, replaced } = datasetOf({ rates_source: 'x'.repeat(195) });
  await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
  expect(replaced[0]?.rates_source).toBe(`${'x'.repeat(195)}; ra…`);
});

test('a dataset in another currency keeps it, and the difference is returned', async () => {
  const { access, replaced } = datasetOf({ currency: 'USD' });
  expect(await nameRates(access, { source: 'rates.csv', currency: 'EUR' })).toEqual({
    dataset: 'USD',
    prices: 'EUR',
  });
  expect(replaced[0]?.currency).toBe('USD');
});

test('nothing is changed where nothing was converted', async () => {
  const { access, replaced } = datasetOf({ currency: 'USD' });
  await nameRates(access, { source: undefined, currency: 'EUR' });
  expect(replaced).toEqual([]);
});
