// Lists the remarks beside a reconciliation: by code, with the values of their sentence. The command line and the
// console have some sentences of their own.

import type { ProfileRemark } from '../profiles/profile.ts';
import type { Encoding } from '../values/encodings.ts';

interface RespelledTexts {
  readonly texts: number;
  readonly text: string;
  readonly as: string;
}

type OfProfile = { readonly [C in ProfileRemark]: Readonly<Record<never, never>> };

interface RemarkDetails extends OfProfile {
  /** Lines of a product that its order has already. */
  repeated_products: { readonly lines: number };
  rows_replaced: { readonly rows: number };
  /** Rows in which the amounts agree, such as `"Total" = "Price" × "Quantity"`. */
  amounts_agree: { readonly equation: string; readonly rows: number; readonly of: number };
  variants_merged: { readonly lines: number };
  weighed_lines: { readonly lines: number };
  /** Orders with a discount, where no order tells whether prices include tax. */
  discounts_unclear: { readonly orders: number };
  /** Partially returned orders for which the export states no amount. */
  partial_refunds_unknown: { readonly orders: number };
  /** `line`: the first line that is not UTF-8, if the bytes alone show it. */
  read_as: { readonly source: string; readonly encoding: Encoding; readonly line: number | undefined };
  /** `line`: the first line that is not UTF-8, among others that are. */
  mixed_encodings: { readonly source: string; readonly line: number };
  /** Rows of guests, by what their cell of the customer says: `list` is such as `2 × "nan"`. */
  absent_customers: { readonly rows: number; readonly list: string };
  /** Texts that are written differently and read as one: `text` is one of them, read `as` another. */
  same_addresses: RespelledTexts;
  same_ids: RespelledTexts;
  same_blanks: RespelledTexts;
  same_accents: RespelledTexts;
  /** Two customers can share a name. */
  customer_names: { readonly column: string };
  /** Rows whose blank price counts as 0. `line`: the first of them. */
  blank_prices: { readonly rows: number; readonly source: string; readonly line: number };
}

export type RemarkCode = keyof RemarkDetails;
export type Remark<C extends RemarkCode = RemarkCode> = {
  [K in C]: { readonly code: K } & RemarkDetails[K];
}[C];

/** A sentence for each. */
export type RemarkWords = { readonly [C in RemarkCode]: (remark: Remark<C>) => string };

export function formatRemark<C extends RemarkCode>(words: RemarkWords, remark: Remark<C>): string {
  return words[remark.code](remark);
}

type Own = 'read_as' | 'mixed_encodings' | 'amazon_without_refunds';

/** Sentences that the command line and the English console share. */
export const ENGLISH_REMARKS: Omit<RemarkWords, Own> = {
  repeated_products: ({ lines }) =>
    `${formatPlural(lines, 'line')} repeated a product of the order: quantities are summed, at the mean price.`,
  rows_replaced: ({ rows }) =>
    `${formatPlural(rows, 'row')} replaced by the same product of the same order in a later file.`,
  amounts_agree: ({ equation, rows, of }) =>
    `${equation} in ${rows.toLocaleString('en')} of ${formatPlural(of, 'row')}.`,
  variants_merged: ({ lines }) => `${formatPlural(lines, 'line')} merged as the variant of another line.`,
  weighed_lines: ({ lines }) =>
    `${formatPlural(lines, 'line')} with a weight as the quantity: one piece each, at the price of the line.`,
  discounts_unclear: ({ orders }) =>
    `${formatPlural(orders, 'order')} with a discount that only the total shows: tax counts as on top of prices.`,
  partial_refunds_unknown: ({ orders }) =>
    `${formatPlural(orders, 'order')} partially refunded without an amount: the refunds are not in the net total.`,
  absent_customers: ({ rows, list }) => `${formatPlural(rows, 'row')} of guests: the customer is ${list}.`,
  same_addresses: ({ texts, text, as }) =>
    `${formatPlural(texts, 'e-mail address', 'e-mail addresses')} with capital letters: ${text} is read as ${as}.`,
  same_ids: ({ texts, text, as }) => `${formatPlural(texts, 'id')} with decimals: ${text} is read as ${as}.`,
  same_blanks: ({ texts, as }) =>
    `${formatPlural(texts, 'text')} with repeated or special blanks ${texts === 1 ? 'is' : 'are'} read with single ones, such as ${JSON.stringify(as)}.`,
  same_accents: ({ texts, as }) =>
    `${formatPlural(texts, 'text')} with separate accents ${texts === 1 ? 'is' : 'are'} read in Unicode’s composed form (NFC), such as ${JSON.stringify(as)}.`,
  customer_names: ({ column }) =>
    `${JSON.stringify(column)} has the names of customers: two customers with one name count as one.`,
  blank_prices: ({ rows, source, line }) =>
    `${formatPlural(rows, 'row')} without a price ${rows === 1 ? 'counts' : 'count'} as 0: the first is line ${line.toLocaleString('en')} of ${source}.`,
  posting_dates: () => 'Dates are posting dates, not order dates.',
  without_refunds: () => 'The export has no refunds.',
  stripe_with_tax: () => 'Amounts include tax and shipping: Stripe’s payments do not separate them.',
  without_currency: () => 'The export names no currency.',
  paypal_products: () => 'PayPal names one product per payment.',
  shared_by_pieces: () =>
    'The export has no prices of products: the pieces of an order share its net sales equally.',
};

/** Formats a number with its English noun. */
export function formatPlural(number: number, noun: string, nouns = `${noun}s`): string {
  return `${number.toLocaleString('en')} ${number === 1 ? noun : nouns}`;
}
