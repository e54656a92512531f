// Totals of the files from which orders were read, and the rows that were left out: sent with the orders, stored with
// the import and returned with it, so that readers of a report can see what it does not cover.
import * as v from 'valibot';
import { described } from './described.ts';
import { integerFrom, orNull, text } from './fields.ts';
import { plainObject } from './plain-object.ts';

/** Reasons or statuses that are listed. */
export const MAX_SUMMARY_ENTRIES = 50;
export const MAX_STATUS_LENGTH = 128;
const MAX_REASON_LENGTH = 64;
export const MAX_CURRENCY_LENGTH = 16;
/** Beyond it, a number loses its cents. */
export const MAX_AMOUNT = 1e13;

const AMOUNT = `expected a number between -${MAX_AMOUNT} and ${MAX_AMOUNT}`;

const count = integerFrom(0, Number.MAX_SAFE_INTEGER, 'a whole number');
const amount = v.pipe(v.number(AMOUNT), v.minValue(-MAX_AMOUNT, AMOUNT), v.maxValue(MAX_AMOUNT, AMOUNT));
const DAY = 'expected a date YYYY-MM-DD';
const day = v.pipe(v.string(DAY), v.isoDate(DAY), v.check(isInCalendar, DAY));

/** There is no 31st of February. */
function isInCalendar(date: string): boolean {
  const ms = Date.parse(`${date}T00:00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(date);
}

function few<S extends v.GenericSchema>(entry: S) {
  return v.pipe(
    v.array(entry, 'expected an array'),
    v.maxLength(MAX_SUMMARY_ENTRIES, `expected at most ${MAX_SUMMARY_ENTRIES} entries`),
  );
}

const leftOut = plainObject(
  {
    reason: described(
      text(MAX_REASON_LENGTH, 1),
      'Why: `cancelled`, `voided`, `pending`, `failed`, `test`, `not_paid`, `other_currency`, or words of yours.',
      { examples: ['cancelled'] },
    ),
    currency: orNull(text(MAX_CURRENCY_LENGTH, 1), 'Currency of the amount.', { examples: ['EUR'] }),
    rows: described(count, 'Rows of the files.', { examples: [12] }),
    orders: orNull(count, 'Orders of these rows.', { examples: [7] }),
    amount: orNull(amount, 'Value of these rows.', { examples: [310.5] }),
  },
  'expected an object',
);

const statusRows = plainObject(
  {
    status: described(text(MAX_STATUS_LENGTH, 1), 'As the files have it.', { examples: ['Completed'] }),
    rows: described(count, 'Rows with it.', { examples: [640] }),
    paid: orNull(v.boolean('expected true or false'), 'Whether its orders count.', { examples: [true] }),
  },
  'expected an object',
);

export const sourceSummary = described(
  plainObject(
    {
      rows_read: described(count, 'Rows of the files.', { examples: [652] }),
      orders: described(count, 'Orders that count.', { examples: [310] }),
      customers: orNull(count, 'Customers of these orders.', { examples: [190] }),
      guest_orders: orNull(count, 'Orders without a customer.', { examples: [4] }),
      currency: orNull(text(MAX_CURRENCY_LENGTH, 1), 'Currency of the amounts.', { examples: ['EUR'] }),
      gross: orNull(amount, 'Sales before discounts and refunds.', { examples: [15_880] }),
      discounts: orNull(amount, 'Discounts.', { examples: [156.07] }),
      refunds: orNull(amount, 'Refunds.', { examples: [40] }),
      taxes: orNull(amount, 'Taxes, as the files state them.', { examples: [2_510] }),
      net: orNull(amount, 'gross − discounts − refunds: the value of the orders.', { examples: [15_683.93] }),
      first_date: orNull(day, 'Day of the first order.', { examples: ['2026-01-02'] }),
      last_date: orNull(day, 'Day of the last order.', { examples: ['2026-03-31'] }),
      left_out: orNull(few(leftOut), 'Rows that are not among the orders, by reason and currency.'),
      statuses: orNull(few(statusRows), 'Statuses of the files.'),
      bad_rows: orNull(count, 'Rows that could not be read.', { examples: [0] }),
      other_records: orNull(count, 'Records that are no product: fees, shipping, tax.', { examples: [0] }),
      tips: orNull(amount, 'Tips, which are no product.', { examples: [0] }),
    },
    'expected an object',
  ),
  'Totals of the files that the orders are from, and the rows that were left out. They cover whole files, even if these take several requests. Stored with the import; the orders are not changed.',
);
/** The summary as responses return it. */
export const storedSourceSummary = described(sourceSummary, 'As the request had it.');
export type SourceSummary = v.InferOutput<typeof sourceSummary>;
