// Decimals of a currency: the one place that says how finely its amounts are rounded, compared and written. ISO 4217,
// list one (https://www.six-group.com/dam/download/financial-information/data-center/iso-currrency/lists/list-one.xml).
// Intl does not follow it: for HUF, PKR and others it has the decimals of cash.

const USUAL = 2;
const OTHERS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF XPF',
    3: 'BHD IQD JOD KWD LYD OMR TND',
    4: 'CLF UYW',
  }).flatMap(([decimals, codes]) => codes.split(' ').map((code) => [code, Number(decimals)] as const)),
);

/** ISO 4217, in any case; undefined or null where none is known, or where the amount is of several. */
export type Currency = string | null | undefined;

/** Decimals of the smaller unit: 2 for EUR, 0 for JPY, 3 for KWD; 2 for an unknown currency. */
export function getCurrencyDecimals(currency: Currency): number {
  return OTHERS.get(currency?.toUpperCase() ?? '') ?? USUAL;
}

/** Amounts that differ by less are the same: half of the smallest coin, 0.005 for EUR. */
export function getHalfUnit(currency: Currency): number {
  return 0.5 / 10 ** getCurrencyDecimals(currency);
}
