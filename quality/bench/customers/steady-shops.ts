// How often recent and older customers of shops in which nothing changes are said to differ: npm run -s bench -- steady-shops
// [--shops N]. Deterministic.
import { parseArgs } from 'node:util';
import { SHOP_KINDS, steadyShop } from '../../harness/random/steady-shops.ts';
import { reportCase } from '../measuring/json-lines.ts';

const SIGNIFICANCE = 0.05;

export function benchSteadyShops(args: string[]): void {
  const { values } = parseArgs({ args, options: { shops: { type: 'string', default: '400' } } });
  const shops = Number(values.shops);
  for (const [at, kind] of SHOP_KINDS.entries()) {
    const found = Array.from({ length: shops }, (_, seed) => {
      const shop = steadyShop(10_000 * at + seed, kind);
      return {
        all_cohorts: shop.without(0),
        without_first_month: shop.without(1),
        quantile_90: shop.withoutQuantile(9, 10),
        quantile_95: shop.withoutQuantile(19, 20),
        quantile_975: shop.withoutQuantile(39, 40),
        quantile_99: shop.withoutQuantile(99, 100),
        as_reported: shop.pValue,
      };
    });
    const names = [
      'all_cohorts',
      'without_first_month',
      'quantile_90',
      'quantile_95',
      'quantile_975',
      'quantile_99',
      'as_reported',
    ] as const;
    reportCase(`steady shops: ${kind.meanGap} days between orders, ${100 * kind.leaves} % leave after each`, {
      shops,
      // Of the shops in which a comparison is left.
      ...Object.fromEntries(names.map((name) => [name, shareOf(found.map((shop) => shop[name]))])),
      standard_error_of_5_percent: Number(Math.sqrt((0.05 * 0.95) / shops).toFixed(4)),
    });
  }
}

/** Null where no shop has a comparison. */
function shareOf(pValues: readonly number[]): { readonly compared: number; readonly differ: number | null } {
  const compared = pValues.filter((p) => !Number.isNaN(p));
  const differ = compared.filter((p) => p < SIGNIFICANCE).length / compared.length;
  return { compared: compared.length, differ: compared.length === 0 ? null : Number(differ.toFixed(4)) };
}
