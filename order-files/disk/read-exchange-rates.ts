// Exchange rates from a file.
import { readFileSync } from 'node:fs';
import { OrderFileError } from '../problems/errors.ts';
import { type ExchangeRates, parseExchangeRates } from '../values/exchange-rates.ts';

/** Throws OrderFileError when the file can't be read as rates. */
export function readExchangeRates(source: string): ExchangeRates {
  let text: string;
  try {
    text = readFileSync(source, 'utf8').replace(/^\ufeff/, '');
  } catch {
    throw new OrderFileError(source, { code: 'unreadable', reason: 'no such file' });
  }
  return parseExchangeRates(source, text);
}
