// What changed since an earlier replenishment report: customers by stage, and products whose buyers are due.
import { MAX_CHANGED, STAGES } from '../../../contract/report-types/replenishment/limits.ts';
import type {
  ReplenishmentBody,
  replenishmentChanges,
} from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';

type Changes = Omit<Shape<typeof replenishmentChanges>, 'compared_with' | 'note'>;

export function replenishmentChangesBetween(earlier: ReplenishmentBody, later: ReplenishmentBody): Changes {
  const before = new Map(earlier.products.map(({ product, customers_due }) => [product, customers_due]));
  const products = later.products.flatMap(({ product, customers_due: after }) => {
    const was = before.get(product);
    return was === undefined || was === after ? [] : [{ product, before: was, after }];
  });
  return {
    stages: STAGES.map((stage) => ({ stage, before: earlier.summary[stage], after: later.summary[stage] })),
    products: products
      .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
      .slice(0, MAX_CHANGED),
  };
}
