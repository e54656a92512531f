// Computes the replenishment report's body: who is due to buy again, when and what, with the accuracy of such dates in
// the past.

import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import { MAX_WEEKS } from '../../../contract/report-types/replenishment/limits.ts';
import type {
  DueProductRow,
  ReplenishmentBody,
} from '../../../contract/report-types/replenishment/schema.ts';
import {
  echoReplenishmentSettings,
  hasWholeHistories,
} from '../../../contract/report-types/replenishment/settings.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import { toDate } from '../../../contract/settings/calendar.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { toDateOrNull } from '../../baskets/selection.ts';
import { createEmptyListed } from '../../customer-lists/build-list.ts';
import { isFeeName } from '../../orders/fee-names.ts';
import {
  type DueCustomers,
  type DueFigures,
  findDueCustomers,
} from '../../prediction/replenishment/due-customers.ts';
import { countDueByWeek, countStages, WEEK } from '../../prediction/replenishment/expected-totals.ts';
import { areDatesTelling, type ProductBacktest } from '../../prediction/replenishment/product-backtest.ts';
import { TWICE } from '../../prediction/replenishment/rhythm.ts';
import type { Analysis } from '../analysis.ts';
import { describeFees } from '../fee-notes.ts';
import { toRemarks } from '../worded.ts';
import { createReplenishmentList } from './customer-list.ts';
import type { ReplenishmentSource } from './merge.ts';

/** `source`: undefined if nothing has a date to measure against. */
export function createReplenishmentAnalysis(
  reference: number | undefined,
  source: ReplenishmentSource | undefined,
  settings: ReportSettings,
): Analysis<ReplenishmentKind> {
  const base = {
    report_type: 'REPLENISHMENT' as const,
    reference_date: toDateOrNull(reference),
    settings: echoReplenishmentSettings(settings),
    changes: null,
    ai_insights: null,
  };
  const excluded = {
    rows_without_customer: source?.selected.rowsWithoutCustomer ?? 0,
    rows_without_date: source?.selected.rowsWithoutDate ?? 0,
    customers_without_purchase: source?.selected.customersWithoutPurchase ?? 0,
  };
  const warnings = describeExclusions(excluded);
  if (reference === undefined || source === undefined || source.selected.count === 0) {
    const summary = { ...countStages(undefined, 0), late_twice: 0, customers: 0, excluded };
    return {
      body: {
        ...base,
        summary: { ...summary, products: 0, products_with_too_few_repeats: 0 },
        ...{ expected: [], weeks: [], products: [], product_dates: null, cadence: null },
        ...toRemarks({ warnings: [...warnings, say('nobody_due', {})], notes: [] }, settings.currency),
      },
      companion: undefined,
      customers: () => createEmptyListed('REPLENISHMENT'),
    };
  }
  const { selected, table } = source;
  const isRejected = table.backtest !== null && !areDatesTelling(table.backtest);
  const due = isRejected ? withoutDates(source.due) : source.due;
  const isWhole = hasWholeHistories(settings);
  const { cadence, expected, figures, notes } = isWhole
    ? findDueCustomers(source.days(), reference)
    : PARTIAL;
  const products = isWhole ? listProductRows(table, due) : [];
  const unlisted = isWhole ? table.products - products.length : 0;
  const body: ReplenishmentBody = {
    ...base,
    summary: {
      customers: selected.count,
      ...countStages(figures, selected.count),
      late_twice: figures?.overdueRatio.reduce((sum, ratio) => sum + (ratio > TWICE ? 1 : 0), 0) ?? 0,
      products: table.products,
      products_with_too_few_repeats: table.tooFewRepeats,
      excluded,
    },
    expected: [...expected],
    weeks: figures === undefined ? [] : listWeeks(figures, reference),
    products,
    product_dates: isWhole ? table.backtest : null,
    cadence,
    ...toRemarks(
      {
        warnings,
        notes: [
          ...notes,
          ...(isWhole ? describeProductDoubts(table.backtest) : []),
          ...(unlisted > 0 ? [say('products_not_listed', { products: unlisted })] : []),
          ...describeFees(
            products.flatMap(({ product }) => (isFeeName(product) ? [product] : [])),
            false,
          ),
        ],
      },
      settings.currency,
    ),
  };
  const [ids, firstDays] = [source.ids(), source.firstDays()];
  const rows = isWhole ? table.rows : [];
  return {
    body,
    companion: undefined,
    customers: () =>
      createReplenishmentList({ ids, selected, firstDays, products: rows, due }, figures, reference),
  };
}

const PARTIAL: DueCustomers = {
  cadence: null,
  expected: [],
  figures: undefined,
  notes: [say('due_dates_need_histories', {})],
};

/** Dates that the back-test rejected are not shown. */
function withoutDates({ row, day, customersDue }: ReplenishmentSource['due']): ReplenishmentSource['due'] {
  const createEmpty = ({ length }: Float64Array) => new Float64Array(length).fill(Number.NaN);
  return { row: createEmpty(row), day: createEmpty(day), customersDue: new Uint32Array(customersDue.length) };
}

function listProductRows(
  table: ReplenishmentSource['table'],
  due: ReplenishmentSource['due'],
): DueProductRow[] {
  return table.rows
    .map((row, at) => ({
      ...row,
      repeat_share: [...row.repeat_share],
      customers_due: due.customersDue[at] ?? 0,
    }))
    .sort((a, b) => b.customers_due - a.customers_due);
}

/**
 * Warns if own gaps, shrunk to the usual one, did no better than a simpler rule, or if the rule that dates follow did
 * no better than chance.
 */
function describeProductDoubts(backtest: ProductBacktest | null): Sentence[] {
  if (backtest === null) return [];
  const { dates_by: rule } = backtest;
  return [
    ...(rule === 'own_and_usual_gap' ? [] : [say('product_dates_by_other_rule', { rule })]),
    ...(areDatesTelling(backtest) ? [] : [say('product_dates_by_no_rule', {})]),
  ];
}

function listWeeks({ daysUntilDue }: DueFigures, reference: number): ReplenishmentBody['weeks'] {
  return Array.from(countDueByWeek(daysUntilDue, MAX_WEEKS), (customers, week) => ({
    first_day: toDate(reference + WEEK * week + 1),
    last_day: toDate(reference + WEEK * (week + 1)),
    customers,
  }));
}

function describeExclusions({
  rows_without_customer: anonymous,
  rows_without_date: undated,
  customers_without_purchase: customers,
}: ReplenishmentBody['summary']['excluded']): Sentence[] {
  return [
    ...(anonymous === 0 ? [] : [say('rows_without_customer', { rows: anonymous })]),
    ...(undated === 0 ? [] : [say('rows_without_date', { rows: undated })]),
    ...(customers === 0 ? [] : [say('customers_of_returns', { customers })]),
  ];
}
