// Market basket analysis of a dataset in partitions: their baskets are gathered where they fit in one function, which then
// does what it does for a dataset that it has read itself.
import { GatheredBaskets } from '../../core/basket-parts/gathered-baskets.ts';
import { packPartBaskets } from '../../core/basket-parts/packed-baskets.ts';
import { basketsOf } from '../../core/baskets/baskets.ts';
import { fillBaskets } from '../../core/baskets/fill-baskets.ts';
import { referenceDay } from '../../core/baskets/window.ts';
import { mineRules } from '../../core/mining/mine-rules.ts';
import type { PartitionedAnalysis, PartJoin } from '../partitioned.ts';
import { joinOfSpends, leastSpendIn, needsScopePass, packSpends } from '../scope-pass.ts';
import { analyseSelection } from './analyse.ts';
import type { MarketBasketKind } from './definition.ts';

export const partitionedMarketBasket: PartitionedAnalysis<MarketBasketKind> = {
  partitionBy: ({ scope, customerScope }) =>
    scope === 'order' && customerScope === 'all' ? 'order' : 'customer',
  inPart({ orders }, settings, _, known) {
    const columns = orders();
    if (known === undefined && needsScopePass(settings)) return { found: packSpends(columns) };
    return {
      found: packPartBaskets({
        ...fillBaskets(columns, settings, leastSpendIn(known)),
        labels: columns.products,
        place: columns.productPlace,
      }),
    };
  },
  join(settings, whole, known): PartJoin<MarketBasketKind> {
    if (known === undefined && needsScopePass(settings)) return joinOfSpends();
    const gathered = new GatheredBaskets(whole.scale);
    return {
      add: (found) => gathered.add(found),
      end(deps) {
        const selection = basketsOf(gathered.end(), settings, referenceDay(whole, settings.dateRange));
        const mine: typeof mineRules = (baskets, options) => mineRules(baskets, { ...options, ...deps });
        return { analysis: analyseSelection(selection, settings, mine) };
      },
    };
  },
};
