// In how many shops a product is said to set a segment apart where none does, and how often a planted one is found: npm run -s
// bench -- null-segments [--shops N] [--design N]. Deterministic.
import { parseArgs } from 'node:util';
import type { OrderColumns } from '../../../src/core/orders/columns.ts';
import { buildRfmReport } from '../../../src/report-types/rfm/analyse.ts';
import { NULL_SHOPS, nullShop, PLANTED_PRODUCT, type Planted } from '../../harness/random/null-shops.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';
import { REPORT_SETTINGS } from '../measuring/made-up-orders.ts';

/** The customers concerned take the product into so many more of a hundred orders. */
const PLANTED: readonly Planted[] = (['frequent', 'lapsed'] as const).flatMap((among) =>
  [0.05, 0.1, 0.2, 0.4].map((added) => ({ among, added })),
);

export function benchNullSegments(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { shops: { type: 'string', default: '200' }, design: { type: 'string' } },
  });
  const shops = Number(values.shops);
  for (const [at, shop] of NULL_SHOPS.entries()) {
    if (values.design !== undefined && at !== Number(values.design) - 1) continue;
    const claims = (planted?: Planted) =>
      Array.from({ length: shops }, (_, set) =>
        namedIn(nullShop(shop, randomFrom(1_000 * at + set + 1), planted)),
      );
    const share = (found: readonly (readonly string[])[], isCounted: (product: string) => boolean) =>
      found.filter((products) => products.some(isCounted)).length / shops;
    const isOther = (product: string) => product !== PLANTED_PRODUCT;
    const power = PLANTED.map((planted) => {
      const found = claims(planted);
      return {
        ...planted,
        found: share(found, (product) => !isOther(product)),
        with_any_other: share(found, isOther),
      };
    });
    reportCase(`null segments: ${shop.name}`, {
      shops,
      share_with_any_false: share(claims(), () => true),
      power,
    });
  }
}

/** Every product to which the report gives a lift. */
function namedIn(columns: OrderColumns): string[] {
  // From a start date on, a report has no predictions: they take most of its time.
  const settings = { ...REPORT_SETTINGS, dateRange: { start: '2025-01-01' } };
  return buildRfmReport(columns, settings).segments.flatMap(({ top_products }) =>
    top_products.filter(({ lift }) => lift !== null).map(({ product_name }) => product_name),
  );
}
