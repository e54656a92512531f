// Frequent itemsets and rules of a file of baskets: npm run -s bench -- mining --data FILE --min-support S.
import { parseArgs } from 'node:util';
import { frequentItemsets } from '../src/core/mining/frequent-itemsets.ts';
import { mineRules } from '../src/core/mining/mine-rules.ts';
import { leastCount } from '../src/core/mining/thresholds.ts';
import { readBaskets } from '../test/core/mining/basket-data.ts';
import { report } from './json-lines.ts';

const WARM_RUNS = 5;

export function benchMining(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'test/core/mining/data/groceries.csv.gz' },
      'min-support': { type: 'string', default: '0.001' },
      'min-confidence': { type: 'string', default: '0.1' },
    },
  });
  const minSupport = Number(values['min-support']);
  const name = `mining ${values.data.split('/').at(-1)} ${minSupport}`;
  const baskets = readBaskets(values.data, values.data.includes('.csv') ? ',' : ' ');
  const least = leastCount(minSupport, baskets.basketCount);
  const mine = (): number => {
    const began = performance.now();
    frequentItemsets(baskets, least);
    return performance.now() - began;
  };
  report(name, mine(), 'ms', { figure_is: 'itemsets, first run in the process' });
  report(name, Math.min(...Array.from({ length: WARM_RUNS }, mine)), 'ms', {
    figure_is: 'itemsets, best of five more',
  });
  const began = performance.now();
  const minConfidence = Number(values['min-confidence']);
  const { ruleCount, itemsetCount } = mineRules(baskets, { minSupport, minConfidence, maxRules: 10_000 });
  report(name, performance.now() - began, 'ms', {
    figure_is: 'itemsets and ranked rules together',
    itemsets: itemsetCount,
    rules: ruleCount,
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
}
