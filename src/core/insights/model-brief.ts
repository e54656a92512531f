// What a language model is told of a report: aggregates only, products as P1…Pn, rules as R1…Rn. No name of a product,
// no id of a customer or an order leaves the service.

import type { AssociationRule } from '../mining/rule.ts';

export interface ModelBrief {
  /** JSON of the figures. */
  readonly facts: string;
  /** P1 is products[0]. */
  readonly products: readonly string[];
  /** R1 is rules[0]; empty for RFM. */
  readonly rules: readonly AssociationRule[];
}

/** Codes in the order in which names are first met. */
export function createProductCodes() {
  const names: string[] = [];
  return {
    names,
    of(name: string): string {
      const known = names.indexOf(name);
      return `P${(known >= 0 ? known : names.push(name) - 1) + 1}`;
    },
  };
}

export function cents(value: number): number {
  return Math.round(value * 100) / 100;
}

/** `share`: 0..1. */
export function percentOf(share: number): number {
  return Math.round(share * 1_000) / 10;
}
