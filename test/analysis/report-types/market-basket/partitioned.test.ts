// A market basket report searched in passes equals the report of one function. No shop of test/golden needs passes.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { getSelectionDays } from '../../../../src/analysis/baskets/selection.ts';
import { packFoundRules } from '../../../../src/analysis/changes/found-rules.ts';
import { hash32 } from '../../../../src/analysis/ingest/hash.ts';
import { ANY_RULE } from '../../../../src/analysis/mining/rules/rule-constraints.ts';
import { DEFAULT_BUDGET } from '../../../../src/analysis/mining/search/search-budget.ts';
import type { ColumnsBuilderOptions } from '../../../../src/analysis/orders/columns-builder.ts';
import { createServiceTest } from '../../../../src/analysis/orders/fee-names.ts';
import { compileConditions } from '../../../../src/analysis/orders/filters.ts';
import type { Analysis } from '../../../../src/analysis/report-types/analysis.ts';
import { marketBasketAnalysis } from '../../../../src/analysis/report-types/market-basket/market-basket.ts';
import { createPasses } from '../../../../src/analysis/report-types/market-basket/partitions/partitioned.ts';
import type { ReportTypeAnalysis } from '../../../../src/analysis/report-types/partitioned.ts';
import type { MarketBasketKind } from '../../../../src/contract/report-types/market-basket/definition.ts';
import type { RuleConstraints } from '../../../../src/contract/report-types/market-basket/rule-params.ts';
import type { MbaSettings } from '../../../../src/contract/report-types/market-basket/settings.ts';
import { createLocalTime } from '../../../../src/contract/settings/calendar.ts';
import { listLabelLevels } from '../../../../src/contract/settings/product-levels.ts';
import { CUSTOMER_SCOPES } from '../../../../src/contract/settings/settings.ts';
import { countCases } from '../../../../tools/harness/depth.ts';
import { analyseInParts } from '../../../../tools/harness/in-parts.ts';
import { CODE_POINT } from '../../../../tools/harness/random/code-points.ts';
import { createRandom } from '../../../../tools/harness/random/random.ts';
import { createMbaSettings } from '../../orders/literal-orders.ts';
import { formatDay, type Shard, type StoredOrder } from '../../orders/stored-orders.ts';
import { cutIntoParts } from '../../partitions/cut-into-parts.ts';

const LABELS = ['A', 'a', 'B', '', '\ud800', '__proto__', '"\\', 'Postage', 'custom:A=x'];
const DAY = 86_400_000;
const stored: fc.Arbitrary<StoredOrder> = fc.record({
  header: fc.record({
    orderId: fc.string({ unit: CODE_POINT, minLength: 1, maxLength: 6 }),
    customerId: fc.option(fc.constantFrom('c1', 'c2', 'c3', 'c4', '\udc00', 'constructor'), {
      nil: undefined,
    }),
    orderDate: fc.option(
      fc.integer({ min: -5, max: 140 }).map((day) => day * DAY + 7),
      { nil: undefined },
    ),
  }),
  lines: fc.array(
    fc.record({
      name: fc.option(fc.constantFrom(...LABELS), { nil: undefined }),
      sku: fc.option(fc.constantFrom('A', 's1', 's2'), { nil: undefined }),
      unitPrice: fc.constantFrom(0, 0.1, 19.99, 2.5, 1e-7, 123_456_789.01, -3, 2 ** 40),
      quantity: fc.oneof(fc.integer({ min: -2, max: 9 }), fc.constantFrom(2 ** 31 - 1, 1)),
      customFields: fc.option(
        fc
          .record({ A: fc.constantFrom('x', 'A', ''), B: fc.constantFrom('b', 'c') })
          .map((fields) => ({ ...fields })),
        { nil: undefined },
      ),
    }),
    { maxLength: 5 },
  ),
  isInParts: fc.boolean(),
});
const createLine = (name: string): StoredOrder['lines'][number] => ({
  name,
  sku: undefined,
  unitPrice: 1,
  quantity: 1,
  customFields: undefined,
});
const shards: fc.Arbitrary<readonly Shard[]> = fc.array(fc.array(stored, { maxLength: 9 }), { maxLength: 4 });

const createConstraints = (some: Partial<RuleConstraints>): RuleConstraints => ({ ...ANY_RULE, ...some });

