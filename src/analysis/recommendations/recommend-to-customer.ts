// Recommends products to a customer by their latest orders: those bought before, and those that go with them.

import type { OrderLine } from '../../contract/resources/orders/row.ts';
import { toDate, toDay } from '../../contract/settings/calendar.ts';
import { type ColumnsBuilderOptions, getProductOfLine } from '../orders/columns-builder.ts';
import type { FieldValue, ProductEvidence, Recommendable } from './evidence.ts';
import {
  type Bought,
  findDueDay,
  pickPastProducts,
  scoreAgain,
  toVisits,
  weighBought,
} from './past-orders.ts';

/** An order of the customer. */
export interface PastOrder {
  /** Epoch milliseconds. */
  readonly orderDate: number | undefined;
  readonly lines: Iterable<OrderLine>;
}

export interface CustomerPast {
  /** Orders with a product; those of one day count as one. */
  readonly orders: number;
  /** All products bought. */
  readonly products: ReadonlySet<string>;
  /** Those whose evidence is read. */
  readonly picked: readonly Bought<string>[];
  /** Values of custom fields by product, from the customer's own line items. */
  readonly values: ReadonlyMap<string, readonly FieldValue[]>;
}

/** `report`: how it identifies products. */
export function summarizePast(
  orders: readonly PastOrder[],
  report: Pick<ColumnsBuilderOptions, 'productIdentifier' | 'productLevel'>,
): CustomerPast {
  const values = new Map<string, FieldValue[]>();
  const visits = toVisits(
    orders.map(({ orderDate, lines }) => {
      const products = new Set<string>();
      for (const line of lines) {
        const product = line.quantity > 0 ? getProductOfLine(line, report) : undefined;
        if (product === undefined) continue;
        products.add(product);
        const own = Object.entries(line.customFields ?? {}).map(([field, value]) => ({ field, value }));
        values.set(product, [...(values.get(product) ?? []), ...own]);
      }
      return { day: orderDate === undefined ? undefined : toDay(orderDate), products };
    }),
  );
  const bought = weighBought(visits, compareTexts);
  return {
    orders: visits.length,
    products: new Set(bought.map(({ product }) => product)),
    picked: pickPastProducts(bought),
    values,
  };
}

const compareTexts = (a: string, b: string): number => (a < b ? -1 : 1);

interface AgainOptions {
  readonly limit: number;
  readonly exclude: ReadonlySet<string>;
  readonly accepts: (product: Recommendable) => boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** `evidence`: of the picked products. Products without any are not in the report, and left out. */
export function listAgain(
  { picked, values }: CustomerPast,
  evidence: readonly ProductEvidence[],
  { limit, exclude, accepts, now }: AgainOptions,
) {
  const evidenceOf = new Map(evidence.map((each) => [each.product, each]));
  return picked
    .flatMap((bought) => {
      const known = evidenceOf.get(bought.product);
      return known === undefined
        ? []
        : [{ bought, baskets: known.baskets, score: scoreAgain(bought, known.reorderRate) }];
    })
    .filter(
      ({ bought: { product }, baskets }) =>
        !exclude.has(product) && accepts({ product, baskets, values: values.get(product) ?? [] }),
    )
    .sort(
      (a, b) =>
        b.score - a.score || b.baskets - a.baskets || compareTexts(a.bought.product, b.bought.product),
    )
    .slice(0, limit)
    .map(({ bought, score }) => {
      const due = findDueDay(bought, toDay(now));
      return {
        product: bought.product,
        orders: bought.visits,
        last_order_on: bought.lastDay === undefined ? null : toDate(bought.lastDay),
        due_on: due === undefined ? null : toDate(due),
        score: Number(score.toPrecision(6)),
      };
    });
}
