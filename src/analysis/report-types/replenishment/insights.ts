// Describes replenishment figures as findings, by fixed rules. Figures that no rule predicted better than chance on
// past dates are no findings.

import type { ReplenishmentBody } from '../../../contract/report-types/replenishment/schema.ts';
import { type Sentence, say } from '../../../contract/sentences/sentence.ts';
import type { ReportSettings } from '../../../contract/settings/settings.ts';
import { isFeeName } from '../../orders/fee-names.ts';
import { areDatesTelling } from '../../prediction/replenishment/product-backtest.ts';
import { createRuleInsights, toWorded } from '../worded.ts';

/** Most products named in a sentence. */
const NAMED = 3;
/** Fewest customers that make a group worth writing to. */
const LEAST_NAMED = 5;
const NEARLY_ALL = 0.9;
/** The days of the week ahead and of the remaining days are two stages. */
const DUE_WITHIN = 30;

export function withReplenishmentInsights(
  body: ReplenishmentBody,
  settings: ReportSettings,
): ReplenishmentBody {
  if (body.summary.customers === 0) return body;
  const { currency } = settings;
  const summary_coded = [summarizeDue(body)];
  const toFinding = (sentences: readonly Sentence[]) =>
    sentences.length === 0 ? null : toWorded(sentences, currency);
  return {
    ...body,
    ai_insights: {
      ...createRuleInsights(summary_coded, settings),
      due: toFinding(describeDue(body)),
      due_products: toFinding(describeDueProducts(body)),
      rhythm_broken: toFinding(describeBrokenRhythms(body)),
      tried: toFinding(describeTriedRules(body)),
    },
  };
}

/** Whether any rule named customers who ordered more often than all customers. */
function isTellingAnything({ cadence }: ReplenishmentBody): boolean {
  return cadence?.backtest.rules.some(({ better_than_all }) => better_than_all) ?? false;
}

function summarizeDue(body: ReplenishmentBody): Sentence {
  const { customers, too_few_orders: seldom, overdue, due_this_week: due } = body.summary;
  if (!isTellingAnything(body)) return describeNothingTold(body);
  return say('customers_due_and_overdue', { paced: customers - seldom, due, overdue, seldom, customers });
}

/** If nearly all customers order in time, naming some of them cannot do better than naming all. */
function describeNothingTold({ summary, cadence }: ReplenishmentBody): Sentence {
  const { customers = 0, ordered = 0, days = 0 } = cadence?.backtest ?? {};
  return customers > 0 && ordered / customers > NEARLY_ALL
    ? say('nearly_all_order', { share: ordered / customers, days })
    : say('due_dates_unknown', { customers: summary.customers });
}

function describeDue(body: ReplenishmentBody): Sentence[] {
  const { summary, expected, cadence } = body;
  if (cadence === null || !isTellingAnything(body)) return [];
  const { due_this_week: within_week, due_this_month } = summary;
  return [
    say('customers_due', { days: DUE_WITHIN, due: within_week + due_this_month, within_week }),
    ...expected.slice(0, 1).map((soon) => describeOrdersDue(soon, cadence.interval_level)),
    ...(cadence.k === 1 ? [say('orders_without_rhythm', {})] : []),
  ];
}

function describeOrdersDue(soon: ReplenishmentBody['expected'][number], level: number): Sentence {
  const { days, orders, orders_interval, revenue: value, revenue_interval: spent, last } = soon;
  return say('orders_due_in_days', {
    ...{ days, orders, level, low: orders_interval.low, high: orders_interval.high },
    revenue: value === null || spent === null ? null : { value, low: spent.low, high: spent.high },
    tried: { date: last.cut_date, predicted: last.predicted_orders, actual: last.actual_orders },
  });
}

function describeDueProducts(body: ReplenishmentBody): Sentence[] {
  if (!isTellingAnything(body)) return [];
  const products = body.products
    .filter(({ customers_due, product }) => customers_due >= LEAST_NAMED && !isFeeName(product))
    .slice(0, NAMED)
    .map(({ product, customers_due: customers, further_days: days }) => ({ product, customers, days }));
  if (products.length === 0) return [];
  const { product_dates: tried } = body;
  if (tried === null) {
    return [
      say('products_due', { products }),
      say('product_dates_untried', {}),
      say('product_dates_too_few', {}),
    ];
  }
  if (!areDatesTelling(tried)) return [];
  const { cut_dates, days, named, bought, pairs } = tried;
  const rules = tried.rules.map(({ rule, share }) => ({ rule, share }));
  return [
    say('products_due', { products }),
    say('product_dates_tried', { dates: cut_dates.length, days, named, rules, all: bought / pairs }),
  ];
}

function describeBrokenRhythms({ summary, cadence }: ReplenishmentBody): Sentence[] {
  const { rhythm_broken: customers } = summary;
  if (cadence === null || customers === 0) return [];
  const { dates, called, ordered } = cadence.rhythm;
  return [say('rhythms_broken', { customers, dates, called, ordered })];
}

function describeTriedRules(body: ReplenishmentBody): Sentence[] {
  const { cadence } = body;
  if (cadence === null || cadence.backtest.named === 0) return [];
  const { cut_dates, days, named, sorted_by, customers, ordered } = cadence.backtest;
  const rules = cadence.backtest.rules.map(({ rule, share }) => ({ rule, share }));
  return [
    say('rules_tried', { dates: cut_dates.length, days, named, rules, all: ordered / customers }),
    isTellingAnything(body) ? say('list_in_order_of', { rule: sorted_by }) : say('no_rule_beats_chance', {}),
  ];
}
