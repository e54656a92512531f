// Describes the figures of a replenishment report, and their changes since the previous one.

import type { ReplenishmentKind } from '../../../contract/report-types/replenishment/definition.ts';
import { DUE_STAGES, MAX_CHANGED_PRODUCTS } from '../../../contract/report-types/replenishment/limits.ts';
import type {
  ReplenishmentBody,
  replenishmentChanges,
} from '../../../contract/report-types/replenishment/schema.ts';
import type { Shape } from '../../../contract/schema/shape.ts';
import { say } from '../../../contract/sentences/sentence.ts';
import type { ReportTypeFinish } from '../report-type.ts';
import { countFitting } from '../travelling-bytes.ts';
import { withWarning } from '../worded.ts';
import { withReplenishmentInsights } from './insights.ts';

type Changes = Omit<Shape<typeof replenishmentChanges>, 'compared_with' | 'note'>;

export const replenishmentFinish = {
  async compare(compared_with, earlier, later) {
    const [before, after] = await Promise.all([earlier.body(), later.body()]);
    if (before === undefined || after === undefined) return undefined;
    return { compared_with, ...compareProducts(before, after) };
  },
  describe: (body, changes, settings) => withReplenishmentInsights({ ...body, changes }, settings),
  fit: fitProducts,
} as const satisfies ReportTypeFinish<ReplenishmentKind>;

function compareProducts(earlier: ReplenishmentBody, later: ReplenishmentBody): Changes {
  const before = new Map(earlier.products.map(({ product, customers_due }) => [product, customers_due]));
  const products = later.products.flatMap(({ product, customers_due: after }) => {
    const was = before.get(product);
    return was === undefined || was === after ? [] : [{ product, before: was, after }];
  });
  return {
    stages: DUE_STAGES.map((stage) => ({
      stage,
      before: earlier.summary[stage],
      after: later.summary[stage],
    })),
    products: products
      .sort((a, b) => Math.abs(b.after - b.before) - Math.abs(a.after - a.before))
      .slice(0, MAX_CHANGED_PRODUCTS),
  };
}

/** Drops the last products, which nobody is due to buy, until the body fits in `maxBytes`. */
function fitProducts(body: ReplenishmentBody, maxBytes: number): ReplenishmentBody {
  const { products } = body;
  const kept = countFitting({ ...body, products: [] }, products, maxBytes);
  if (kept === products.length) return body;
  return withWarning(
    { ...body, products: products.slice(0, kept) },
    say('products_not_listed', { products: products.length - kept }),
  );
}
