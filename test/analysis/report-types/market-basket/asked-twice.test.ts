// Two equal requests on unchanged data return the same rules and no change, whatever the size of the report.

import { describe, expect, it } from 'vitest';
import { packFoundRules, unpackFoundRules } from '../../../../src/analysis/changes/found-rules.ts';
import { assembleReport } from '../../../../src/analysis/report-types/assemble.ts';
import { marketBasketFinish } from '../../../../src/analysis/report-types/market-basket/finish.ts';
import { marketBasketAnalysis } from '../../../../src/analysis/report-types/market-basket/market-basket.ts';
import { analyseOrders } from '../../../../src/analysis/report-types/partitioned.ts';
import { NOTHING_TO_COMPARE } from '../../../../src/analysis/report-types/report-changes.ts';
import type { MbaBody } from '../../../../src/contract/report-types/market-basket/schema.ts';
import { drawBaskets } from '../../../../tools/harness/random/random-baskets.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const settings = createMbaSettings({ minSupport: 0.008, minConfidence: 0.05 });
const header = {
  report_id: 'r',
  name: 'Asked twice',
  report_type: 'MBA',
  dataset_id: 'default',
  created_at: '2026-03-31T14:05:00.000Z',
} as const;
const comparedWith = { report_id: 'q', created_at: '2026-02-28T14:05:00.000Z', reference_date: null };

/** `shift`: number of products by which names are moved. */
function analyse(shift = 0) {
  const lists = drawBaskets(11, 40, 500, 16);
  const orders = lists.map((names, at) => ({
    id: String(at),
    lines: names.map((name) => createLine(name, ((Number(name.slice(1)) + shift) % 40) + 1, 1)),
  }));
  return analyseOrders(marketBasketAnalysis, toColumns(orders), settings);
}

type Analysis = ReturnType<typeof analyse>;

/** The report as it is stored and read, with its body cut to `maxBytes`. */
const createStored = ({ body, companion }: Analysis, maxBytes: number) => ({
  body: async () => marketBasketFinish.fit(body, maxBytes),
  companion: async () => companion && unpackFoundRules(packFoundRules(companion)),
});

async function finishReport(computed: MbaBody, changes: MbaBody['changes'], maxBytes: number) {
  const report = await assembleReport({ header, settings, computed, changes, maxBytes });
  if (report.report_type !== 'MBA') throw new Error(`a ${report.report_type} report was assembled`);
  return report;
}

describe('market basket reports', () => {
  const analysis = analyse();

  it.each([40_000])(
    'return equal rules and no change when requested twice with %i bytes',
    async (maxBytes) => {
      expect(analysis.body.summary.association_rules_found).toBeGreaterThan(40_000);
      const first = await finishReport(analysis.body, NOTHING_TO_COMPARE, maxBytes);
      const again = analyse();
      const changes = await marketBasketFinish.compare(
        comparedWith,
        createStored(analysis, maxBytes),
        createStored(again, Number.POSITIVE_INFINITY),
      );
      expect(changes?.rules?.counts).toEqual({
        appeared: 0,
        vanished: 0,
        strengthened: 0,
        weakened: 0,
        unchanged: 10_000,
      });
      const second = await finishReport(again.body, changes ?? null, maxBytes);
      expect(second.association_rules).toEqual(first.association_rules);
      expect(second.association_rules.length).toBeGreaterThan(0);
    },
  );

  it('return as many rules with the most changes as with none', async () => {
    const changed = {
      antecedents: ['"'.repeat(200)],
      consequents: ['x'],
      lift: 2,
      before: null,
      after: null,
    };
    const list = Array.from({ length: 50 }, () => changed);
    const counts = { appeared: 900, vanished: 0, strengthened: 0, weakened: 0, unchanged: 0 };
    const rules = { counts, appeared: list, vanished: list, strengthened: list, weakened: list };
    const without = await finishReport(analysis.body, NOTHING_TO_COMPARE, 1_000_000);
    const most = await finishReport(analysis.body, { compared_with: comparedWith, rules }, 1_000_000);
    expect(most.association_rules).toEqual(without.association_rules);
    expect(most.changes?.rules?.counts).toEqual(counts);
    expect(most.changes?.rules?.appeared.length).toBeGreaterThan(0);
    expect(most.changes?.rules?.appeared.length).toBeLessThan(50);
    expect(Buffer.byteLength(JSON.stringify(JSON.stringify(most)))).toBeLessThanOrEqual(1_000_000);
  });
});