const settings: fc.Arbitrary<Partial<MbaSettings>> = fc.record({
  scope: fc.constantFrom('order', 'customer'),
  customerScope: fc.constantFrom('all', ...CUSTOMER_SCOPES),
  productIdentifier: fc.constantFrom('name', 'sku'),
  productLevels: fc.constantFrom(undefined, undefined, ['product', 'custom:A'] as const),
  productLevel: fc.constantFrom(undefined, undefined, 'A'),
  minSupport: fc.constantFrom(0, 0.1, 0.4),
  minConfidence: fc.constantFrom(0, 0.5),
  dateRange: fc.constantFrom(
    undefined,
    { end: formatDay(100) },
    { start: formatDay(3) },
    { start: formatDay(3), end: formatDay(40) },
  ),
  conditions: fc.constantFrom(
    [],
    [{ field: 'line_item_value', operator: 'greater_than', value: 2 } as const],
  ),
  timeZone: fc.constantFrom('UTC', 'Pacific/Apia'),
  insightMinBaskets: fc.constantFrom(undefined, 2),
  serve: fc.boolean(),
  productProfiles: fc.boolean(),
  servedFields: fc.constantFrom(undefined, ['A'], ['A', 'B']),
  leaveOut: fc.constantFrom(undefined, undefined, { notGoods: undefined }, { notGoods: ['a'] }),
  rules: fc.constantFrom(
    undefined,
    undefined,
    createConstraints({ mustContain: ['A'], exclude: ['Postage'] }),
    createConstraints({ antecedents: ['A', 'a', 'unknown'], minLift: 1.1, maxConsequents: 1 }),
    createConstraints({ exclude: ['B'], consequents: ['', '"\\'], maxProducts: 3, redundant: false }),
  ),
});

const toOptions = (asked: MbaSettings): ColumnsBuilderOptions => ({
  productIdentifier: asked.productIdentifier,
  productLevel: asked.productLevel,
  productLevels: listLabelLevels(asked),
  isService: createServiceTest(asked.leaveOut),
  keep: compileConditions(asked.conditions),
  localTime: createLocalTime(asked.timeZone),
  range: getSelectionDays(asked),
});

function packAnalysis({
  body,
  companion,
  evidence,
  ruleSetFile,
  profileFile,
}: Analysis<MarketBasketKind>): object {
  return {
    body: JSON.stringify(body),
    companion: companion && Buffer.from(packFoundRules(companion)).toString('base64'),
    evidence:
      evidence &&
      JSON.stringify([
        [...evidence.products()],
        evidence.summary(),
        evidence.largestBasket,
        evidence.fields,
        [...evidence.popularByValue()],
      ]),
    profiles: profileFile && Buffer.concat([...profileFile()]).toString('base64'),
    ruleSet:
      ruleSetFile &&
      Buffer.concat(Array.from(ruleSetFile() ?? [], (piece) => piece.slice())).toString('base64'),
  };
}

function packParts(...cutting: Parameters<typeof analyseParts>): object {
  return packAnalysis(analyseParts(...cutting));
}

function analyseParts(
  orders: readonly Shard[],
  asked: MbaSettings,
  parts: number,
  linesPerFile: number,
  partitioned: ReportTypeAnalysis<MarketBasketKind> = marketBasketAnalysis,
): Analysis<MarketBasketKind> {
  const cut = cutIntoParts(orders, toOptions(asked), {
    parts,
    by: partitioned.partitionBy(asked),
    linesPerFile,
  });
  return analyseInParts(
    partitioned,
    cut.parts.map((columns) => () => columns),
    asked,
    cut.whole,
  );
}

const BUDGET = { ...DEFAULT_BUDGET, maxCandidates: 1_000_000 };
const IN_PASSES = createPasses({
  ...{ gathered: 0, budget: BUDGET },
  serving: { blockBytes: 40, mostFitted: 0 },
});
/** One function without fitted scores of recommendations, which partitions do not have either. */
const UNFITTED = createPasses({
  ...{ gathered: 1e9, budget: BUDGET },
  serving: { blockBytes: 40, mostFitted: 0 },
});

