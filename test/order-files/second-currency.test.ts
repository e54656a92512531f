// The shop's order in a second currency is cancelled in these exports. Here it is paid: the run stops and asks for the
// currency, and each answer is right to the cent.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type ReadOptions, readOrders } from '../../order-files/disk/local-files.ts';
import { OrderFileError } from '../../order-files/problems/errors.ts';
import { reconcile } from '../../order-files/totals/reconciliation.ts';
import { collect, inputOf } from './in-memory.ts';
import { TRUTHS } from './truths.ts';

/** What says in the row, or before it in the order, that the order is cancelled, and what stands there of one that is paid. */
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

async function read(text: string, options: ReadOptions = {}) {
  const reading = await readOrders(['-'], {
    ...options,
    standardInput: inputOf(Buffer.from(text, 'latin1')),
  });
  let differences = 0;
  reading.ledger.onDifference = () => differences++;
  await collect(reading.orders);
  const { orders, net } = reconcile(reading.ledger, reading.currency(), 0);
  return { orders, net, differences };
}

describe('a paid order in a second currency', () => {
  it.each(PAID)('is asked for in %s', async (file, cancelled, paid, dollars) => {
    // Bytes as characters: what is replaced is ASCII, and all else stays as it is.
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
  });
});
