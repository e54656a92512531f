// Tests exports with a paid order in a second currency, and the currency and rates that an import writes to a dataset's
// settings. The order in the second currency is cancelled in the exports; these tests change its status to paid.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { type LocalReadOptions, readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { OrderFileError } from '../../../packages/order-files/problems/errors.ts';
import { computeReconciliation } from '../../../packages/order-files/totals/reconciliation.ts';
import { nameRates, type SettingsAccess } from '../../../packages/order-files/values/name-rates.ts';
import { collect, createInput } from './in-memory.ts';
import { TRUTHS } from './truths.ts';

/** The text that marks the order as cancelled, its replacement for a paid order, and the order's amount in USD. */
const PAID: readonly (readonly [file: string, cancelled: string | RegExp, paid: string, dollars: number])[] =
  [
    ['prestashop/prestashop-rich.csv', ';6;USD;', ';4;USD;', 12.5],
    ['prestashop/prestashop-with-tax-rich.csv', ';6;USD;', ';4;USD;', 15],
    ['sap-rich.txt', 'USD\tKunde hat storniert', 'USD\t', 12.5],
    ['shopware/shopware-5-rich.csv', '1008;2008;12;4;12;', '1008;2008;12;2;12;', 12.5],
    ['shopware/shopware-rest-rich.json', /("orderNumber": "2008"[\s\S]*?)"cancelled"/, '$1"completed"', 12.5],
    ['wix-rich.csv', /("2008".*"USD".*)"Canceled"/, '$1"Fulfilled"', 12.5],
    [
      'woocommerce/woocommerce-rest-rich.json',
      /("number": "2008"[\s\S]*?)"cancelled"/,
      '$1"completed"',
      12.5,
    ],
    ['woocommerce/woocommerce-rows-rich.csv', /^(2008,.*?),cancelled,/m, '$1,completed,', 12.5],
  ];

async function read(text: string, options: LocalReadOptions = {}) {
  const reading = await readLocalOrders(['-'], {
    ...options,
    standardInput: createInput(Buffer.from(text, 'latin1')),
  });
  let differences = 0;
  reading.ledger.onDifference = () => differences++;
  await collect(reading.orders);
  const { orders, net } = computeReconciliation(reading.ledger, reading.currency(), 0);
  return { orders, net, differences };
}

describe('readLocalOrders with a paid order in a second currency', () => {
  it.each(PAID)(
    'refuses %s without --currency and reads exactly the orders of the chosen currency',
    async (file, cancelled, paid, dollars) => {
      // latin1 maps each byte to one character, so all bytes outside the replaced ASCII text stay unchanged.
      const text = readFileSync(join(import.meta.dirname, 'exports', file), 'latin1');
      const changed = text.replace(cancelled, paid);
      expect(changed).not.toBe(text);
      const refusal = await read(changed).catch((error: unknown) => error);
      expect(refusal instanceof OrderFileError && refusal.problem).toMatchObject({
        code: 'several_currencies',
        currencies: [{ currency: 'EUR' }, { currency: 'USD', amount: dollars }],
      });
      const truth = TRUTHS.find((one) => one.file === file);
      if (truth === undefined || truth.class === 'refused') throw new Error(`${file} has no truth`);
      const { orders, net } = truth;
      expect(await read(changed, { currency: 'EUR' })).toEqual({ orders, net, differences: 0 });
      expect(await read(changed, { currency: 'USD' })).toEqual({ orders: 1, net: dollars, differences: 0 });
    },
  );
});

type Settings = Awaited<ReturnType<SettingsAccess['read']>>;
type Changes = Parameters<SettingsAccess['change']>[0];

function createDataset(settings: Settings) {
  const changes: Changes[] = [];
  const access: SettingsAccess = {
    read: async () => settings,
    change: async (changed) => changes.push(changed),
  };
  return { access, changes };
}

describe('nameRates', () => {
  test('writes the source of rates and the target currency to a dataset without settings', async () => {
    const { access, changes } = createDataset({});
    await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
    expect(changes).toEqual([{ currency: 'EUR', rates_source: 'rates.csv' }]);
  });

  test('keeps other settings and earlier sources, and names each source once', async () => {
    const settings = {
      currency: 'EUR',
      rates_source: 'ECB; bank.csv',
    };
    for (const [source, rates_source] of [
      ['bank.csv', 'ECB; bank.csv'],
      ['rates.csv', 'ECB; bank.csv; rates.csv'],
    ] as const) {
      const { access, changes } = createDataset(settings);
      await nameRates(access, { source, currency: 'EUR' });
      expect(changes).toEqual([{ rates_source }]);
    }
  });

  test('cuts sources off with an ellipsis at 200 characters', async () => {
    const { access, changes } = createDataset({ rates_source: 'x'.repeat(195) });
    await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
    expect(changes[0]?.rates_source).toBe(`${'x'.repeat(195)}; ra…`);
  });

  test('keeps the currency of a dataset in another currency and returns both currencies', async () => {
    const { access, changes } = createDataset({ currency: 'USD' });
    expect(await nameRates(access, { source: 'rates.csv', currency: 'EUR' })).toEqual({
      dataset: 'USD',
      prices: 'EUR',
    });
    expect(changes[0]).not.toHaveProperty('currency');
  });

  test('changes nothing if the dataset does not exist', async () => {
    const { access, changes } = createDataset(undefined);
    await nameRates(access, { source: 'rates.csv', currency: 'EUR' });
    expect(changes).toEqual([]);
  });

  test('writes the currency of unconverted prices to a dataset without one', async () => {
    const { access, changes } = createDataset({});
    await nameRates(access, { source: undefined, currency: 'EUR' });
    expect(changes).toEqual([{ currency: 'EUR' }]);
  });

  test('changes nothing if no price was converted and the dataset has a currency', async () => {
    const { access, changes } = createDataset({ currency: 'USD' });
    await nameRates(access, { source: undefined, currency: 'EUR' });
    expect(changes).toEqual([]);
  });
});
