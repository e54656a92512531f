// Replenishment figures as findings, by fixed rules. What no rule found better than chance on past dates is no finding.
import { amountsIn, counted, listed, percent, whole } from '../../core/insights/wording.ts';
import { isFeeName } from '../../core/orders/fee-names.ts';
import { RULE_WORDS } from '../../core/prediction/replenishment/due-customers.ts';
import type { ReportSettings } from '../../core/settings/settings.ts';
import type { ReplenishmentBody, ReplenishmentInsights } from './schema.ts';

/** Products in a sentence. */
const NAMED = 3;
/** Fewer customers are no group to write to. */
const LEAST_NAMED = 5;
const NEARLY_ALL = 0.9;

type Finding = ReplenishmentInsights['due'];

export function withReplenishmentInsights(
  body: ReplenishmentBody,
  settings: ReportSettings,
): ReplenishmentBody {
  const { summary } = body;
  if (summary.customers === 0) return body;
  return {
    ...body,
    ai_insights: {
      generated_by: 'rules',
      business_context: settings.businessContext ?? null,
      context: settings.context ?? null,
      summary: inShort(body),
      due: due(body, settings),
      due_products: dueProducts(body),
      rhythm_broken: rhythmBroken(body),
      tried: tried(body),
    },
  };
}

/** Whether any rule named customers who ordered more often than all. */
function isTellingAnything({ cadence }: ReplenishmentBody): boolean {
  return cadence?.backtest.rules.some(({ better_than_all }) => better_than_all) ?? false;
}

function inShort(body: ReplenishmentBody): string {
  const { customers, too_few_orders, overdue, due_this_week } = body.summary;
  if (!isTellingAnything(body)) return nothingTold(body);
  const paced = customers - too_few_orders;
  const is = due_this_week === 1 ? 'is' : 'are';
  return (
    `Of ${counted(paced, 'customer')} with orders on two days or more, ${whole(due_this_week)} ${is} due to order again within a week ` +
    `and ${whole(overdue)} overdue; ${whole(too_few_orders)} of ${counted(customers, 'customer')} ordered too seldom for a due date.`
  );
}

/** Where nearly all order in time, naming some of them cannot do better than naming all. */
function nothingTold({ summary, cadence }: ReplenishmentBody): string {
  const { customers = 0, ordered = 0, days = 0 } = cadence?.backtest ?? {};
  return customers > 0 && ordered / customers > NEARLY_ALL
    ? `On past dates, ${percent(ordered / customers)} of the customers ordered within ${days} days: naming some of them does no better than naming all.`
    : `Nothing can be said of when ${counted(summary.customers, 'customer')} will order again.`;
}

function due(body: ReplenishmentBody, { currency }: ReportSettings): Finding {
  const { summary, expected, cadence } = body;
  if (cadence === null || !isTellingAnything(body)) return null;
  const amount = amountsIn(currency);
  const [inDays] = expected;
  if (inDays === undefined) return null;
  const { days, orders, orders_interval: range, revenue, revenue_interval: spent } = inDays;
  const money =
    revenue === null || spent === null
      ? ''
      : `, worth ${amount(revenue)} (${amount(spent.low)} to ${amount(spent.high)})`;
  const days30 = summary.due_this_week + summary.due_this_month;
  return {
    text:
      `${counted(days30, 'customer')} ${days30 === 1 ? 'is' : 'are'} due in the next 30 days, ${whole(summary.due_this_week)} of them within a week. ` +
      `In the next ${days} days ${whole(orders)} orders are expected (${percent(cadence.interval_level)} interval ${whole(range.low)} to ${whole(range.high)})${money}.` +
      (cadence.k === 1 ? ' Orders come without a rhythm: a due date is the middle of a wide window.' : ''),
  };
}

function dueProducts(body: ReplenishmentBody): Finding {
  if (!isTellingAnything(body)) return null;
  const named = body.products
    .filter(({ customers_due, product }) => customers_due >= LEAST_NAMED && !isFeeName(product))
    .slice(0, NAMED);
  if (named.length === 0) return null;
  const texts = named.map(({ product, customers_due, further_days: days }) => {
    const gap = days === null ? '' : `, usually again after ${counted(days, 'day')}`;
    return `${product} (${counted(customers_due, 'customer')}${gap})`;
  });
  return { text: `Most customers are due to buy ${listed(texts)} again, within a week or already late.` };
}

function rhythmBroken({ summary, cadence }: ReplenishmentBody): Finding {
  const { rhythm_broken: broken } = summary;
  if (cadence === null || broken === 0) return null;
  return {
    text:
      `${counted(broken, 'customer')} ${broken === 1 ? 'has' : 'have'} stayed away for more than twice ${broken === 1 ? 'the' : 'their'} own gap, and for longer than chance explains: ` +
      'write to them first, before they are gone.',
  };
}

function tried({ cadence }: ReplenishmentBody): Finding {
  if (cadence === null || cadence.backtest.named === 0) return null;
  const { backtest } = cadence;
  const { cut_dates, days, named, rules, sorted_by, customers, ordered } = backtest;
  const [model, ...others] = rules;
  if (model === undefined) return null;
  const beside = others.map(({ rule, share }) => `${percent(share)} by ${RULE_WORDS[rule]}`);
  const dates = cut_dates.length === 1 ? 'one past date' : `${cut_dates.length} past dates`;
  return {
    text:
      `On ${dates}, of ${counted(named, 'customer')} whom each rule named, ${percent(model.share)} of those by the model ordered within ${days} days, ` +
      `${listed(beside)}; of all customers with a pace ${percent(ordered / customers)}. ` +
      (backtest.rules.some(({ better_than_all }) => better_than_all)
        ? `The list is in the order of ${RULE_WORDS[sorted_by]}.`
        : 'No rule did better than chance: the order of the list means nothing here.'),
  };
}
