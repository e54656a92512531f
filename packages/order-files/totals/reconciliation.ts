// Builds the reconciliation: what was read, what of it counts, and how it compares with the export's own totals. It is
// printed for every file and stored with its data: in reports on the file, and with an import to the service.
import { roundTo } from '../../../src/analysis/money/decimal.ts';
import {
  MAX_AMOUNT,
  MAX_CURRENCY_LENGTH,
  MAX_STATUS_LENGTH,
  MAX_SUMMARY_ENTRIES,
  type SourceSummary,
} from '../../../src/contract/schema/source-summary.ts';
import { type Currency, getCurrencyDecimals } from '../../../src/contract/sentences/currency.ts';
import type { Spelling } from '../text/tidy-texts.ts';
import { formatAmountText } from '../values/amount-text.ts';
import { getEncodingName } from '../values/encodings.ts';
import type { Ledger, LeftOutReason } from './ledger.ts';
import {
  ENGLISH_REMARKS,
  formatPlural,
  formatRemark,
  type Remark,
  type RemarkCode,
  type RemarkWords,
} from './remarks.ts';

/** Beyond it, the two totals are not those of the same orders: exit code 3. */
export const TOLERATED_DIFFERENCE = 0.005;

/** The members are those of `source_summary` in the API. */
export interface Reconciliation {
  readonly rows_read: number;
  readonly orders: number;
  readonly customers: number;
  /** Orders without a customer. */
  readonly guest_orders: number;
  readonly currency: string | null;
  readonly gross: number;
  readonly discounts: number;
  readonly refunds: number;
  /** Taxes that the export states; null if it states none. They are not in net, unless prices include them. */
  readonly taxes: number | null;
  readonly net: number;
  readonly first_date: string | null;
  readonly last_date: string | null;
  readonly left_out: readonly LeftOutFigures[];
  /** The statuses of the file; `counts` is null for unknown ones. */
  readonly statuses: readonly {
    readonly status: string;
    readonly rows: number;
    readonly paid: boolean | null;
  }[];
  readonly bad_rows: number;
  /** Records that are not products: fees, shipping, tax. */
  readonly other_records: number;
  /** Tips, which are not products. */
  readonly tips: number;
  readonly repeated_products: number;
  /** Null where the export states no totals. */
  readonly own_totals: {
    readonly orders: number;
    readonly expected: number;
    readonly got: number;
    readonly orders_different: number;
  } | null;
}

interface LeftOutFigures {
  readonly reason: LeftOutReason;
  /** The currency of the amount; null if the rows name none. */
  readonly currency: string | null;
  readonly rows: number;
  readonly orders: number;
  readonly amount: number;
}

export function computeReconciliation(
  ledger: Ledger,
  currency: string | undefined,
  badRows: number,
): Reconciliation {
  const { ownTotal, countedTotal, ordersCompared, ordersDifferent } = ledger;
  const roundAmount = (amount: number, unit: Currency = currency): number =>
    roundTo(amount, getCurrencyDecimals(unit));
  return {
    rows_read: ledger.rowsRead,
    orders: ledger.orders.size,
    customers: ledger.customers.size,
    guest_orders: ledger.guestOrders,
    currency: currency ?? null,
    gross: roundAmount(ledger.gross),
    discounts: roundAmount(ledger.discounts.value),
    refunds: roundAmount(ledger.refunds),
    taxes: ledger.taxes === undefined ? null : roundAmount(ledger.taxes.value),
    net: roundAmount(ledger.net),
    first_date: ledger.firstDate?.slice(0, 10) ?? null,
    last_date: ledger.lastDate?.slice(0, 10) ?? null,
    left_out: [...ledger.leftOut].map(({ reason, currency: own, rows, orders, amount }) => {
      return {
        reason,
        currency: own ?? currency ?? null,
        rows,
        orders: orders.size,
        amount: roundAmount(amount.value, own ?? currency),
      };
    }),
    statuses: ledger.statuses.map(({ status, rows, counts }) => ({ status, rows, paid: counts ?? null })),
    bad_rows: badRows,
    other_records: ledger.otherRecords,
    tips: roundAmount(ledger.tips.value),
    repeated_products: ledger.repeatedProducts,
    own_totals:
      ordersCompared === 0
        ? null
        : {
            orders: ordersCompared,
            expected: roundAmount(ownTotal.value),
            got: roundAmount(countedTotal.value),
            orders_different: ordersDifferent,
          },
  };
}