/** Orders with products of one of three groups, and rarely with a product of another. */
function createShop(seed: number): Shard[] {
  const random = createRandom(seed);
  return [0, 1].map((shard) =>
    Array.from({ length: 60 }, (_, order) => {
      const group = Math.floor(random() * 3);
      const names = LABELS.filter((_name, at) => random() < (Math.floor(at / 3) === group ? 0.8 : 0.1));
      return {
        header: {
          orderId: `${shard}-${order}`,
          customerId: `c${Math.floor(random() * 40)}`,
          orderDate: Math.floor(random() * 90) * DAY,
        },
        lines: names.map((name) => ({
          name,
          sku: undefined,
          unitPrice: 1 + name.length,
          quantity: 1,
          customFields: { A: random() < 0.9 ? `group ${group}` : 'x', B: name === 'A' ? 'b' : 'c' },
        })),
        isInParts: order % 7 === 0,
      };
    }),
  );
}

/** A case with rules, whatever the drawn cases have. */
const WITH_RULES: [readonly Shard[], Partial<MbaSettings>, number, number] = [
  createShop(1),
  { minSupport: 0.1, minConfidence: 0 },
  7,
  4,
];

/** Drawn orders, some with a small shop: alone, most of them hold no two products often enough for a rule. */
const shopped: fc.Arbitrary<readonly Shard[]> = fc
  .tuple(shards, fc.option(fc.nat(1_000)))
  .map(([drawn, seed]) =>
    seed === null ? drawn : [...drawn, ...createShop(seed).map((shard) => shard.slice(0, 30))],
  );

it('a report is the same, byte for byte, if its itemsets are searched in passes', () => {
  const served = { serve: true, productProfiles: true, minSupport: 0.1, servedFields: ['A'] };
  let rules = 0;
  fc.assert(
    fc.property(
      shopped,
      settings,
      fc.constantFrom(1, 2, 7, 16),
      fc.constantFrom(1, 4, 1_000),
      (orders, overrides, parts, linesPerFile) => {
        const asked = createMbaSettings({
          ...overrides,
          ...(overrides.productLevels && { productLevel: undefined }),
        });
        const single = analyseParts(orders, asked, 1, linesPerFile, UNFITTED);
        rules += single.body.association_rules.length;
        expect(packParts(orders, asked, parts, linesPerFile, IN_PASSES)).toEqual(packAnalysis(single));
      },
    ),
    { numRuns: countCases(12), examples: [WITH_RULES, [createShop(1), served, 7, 4]] },
  );
  expect(rules).toBeGreaterThan(10);
});

it('a search in passes beyond its budget is reduced to the same rules with the same warnings as in one function', () => {
  const warnings = new Set<string>();
  /** A shard that exceeds the budget, as drawn ones may not. */
  const alike: Shard = ['c1', 'c2'].map((customerId) => ({
    header: { orderId: customerId, customerId, orderDate: undefined },
    lines: LABELS.map(createLine),
    isInParts: false,
  }));
  fc.assert(
    fc.property(
      shards,
      fc.constantFrom(2, 12, 25, 40, 1_000),
      fc.constantFrom(0, 60, 300, 4_000_000),
      fc.constantFrom(0, 0.1),
      fc.constantFrom(1, 2, 7),
      fc.record({
        serve: fc.boolean(),
        productLevels: fc.constantFrom(undefined, ['product', 'custom:A'] as const),
      }),
      (orders, maxItemsets, maxSplits, minSupport, parts, overrides) => {
        const asked = createMbaSettings({ scope: 'customer', minSupport, ...overrides });
        const budget = { ...BUDGET, maxItemsets, maxSplits };
        const [single, inPasses] = [1e9, 0].map((gathered) =>
          createPasses({ gathered, budget, serving: { blockBytes: 40, mostFitted: 0 } }),
        );
        expect(packParts(orders, asked, parts, 4, inPasses)).toEqual(packParts(orders, asked, 1, 4, single));
        const { body } = analyseParts(orders, asked, parts, 4, inPasses);
        for (const warning of body.warnings) warnings.add(warning.replace(/\d+(\.\d+)?/g, '#'));
      },
    ),
    {
      numRuns: countCases(3) + 2,
      examples: [
        [[alike], 2, 4_000_000, 0, 2, { serve: true, productLevels: undefined }],
        [[alike], 1_000, 300, 0, 2, { serve: false, productLevels: undefined }],
      ],
    },
  );
  expect([...warnings].join()).toMatch(/Too many combinations/);
  expect([...warnings].join()).toMatch(/larger sets/);
});

