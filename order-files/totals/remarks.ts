// What a reader should know beside the figures of a reconciliation: by code, with what a sentence about it needs. The command
// line and the console have sentences of their own.

import type { ProfileRemark } from '../profiles/profile.ts';
import type { Encoding } from '../values/encodings.ts';

type OfProfile = { readonly [C in ProfileRemark]: Readonly<Record<never, never>> };

interface RemarkDetails extends OfProfile {
  /** Lines of a product that its order has already. */
  repeated_products: { readonly lines: number };
  rows_replaced: { readonly rows: number };
  variants_merged: { readonly lines: number };
  weighed_lines: { readonly lines: number };
  /** Orders with a discount, where no order tells whether prices include tax. */
  discounts_unclear: { readonly orders: number };
  /** Orders of which a part came back, and the export does not say how much. */
  partial_refunds_unknown: { readonly orders: number };
  /** `line`: the first that is not UTF-8, where the bytes alone tell. */
  read_as: { readonly source: string; readonly encoding: Encoding; readonly line: number | undefined };
  /** `line`: the first that is not UTF-8, among others that are. */
  mixed_encodings: { readonly source: string; readonly line: number };
  /** They count as 0. `line`: the first. */
  blank_prices: { readonly rows: number; readonly source: string; readonly line: number };
}

export type RemarkCode = keyof RemarkDetails;
export type Remark<C extends RemarkCode = RemarkCode> = {
  [K in C]: { readonly code: K } & RemarkDetails[K];
}[C];

/** A sentence for each. */
export type RemarkWords = { readonly [C in RemarkCode]: (remark: Remark<C>) => string };

export function remarkIn<C extends RemarkCode>(words: RemarkWords, remark: Remark<C>): string {
  return words[remark.code](remark);
}
