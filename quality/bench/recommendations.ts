// The quality of recommendations on a file of baskets, in the file's order, and what computing them costs.
import { parseArgs } from 'node:util';
import { mineRules } from '../../src/core/mining/rules/mine-rules.ts';
import { evaluateRecommendations } from '../../src/core/recommendations/evaluate.ts';
import { threadedItemsets } from '../../src/mining-threads/threaded-itemsets.ts';
import { readBasketFile } from './basket-file.ts';
import { reportCase } from './json-lines.ts';

export function benchRecommendations(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'test/core/mining/data/groceries.csv.gz' },
      'min-support': { type: 'string', default: '0.001' },
      'min-confidence': { type: 'string', default: '0.1' },
    },
  });
  const options = {
    minSupport: Number(values['min-support']),
    minConfidence: Number(values['min-confidence']),
    maxRules: 0,
    findItemsets: threadedItemsets({ clock: () => performance.now() }),
  };
  const began = performance.now();
  const { results, ...orders } = evaluateRecommendations(readBasketFile(values.data), {
    ...options,
    heldBack: 0.2,
    mine: (baskets) => mineRules(baskets, options),
  });
  const took_ms = Math.round(performance.now() - began);
  for (const result of results)
    reportCase(`recommendations ${values.data.split('/').at(-1)} ${values['min-support']}`, {
      ...orders,
      ...result,
      took_ms,
    });
}