/** True if the orders lack something that the files have. */
export function hasOmissions({ left_out, bad_rows, other_records, tips }: Reconciliation): boolean {
  return left_out.length > 0 || bad_rows > 0 || other_records > 0 || tips !== 0;
}

export type SummaryLine = readonly [name: string, text: string];

/** The figures as name and text, in English: the same on a terminal and on a page. */
export function formatSummary(figures: Reconciliation): SummaryLine[] {
  const { currency, own_totals, taxes } = figures;
  const formatMoney = (amount: number): string => formatWithCurrency(amount, currency);
  const paid = figures.statuses.filter(({ paid: counts }) => counts === true);
  return [
    ['rows read', formatCount(figures.rows_read)],
    ['orders', `${formatCount(figures.orders)}${describePeriod(figures)}`],
    ['customers', `${formatCount(figures.customers)}${describeGuests(figures)}`],
    ['gross', formatMoney(figures.gross)],
    ['discounts', formatMoney(-figures.discounts)],
    ['refunds', formatMoney(-figures.refunds)],
    ...(taxes === null ? [] : [['taxes', `${formatMoney(taxes)}, as the export states them`] as const]),
    ['net', formatMoney(figures.net)],
    ...(paid.length === 0
      ? []
      : [['counted', `orders with ${paid.map(({ status }) => status).join(', ')}`] as const]),
    ...figures.left_out.map((left): SummaryLine => ['left out', describeLeftOut(left)]),
    ...(figures.other_records > 0
      ? [['left out', `${formatPlural(figures.other_records, 'record')}: fees, shipping, tax`] as const]
      : []),
    ...(figures.bad_rows > 0 ? [['left out', formatPlural(figures.bad_rows, 'bad row')] as const] : []),
    ...(figures.tips === 0 ? [] : [['left out', `${formatMoney(figures.tips)}: tips`] as const]),
    ...(own_totals === null ? [] : [['export’s own total', formatOwnTotals(own_totals, currency)] as const]),
  ];
}

/** Lines for a terminal. */
export function explainReconciliation(figures: Reconciliation, ledger: Ledger): string {
  const lines = [...formatSummary(figures)];
  if (ledger.skipped.size > 0) {
    const parts = [...ledger.skipped].map(([what, times]) =>
      times === 1 ? `1 ${what}` : `${formatCount(times)} ${PLURALS[what] ?? what}`,
    );
    lines.push(['skipped', parts.join(', ')]);
  }
  const width = Math.max(...lines.map(([name]) => name.length));
  return [
    ...lines.map(([name, text]) => `${name.padEnd(width)}  ${text}`),
    ...listRemarks(figures, ledger).map(printRemark),
  ].join('\n');
}

const PLURALS: Readonly<Record<string, string>> = {
  'empty row': 'empty rows',
  'repeated header': 'repeated headers',
  'row of totals': 'rows of totals',
  'line above the header': 'lines above the header',
  'line below the table': 'lines below the table',
};

function describeLeftOut({ reason, currency, rows, orders, amount }: LeftOutFigures): string {
  const worth = formatWithCurrency(amount, currency);
  return `${formatPlural(rows, 'row')} of ${formatPlural(orders, 'order')}, ${worth}: ${describeReason(reason, currency)}`;
}

function describeReason(reason: LeftOutReason, currency: string | null): string {
  if (reason === 'other_currency') return `in ${currency ?? 'another currency'} (--rates converts them)`;
  if (reason === 'not_paid') return 'not paid (--not-paid)';
  return `${reason} (--include ${reason})`;
}

function formatOwnTotals(
  { orders, expected, got, orders_different }: NonNullable<Reconciliation['own_totals']>,
  currency: Currency,
): string {
  const agree =
    orders_different === 0
      ? 'all agree'
      : `${formatCount(orders_different)} ${orders_different === 1 ? 'differs' : 'differ'}`;
  return `${formatWithCurrency(expected, currency)} with shipping and tax, ${formatAmountText(got, 'en', currency)} counted: of ${formatPlural(orders, 'order')} ${agree}`;
}

const SPELLING_REMARKS = {
  addresses: 'same_addresses',
  decimals: 'same_ids',
  blanks: 'same_blanks',
  accents: 'same_accents',
} as const satisfies Record<Spelling, RemarkCode>;

