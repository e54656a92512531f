// Measures recommendations for customers on the last day with orders of each: npm run -s bench -- next-orders --data FILE.
// A report tests them on the latest days of the shop instead, from all orders before these.
import { parseArgs } from 'node:util';
import { buildOrderColumns } from '../../../apps/cli/commands/files/read-whole.ts';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { buildBaskets } from '../../../src/analysis/baskets/baskets.ts';
import { listNextOrders, type NextQuality } from '../../../src/analysis/recommendations/next-orders.ts';
import { MAX_PAIR_WORK } from '../../../src/analysis/recommendations/product-evidence.ts';
import { EaseFit, MOST_FITTED } from '../../../src/analysis/recommendations/score-model.ts';
import { drawTestedOrders } from '../../../src/analysis/recommendations/tested-carts.ts';
import {
  countBaskets,
  measureServed,
  splitAt,
  type TimedBaskets,
  weighPopularity,
} from '../../../src/analysis/recommendations/tested-scores.ts';
import { reportCase } from '../measuring/figures.ts';

/** The day that hidden orders are moved to. */
const HIDDEN = 1e6;
/** Fewest days with orders of a customer whose last one is hidden. */
const LEAST_DAYS = 3;

export async function benchNextOrders(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'apps/cli/demo/data/online-retail-2010-12.csv.gz' },
      // 1: the last orders. 2: those before them, without the last ones, to choose parameters.
      back: { type: 'string', default: '1' },
    },
  });
  const reading = await readLocalOrders([values.data]);
  const columns = await buildOrderColumns(reading.orders, { productIdentifier: 'name', keep: () => true });
  const all: TimedBaskets = buildBaskets(columns, {
    ...{ customerScope: 'all', dateRange: undefined, scope: 'order' },
  }).baskets;
  let timed = hideLastOrders(all);
  for (let back = Number(values.back); back > 1; back--)
    timed = hideLastOrders(splitAt(timed, HIDDEN).earlier);
  const { earlier, later } = splitAt(timed, HIDDEN);
  const counted = countBaskets(earlier, MAX_PAIR_WORK);
  const fit = new EaseFit(Math.min(counted.sellers.length, MOST_FITTED));
  const popularityShare = weighPopularity(earlier, MAX_PAIR_WORK);
  const latest = { earlier, orders: drawTestedOrders(later, 0), next: listNextOrders(timed, HIDDEN) };
  const { next } = measureServed(latest, counted, fit, popularityShare);
  const name = values.data.split('/').at(-1);
  if (next === undefined) throw new Error('too few customers have orders on three days');
  reportCase('again', { data: name, ...toPercent(next.again) });
  reportCase('new', { data: name, popularityShare, ...toPercent(next.fresh) });
}

function hideLastOrders(baskets: TimedBaskets): TimedBaskets {
  const { moments, customers } = baskets;
  if (moments === undefined || customers === undefined) throw new Error('orders need dates and customers');
  const daysOf = new Map<number, Set<number>>();
  for (const [basket, customer] of customers.entries()) {
    const day = moments[basket] ?? Number.NaN;
    if (customer < 0 || Number.isNaN(day)) continue;
    const days = daysOf.get(customer) ?? new Set();
    daysOf.set(customer, days.add(day));
  }
  const lastDays = new Map(
    [...daysOf].flatMap(([customer, days]) =>
      days.size < LEAST_DAYS ? [] : [[customer, Math.max(...days)] as const],
    ),
  );
  const hidden = moments.map((day, basket) => (day === lastDays.get(customers[basket] ?? -1) ? HIDDEN : day));
  return { ...baskets, moments: hidden };
}

function toPercent({ customers, recall, popular, differenceMargin }: NextQuality) {
  const round = (share: number): number => Number((100 * share).toFixed(2));
  return {
    customers,
    found_percent: round(recall),
    best_sellers_percent: round(popular),
    beyond_points: [recall - popular - differenceMargin, recall - popular + differenceMargin].map(round),
  };
}
