// Creates shops whose customers begin with one of several products: whether, and by how much, the first product affects
// how soon they come back.

import { pickSignificantGroups } from '../../../src/analysis/cohorts/order-groups.ts';
import { createColumnsBuilder } from '../../../src/analysis/orders/columns-builder.ts';
import { compileConditions } from '../../../src/analysis/orders/filters.ts';
import { cohortDefinition } from '../../../src/contract/report-types/cohort/definition.ts';
import type { CohortBody } from '../../../src/contract/report-types/cohort/schema.ts';
import { resolveReport } from '../../../src/contract/report-types/resolve.ts';
import { analyseCohorts } from '../analyse.ts';
import { createRandom } from './random.ts';

const DAY = 86_400_000;
const BEGIN = Date.UTC(2025, 0, 1);
/** Customers arrive over this time; an old one begins the data before them. */
const [OLD_DAYS, DAYS] = [200, 400];
const PRODUCTS = 12;
/** Days between orders, and the share of customers who leave after an order. */
const [MEAN_GAP, LEAVES] = [60, 0.4];

interface ShopKind {
  readonly customers: number;
  /** The share of customers with `Product 3` first who leave after an order; default: the share of all. */
  readonly leave?: number;
  readonly leastCustomers?: number;
}

/** Computes the COHORT report by first product of one such shop. */
export function createFirstOrderReport(
  seed: number,
  { customers, leave = LEAVES, leastCustomers }: ShopKind,
): CohortBody {
  const random = createRandom(seed);
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: compileConditions([]) });
  const addOrder = (customer: string, day: number, product: number) =>
    builder.add({ orderId: `${customer}-${day}`, customerId: customer, orderDate: BEGIN + day * DAY }, [
      { name: `Product ${product}`, sku: undefined, unitPrice: 9, quantity: 1, customFields: undefined },
      { name: 'Sticker', sku: undefined, unitPrice: 1, quantity: 1, customFields: undefined },
    ]);
  addOrder('old', 0, 0);
  for (let c = 0; c < customers; c++) {
    // A few products bring many customers, as in shops.
    const product = Math.floor(PRODUCTS * random() ** 1.8);
    const own = MEAN_GAP * (0.3 + 1.4 * random());
    const leaves = product === 3 ? leave : LEAVES;
    for (let day = OLD_DAYS + Math.floor(random() * DAYS); day < OLD_DAYS + DAYS; ) {
      addOrder(`c${c}`, day, product);
      if (random() < leaves) break;
      day += Math.ceil(-own * Math.log(1 - random()));
    }
  }
  const params = { cohort_by: 'first_product', cohort_min_customers: leastCustomers };
  const { settings } = resolveReport({ report_type: 'COHORT' });
  return analyseCohorts(builder.build(), cohortDefinition.settings(settings, params)).body;
}

export function listNamedGroups({ groups = [], group_test }: CohortBody): string[] {
  return pickSignificantGroups(groups, group_test?.p_value ?? null).map(({ group }) => group);
}
