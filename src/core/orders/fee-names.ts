// Names of fees and services that shops record as line items: postage, discounts, samples, corrections.

/** The last words of a short name: `DOTCOM POSTAGE`, `Next Day Carriage`, `Bank Charges`, `Shipping & handling`. */
const HEAD =
  /^(?:\S+ ){0,3}(?:postage|carriage|shipping|delivery|freight|handling|commission|fees?|charges?|surcharge|discount|rebate)(?: (?:costs?|charges?|fees?|service))?$/iu;

/** Whole names: words that also end the names of goods (`SPACEBOY GIFT WRAP`). */
const WHOLE =
  /^(?:p ?& ?p|manual|samples?|adjustments?|gift[- ]?wrap(?:ping)?(?: service)?|tips?|insurance|deposit|rounding|versand(?:kosten)?|porto|rabatt|geschenkverpackung|frais de (?:port|livraison)|remise|emballage cadeau|gastos de env[ií]o|descuento|spese di spedizione|sconto|verzendkosten|korting)$/iu;

/** `Shipping: DHL Express`. */
const LABELLED = /^(?:postage|shipping|delivery|discount) ?[:–—-] ?\S/iu;

export function isFeeName(name: string): boolean {
  const plain = name.trim().replaceAll(/\s+/gu, ' ');
  return HEAD.test(plain) || WHOLE.test(plain) || LABELLED.test(plain);
}
