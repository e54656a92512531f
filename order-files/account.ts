// What all files of a reading share: the ledger, the currency of the dataset, and which orders count.

import type { LeftOutStatus } from './profiles/profile.ts';
import { Ledger } from './totals/ledger.ts';
import { Currencies, type CurrencyOptions } from './values/currencies.ts';

export interface Account {
  readonly ledger: Ledger;
  readonly currencies: Currencies;
  /** Statuses that count although they are not paid. */
  readonly include: ReadonlySet<LeftOutStatus>;
}

export interface AccountOptions extends CurrencyOptions {
  readonly include?: readonly LeftOutStatus[] | undefined;
}

export function openAccount({ include = [], ...currencies }: AccountOptions = {}): Account {
  return { ledger: new Ledger(), currencies: new Currencies(currencies), include: new Set(include) };
}
