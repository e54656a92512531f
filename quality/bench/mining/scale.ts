// Load, mine and build rules on seeded, generated orders with Zipf-distributed products, in one process per size, so
// that the memory is that of the size alone: npm run -s bench -- scale [--lines 1000000,2000000].
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildBaskets } from '../../../src/core/baskets/baskets.ts';
import { rulesOf } from '../../../src/core/mining/rules/mine-rules.ts';
import { frequentItemsets } from '../../../src/core/mining/search/frequent-itemsets.ts';
import { leastCount } from '../../../src/core/mining/search/thresholds.ts';
import { createColumnsBuilder } from '../../../src/core/orders/columns-builder.ts';
import { randomFrom } from '../../harness/random/random.ts';
import { reportCase } from '../measuring/json-lines.ts';

const SIZES = '1000000,2000000,5000000,10000000,20000000';
const PRODUCTS = 20_000;
const LINES_PER_ORDER = 9;
const MIN_SUPPORT = 0.001;

export function benchScale(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: { lines: { type: 'string', default: SIZES }, alone: { type: 'boolean', default: false } },
  });
  for (const lines of values.lines.split(',')) {
    if (values.alone) runSize(Number(lines));
    else {
      spawnSync(
        process.execPath,
        [join(import.meta.dirname, '../main.ts'), 'scale', '--alone', '--lines', lines],
        {
          stdio: 'inherit',
        },
      );
    }
  }
}

function runSize(lines: number): void {
  const generated = performance.now();
  const random = randomFrom(7);
  const pick = zipf(PRODUCTS, random);
  const names = Array.from({ length: PRODUCTS }, (_, i) => `product ${i}`);
  const began = performance.now();
  const builder = createColumnsBuilder({ productIdentifier: 'name', keep: () => true });
  let left = lines;
  for (let order = 0; left > 0; order++) {
    const width = Math.min(left, 1 + Math.floor(random() * 2 * LINES_PER_ORDER));
    left -= width;
    builder.add(
      { orderId: `o${order}`, customerId: `c${order % 100_000}`, orderDate: 1.7e12 + order },
      Array.from({ length: width }, () => ({
        name: names[pick()],
        sku: undefined,
        unitPrice: 1.5,
        quantity: 1,
        customFields: undefined,
      })),
    );
  }
  const columns = builder.build();
  const loaded = performance.now();
  const loadedMb = peakMb();
  const { baskets } = buildBaskets(columns, { customerScope: 'all', scope: 'order', dateRange: undefined });
  const built = performance.now();
  const itemsets = frequentItemsets(baskets, leastCount(MIN_SUPPORT, baskets.basketCount));
  const mined = performance.now();
  const { ruleCount } = rulesOf(baskets, itemsets, {
    minSupport: MIN_SUPPORT,
    minConfidence: 0.1,
    maxRules: 10_000,
  });
  const ended = performance.now();
  reportCase('scale', {
    lines,
    baskets: baskets.basketCount,
    itemsets: itemsets.trie.size - 1,
    rules: ruleCount,
    /** Includes generating the orders. */
    load_ms: Math.round(loaded - began),
    baskets_ms: Math.round(built - loaded),
    mine_ms: Math.round(mined - built),
    rules_ms: Math.round(ended - mined),
    setup_ms: Math.round(began - generated),
    loaded_rss_mb: loadedMb,
    peak_rss_mb: peakMb(),
  });
}

function peakMb(): number {
  return Math.round(process.resourceUsage().maxRSS / 1_024);
}

/** Ranks drawn in proportion to 1 / (rank + 1), by binary search in the cumulative weights. */
function zipf(count: number, random: () => number): () => number {
  const cumulative = new Float64Array(count);
  let total = 0;
  for (let rank = 0; rank < count; rank++) {
    total += 1 / (rank + 1);
    cumulative[rank] = total;
  }
  return () => {
    const wanted = random() * total;
    let low = 0;
    let high = count - 1;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((cumulative[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  };
}