/** Every customer orders a product of their own on four days, and on the last two a new one of a few. */
function createHabits(customers: number): Shard[] {
  const random = createRandom(5);
  return [0, 1].map((shard) =>
    Array.from({ length: 4 * customers }, (_, order) => {
      const [customer, visit] = [order % customers, Math.floor(order / customers)];
      const names = [`own ${customer % 40}`, LABELS[Math.floor(random() * 6)] ?? '', LABELS[visit] ?? ''];
      return {
        header: {
          orderId: `${shard}-${order}`,
          customerId: `${shard} customer ${customer}`,
          orderDate: 10 * visit * DAY,
        },
        lines: [...new Set(names)].map(createLine),
        isInParts: order % 7 === 0,
      };
    }),
  );
}

const findNextNotes = ({ body }: Analysis<MarketBasketKind>) =>
  body.notes.filter((note) => note.includes('next orders of'));

it('a report in passes states the same test on next orders as one function', () => {
  const orders = createHabits(60);
  const asked = createMbaSettings({ serve: true, minSupport: 0.1 });
  const single = analyseParts(orders, asked, 1, 50, UNFITTED);
  expect(findNextNotes(single)).toEqual([expect.stringContaining('the next orders of 120 customers')]);
  expect(packParts(orders, asked, 7, 50, IN_PASSES)).toEqual(packAnalysis(single));
  for (const each of findNextNotes(single)) expect(each).toContain('a sample of customers');
  const perCustomer = { ...asked, scope: 'customer' as const };
  expect(findNextNotes(analyseParts(orders, perCustomer, 7, 50, IN_PASSES))).toEqual([]);
});

it('a report whose baskets are gathered states the same test on next orders as one function, without a sample', () => {
  const orders = createHabits(60);
  const asked = createMbaSettings({ serve: true, minSupport: 0.1 });
  const single = analyseParts(orders, asked, 1, 50);
  expect(findNextNotes(single)).toEqual([expect.stringMatching(/of 120 customers(?!.*sample of)/)]);
  expect(packParts(orders, asked, 7, 50)).toEqual(packAnalysis(single));
});

it('a large report tests next orders on the same drawn customers in every number of partitions', () => {
  const orders = createHabits(300);
  const asked = createMbaSettings({ serve: true, minSupport: 0.1 });
  const lines = orders.flat().reduce((sum, order) => sum + order.lines.length, 0);
  const sampledLines = lines / 2;
  const drawn = orders.map((shard) =>
    shard.filter(({ header: { customerId = '' } }) => hash32(customerId) < 2 ** 31),
  );
  const expected = findNextNotes(analyseParts(drawn, asked, 1, 50, UNFITTED));
  expect(expected).toEqual([expect.stringMatching(/the next orders of (2[6-9]|3[0-4])\d customers/)]);
  const inPasses = createPasses({
    gathered: 0,
    budget: BUDGET,
    serving: { blockBytes: 4_000, sampledLines },
  });
  for (const parts of [2, 5, 16])
    expect(findNextNotes(analyseParts(orders, asked, parts, 50, inPasses))).toEqual(expected);
});

it('a large report leaves a customer with over a hundredth of the sample out of it', () => {
  const orders = createHabits(60);
  const [first = []] = orders;
  const till = Array.from({ length: 40 }, (_, at) => ({
    header: { orderId: `till ${at}`, customerId: 'till', orderDate: (at % 30) * DAY },
    lines: LABELS.map(createLine),
    isInParts: false,
  }));
  const asked = createMbaSettings({ serve: true, minSupport: 0.1 });
  const inPasses = createPasses({
    gathered: 0,
    budget: BUDGET,
    serving: { blockBytes: 4_000, sampledLines: 2_000 },
  });
  const [without, withTill] = [orders, [[...first, ...till], ...orders.slice(1)]].map((of) =>
    findNextNotes(analyseParts(of, asked, 3, 50, inPasses)),
  );
  expect(withTill).toHaveLength(1);
  expect(withTill).toEqual(without);
});