/** Lists remarks that explain the figures. */
export function listRemarks({ repeated_products }: Reconciliation, ledger: Ledger): Remark[] {
  const { rowsReplaced, variantsMerged, weighedLines, partialRefunds } = ledger;
  const found: Remark[] = [];
  if (repeated_products > 0) found.push({ code: 'repeated_products', lines: repeated_products });
  if (rowsReplaced > 0) found.push({ code: 'rows_replaced', rows: rowsReplaced });
  if (variantsMerged > 0) found.push({ code: 'variants_merged', lines: variantsMerged });
  if (weighedLines > 0) found.push({ code: 'weighed_lines', lines: weighedLines });
  if (partialRefunds > 0) found.push({ code: 'partial_refunds_unknown', orders: partialRefunds });
  if (ledger.blankPrices.rows > 0) found.push({ code: 'blank_prices', ...ledger.blankPrices });
  const absent = ledger.listAbsences();
  if (absent !== undefined) found.push({ code: 'absent_customers', ...absent });
  for (const [spelling, { texts, example, as }] of ledger.respelled)
    found.push({ code: SPELLING_REMARKS[spelling], texts: texts.size, text: example, as });
  const { agreement } = ledger.doubts.equation;
  if (agreement !== undefined) found.push({ code: 'amounts_agree', ...agreement });
  return [...found, ...ledger.remarks];
}

export function printRemark(remark: Remark): string {
  // Not spread at module level: the console's worker, which prints nothing, would include the words.
  return formatRemark({ ...ENGLISH_REMARKS, ...WITH_OPTIONS }, remark);
}

/** Sentences that name options of the command line. */
const WITH_OPTIONS: Omit<RemarkWords, keyof typeof ENGLISH_REMARKS> = {
  read_as: ({ source, encoding, line }) =>
    `${source} is read as ${getEncodingName(encoding)}${line === undefined ? '' : `: line ${formatCount(line)} is the first that is not UTF-8`} (--encoding sets another).`,
  mixed_encodings: ({ source, line }) =>
    `${source}: some lines are UTF-8, others are not, the first of them line ${formatCount(line)}. Each line is read in its own encoding; check that line.`,
  amazon_without_refunds: () =>
    'Amazon’s order report has no refunds: its settlement report does (--from amazon-settlement).',
};

function describeGuests({ guest_orders }: Reconciliation): string {
  return guest_orders === 0 ? '' : `, and ${formatPlural(guest_orders, 'order')} of guests`;
}

function describePeriod({ first_date, last_date }: Reconciliation): string {
  return first_date === null ? '' : `, ${first_date} to ${last_date}`;
}

function formatCount(number: number): string {
  return number.toLocaleString('en');
}

/** Adds the currency, if there is one. */
function formatWithCurrency(amount: number, currency: Currency): string {
  const shown = formatAmountText(amount, 'en', currency);
  return currency === null || currency === undefined ? shown : `${shown} ${currency}`;
}

// Converts a reconciliation to what the API takes with an import: within its limits.

/** Returns undefined if an amount exceeds the API's limits: then the orders are sent without it. */
export function toSourceSummary({
  repeated_products: _,
  own_totals: __,
  left_out,
  statuses,
  ...figures
}: Reconciliation): SourceSummary | undefined {
  const { gross, discounts, refunds, taxes, net, tips } = figures;
  const amounts = [gross, discounts, refunds, taxes, net, tips, ...left_out.map(({ amount }) => amount)];
  if (!amounts.every((amount) => Math.abs(amount ?? 0) <= MAX_AMOUNT)) return undefined;
  return {
    ...figures,
    currency: shorten(figures.currency, MAX_CURRENCY_LENGTH),
    taxes: taxes ?? undefined,
    first_date: figures.first_date ?? undefined,
    last_date: figures.last_date ?? undefined,
    left_out: left_out
      .slice(0, MAX_SUMMARY_ENTRIES)
      .map((one) => ({ ...one, currency: shorten(one.currency, MAX_CURRENCY_LENGTH) })),
    statuses: statuses.slice(0, MAX_SUMMARY_ENTRIES).flatMap(({ status, rows, paid }) => {
      const shown = shorten(status, MAX_STATUS_LENGTH);
      // Rows without a status are counted under an empty one.
      return shown === undefined ? [] : [{ status: shown, rows, paid: paid ?? undefined }];
    }),
  };
}

/** Undefined for no text. Half of a pair of surrogates would be refused. */
function shorten(text: string | null, length: number): string | undefined {
  return text === null || text === '' ? undefined : text.slice(0, length).toWellFormed();
}
