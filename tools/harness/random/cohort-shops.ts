// Creates shops whose customers come back alike, whenever they began, or less often if they began later, and finds the
// claims of COHORT reports on them.

import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import { withCohortInsights } from '../../../src/analysis/report-types/cohort/insights.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { analyseCohorts } from '../analyse.ts';
import { createRandom } from './random.ts';

const DAY = 86_400_000;
const BEGIN = Date.UTC(2025, 0, 1);
/** Customers arrive over this time; an old one begins the data before them. */
const [OLD_DAYS, DAYS] = [200, 400];

export interface CohortShop {
  readonly name: string;
  readonly customers: number;
  /** Days between orders of a usual customer, and how much customers differ: the logarithm's deviation. */
  readonly gap: number;
  readonly spread: number;
  /** Exponent of the growing number of customers, below 1. */
  readonly growth?: number;
}

export const COHORT_SHOPS: readonly CohortShop[] = [
  { name: 'alike', customers: 1_000, gap: 40, spread: 0 },
  { name: 'of unequal frequency', customers: 1_000, gap: 60, spread: 1.2 },
  { name: 'few', customers: 200, gap: 40, spread: 0.5 },
  { name: 'growing in number', customers: 2_000, gap: 40, spread: 0.8, growth: 0.5 },
];

/** The share of customers who leave after each order. */
const LEAVES = 0.3;

export interface CohortClaims {
  readonly standOut: boolean;
  readonly paceDiffers: boolean;
}

/** `later`: the share of customers from the second half who leave after each order. */
export function findCohortClaims(
  seed: number,
  { customers, gap, spread, growth = 1 }: CohortShop,
  { cohortBy, later = LEAVES }: { readonly cohortBy: string; readonly later?: number },
): CohortClaims {
  const random = createRandom(seed);
  const drawNormal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: compileConditions([]) });
  let orders = 0;
  const addOrder = (customerId: string, day: number) =>
    builder.add({ orderId: `o${orders++}`, customerId, orderDate: BEGIN + Math.floor(day) * DAY }, [
      { name: 'Tea', sku: undefined, unitPrice: 9, quantity: 1, customFields: undefined },
    ]);
  addOrder('old', 0);
  for (let c = 0; c < customers; c++) {
    const own = gap * Math.exp(spread * drawNormal());
    const first = OLD_DAYS + DAYS * random() ** growth;
    const leaves = first < OLD_DAYS + DAYS / 2 ? LEAVES : later;
    for (let day = first; day < OLD_DAYS + DAYS; day += -own * Math.log(1 - random())) {
      addOrder(`c${c}`, day);
      if (random() < leaves) break;
    }
  }
  const settings = cohortDefinition.settings(resolveReport({ report_type: 'COHORT' }).settings, {
    cohort_by: cohortBy,
  });
  const { ai_insights } = withCohortInsights(analyseCohorts(builder.build(), settings).body, settings);
  const codes = [ai_insights?.retention, ai_insights?.recent_cohorts].flatMap(
    (finding) => finding?.text_coded?.map(({ code }) => code) ?? [],
  );
  return {
    standOut: codes.includes('cohorts_stand_out'),
    paceDiffers: codes.includes('pace_differs'),
  };
}
