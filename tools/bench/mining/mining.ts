// Runs the mining engine on a file of baskets and prints one JSON line.

import { closeSync, openSync, writeSync } from 'node:fs';
import { parseArgs } from 'node:util';
import type { BasketColumns } from '../../../src/analysis/baskets/basket-columns.ts';
import { mineRules } from '../../../src/analysis/mining/rules/mine-rules.ts';
import type { MineOptions } from '../../../src/analysis/mining/rules/rule.ts';
import { ANY_RULE } from '../../../src/analysis/mining/rules/rule-constraints.ts';
import {
  type FrequentItemsets,
  findFrequentItemsets,
} from '../../../src/analysis/mining/search/frequent-itemsets.ts';
import { computeLeastCount } from '../../../src/analysis/mining/search/thresholds.ts';
import type { RuleConstraints } from '../../../src/contract/report-types/market-basket/rule-params.ts';
import { MAX_RULES } from '../../../src/contract/schema/limits.ts';
import { readBasketFile } from '../measuring/basket-file.ts';
import { reportCase } from '../measuring/figures.ts';

const WARM_SEARCHES = 20;
const WARM_RULES = 5;

export function benchMining(args: string[]): void {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'test/analysis/mining/data/groceries.csv.gz' },
      'min-support': { type: 'string', default: '0.001' },
      'min-confidence': { type: 'string', default: '0.1' },
      dump: { type: 'string' },
      consequent: { type: 'string' },
      once: { type: 'boolean', default: false },
    },
  });
  const minSupport = Number(values['min-support']);
  const minConfidence = Number(values['min-confidence']);
  const [baskets, parseMs] = timeRun(() => readBasketFile(values.data));
  const least = computeLeastCount(minSupport, baskets.basketCount);
  const { consequent } = values;
  if (consequent !== undefined) {
    benchConsequent(baskets, { minSupport, minConfidence, maxRules: MAX_RULES }, consequent);
    return;
  }
  const mine = (): FrequentItemsets => findFrequentItemsets(baskets, least);
  if (values.once) {
    // Does the whole work of another program's process: reading, mining and writing only.
    dump(values.dump ?? '/dev/stdout', baskets, mine());
    return;
  }
  const [itemsets, coldMs, coldCpuMs] = timeRun(mine);
  const [warmMs, warmCpuMs] = timeBest(WARM_SEARCHES, mine);
  // Uses the constraints of a report: sets as large as the limit allows, one consequent, searched and weighed.
  const constraints = { ...ANY_RULE, maxConsequents: 1 };
  const mineBaskets = () =>
    mineRules(baskets, { minSupport, minConfidence, maxRules: MAX_RULES, constraints });
  const [{ ruleCount, singleRuleCount }, rulesColdMs] = timeRun(mineBaskets);
  const [rulesMs, rulesCpuMs] = timeBest(WARM_RULES, mineBaskets);
  reportCase(`mining ${values.data.split('/').at(-1)} ${minSupport}`, {
    min_confidence: minConfidence,
    baskets: baskets.basketCount,
    items: baskets.products.length,
    itemsets: itemsets.trie.size - 1,
    rules_single: singleRuleCount,
    rules_all: ruleCount,
    parse_ms: roundMs(parseMs),
    mine_ms: roundMs(coldMs),
    mine_ms_warm: roundMs(warmMs),
    mine_cpu_ms: roundMs(coldCpuMs),
    mine_cpu_ms_warm: roundMs(warmCpuMs),
    rules_ms_cold: roundMs(rulesColdMs),
    rules_ms: roundMs(rulesMs),
    rules_cpu_ms: roundMs(rulesCpuMs),
    peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
  });
  if (values.dump !== undefined) dump(values.dump, baskets, itemsets);
}

/** Measures the rules that lead to one product, and all rules, to compute the saving. */
function benchConsequent(baskets: BasketColumns, options: MineOptions, consequent: string): void {
  const constraints: RuleConstraints = { ...ANY_RULE, consequents: [consequent] };
  const [some, someMs] = timeRun(() => mineRules(baskets, { ...options, constraints }));
  const somePeak = process.resourceUsage().maxRSS;
  const [all, allMs] = timeRun(() => mineRules(baskets, options));
  reportCase(`one consequent ${options.minSupport}`, {
    baskets: baskets.basketCount,
    constrained_rules: some.ruleCount,
    constrained_ms: roundMs(someMs),
    constrained_peak_rss_mb: Math.round(somePeak / 1_024),
    constrained_warnings: some.warnings.length,
    all_rules: all.ruleCount,
    all_ms: roundMs(allMs),
    all_peak_rss_mb: Math.round(process.resourceUsage().maxRSS / 1_024),
    all_warnings: all.warnings.length,
    ratio: roundMs(allMs / someMs),
  });
}

/** Returns the result, the milliseconds, and the CPU milliseconds. */
function timeRun<T>(run: () => T): [T, number, number] {
  const began = performance.now();
  const before = process.cpuUsage();
  const result = run();
  const { user, system } = process.cpuUsage(before);
  return [result, performance.now() - began, (user + system) / 1_000];
}

/** Returns the least milliseconds, and the least CPU milliseconds. */
function timeBest(times: number, run: () => unknown): [number, number] {
  const runs = Array.from({ length: times }, () => timeRun(run));
  return [Math.min(...runs.map(([, ms]) => ms)), Math.min(...runs.map(([, , cpuMs]) => cpuMs))];
}

function roundMs(ms: number): number {
  return Number(ms.toPrecision(4));
}

/**
 * Writes one line per itemset, `a b c:count`, ids ascending: numerically if all are numbers, otherwise by code unit.
 */
function dump(file: string, { products }: BasketColumns, { trie, productOf }: FrequentItemsets): void {
  const isNumeric = products.every((name) => /^\d{1,15}$/.test(name));
  const items = new Uint32Array(64);
  const lines: string[] = [];
  for (let node = 1; node < trie.size; node++) {
    const length = trie.writeItems(node, items);
    const ids = Array.from(items.subarray(0, length), (rank) => products[productOf[rank] ?? 0] ?? '');
    if (isNumeric) ids.sort((a, b) => Number(a) - Number(b));
    else ids.sort();
    lines.push(`${ids.join(' ')}:${trie.getSupport(node)}\n`);
  }
  lines.sort();
  const out = openSync(file, 'w');
  for (let from = 0; from < lines.length; from += 100_000) {
    writeSync(out, lines.slice(from, from + 100_000).join(''));
  }
  closeSync(out);
}
