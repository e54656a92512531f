// Recognises names of fees and services that shops record as line items: postage, discounts, samples, corrections.

import type { OrderLine } from '../../contract/resources/orders/row.ts';
import type { LeaveOut } from '../../contract/settings/settings.ts';

/** The last words of a short name: `DOTCOM POSTAGE`, `Next Day Carriage`, `Bank Charges`, `Shipping & handling`. */
const HEAD =
  /^(?:\S+ ){0,3}((?:postage|carriage|shipping|delivery|freight|handling|commission|fees?|charges?|surcharge|discount|rebate)(?: (?:costs?|charges?|fees?|service))?)$/iu;

/** Whole names: words that also end the names of goods (`SPACEBOY GIFT WRAP`). */
const WHOLE =
  /^(?:p ?& ?p|manual|samples?|adjustments?|gift[- ]?wrap(?:ping)?(?: service)?|tips?|insurance|deposit|rounding|versand(?:kosten)?|porto|rabatt|geschenkverpackung|frais de (?:port|livraison)|remise|emballage cadeau|gastos de env[ií]o|descuento|spese di spedizione|sconto|verzendkosten|korting)$/iu;

/** `Shipping: DHL Express`. */
const LABELLED = /^(postage|shipping|delivery|discount) ?[:–—-] ?\S/iu;

export function isFeeName(name: string): boolean {
  return findFeeWord(name) !== undefined;
}

/** The word that marks a name as a fee, and its position. Undefined if there is none. */
export function findFeeWord(
  name: string,
): { readonly part: 'all' | 'start' | 'end'; readonly word: string } | undefined {
  const plain = name.trim().replaceAll(/\s+/gu, ' ');
  if (WHOLE.test(plain)) return { part: 'all', word: plain };
  const label = LABELLED.exec(plain)?.[1];
  if (label !== undefined) return { part: 'start', word: label };
  const head = HEAD.exec(plain)?.[1];
  if (head === undefined) return undefined;
  return { part: head.length === plain.length ? 'all' : 'end', word: head };
}

/**
 * Tests whether a row is left out of baskets: by the dataset's list, which names products by name or SKU, whatever
 * their case, or by the form of its name. Undefined if no row is left out.
 */
export function createServiceTest(
  leaveOut: LeaveOut | undefined,
): ((line: OrderLine) => boolean) | undefined {
  if (leaveOut === undefined) return undefined;
  const { notGoods } = leaveOut;
  if (notGoods === undefined) return ({ name }) => name !== undefined && isFeeName(name);
  const listed = new Set(notGoods.map((product) => product.toLowerCase()));
  return ({ name, sku }) => [name, sku].some((text) => text !== undefined && listed.has(text.toLowerCase()));
}
