// Several levels at once: the rules of baskets with the categories written in as items, less those between items of one
// row; and their money by its definition.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { mineRules } from '../../../../src/analysis/mining/rules/mine-rules.ts';
import type { AssociationRule } from '../../../../src/analysis/mining/rules/rule.ts';
import { analyseMarketBasket } from '../../../../src/analysis/report-types/market-basket/partitions/partitioned.ts';
import type { MbaSettings } from '../../../../src/contract/report-types/market-basket/settings.ts';
import type { ProductLevel } from '../../../../src/contract/settings/product-levels.ts';
import { cases } from '../../../../tools/harness/depth.ts';
import { toBaskets } from '../../mining/basket-data.ts';
import { columnsOf, type LiteralOrder, line, settingsOf } from '../../orders/literal-orders.ts';

const LEVELS: readonly ProductLevel[] = ['product', 'custom:category'];

interface Row {
  readonly name: string;
  readonly category: string | undefined;
  readonly price: number;
  readonly quantity: number;
}

const toLine = ({ name, category, price, quantity }: Row) =>
  line(name, price, quantity, category === undefined ? {} : { customFields: { category } });

const itemsOf = ({ name, category }: Row): string[] =>
  category === undefined ? [name] : [name, `custom:category=${category}`];

/** A category has the name of a product, and a product is not always in the same category. */
const row: fc.Arbitrary<Row> = fc.record({
  name: fc.constantFrom('Tea', 'Milk', 'Cup', 'Honey', 'Butter'),
  category: fc.constantFrom('Tea', 'Dairy', 'Sweet', undefined),
  price: fc.constantFrom(0.1, 0.2, 4, 2 ** 40),
  quantity: fc.constantFrom(1, 1, 2, -1),
});
const shop = fc.array(fc.array(row, { minLength: 1, maxLength: 5 }), { minLength: 1, maxLength: 14 });

const sides = ({ antecedents, consequents }: AssociationRule): string =>
  JSON.stringify([antecedents, consequents]);
const inOrder = <T>(rules: readonly T[], key: (rule: T) => string): T[] =>
  [...rules].sort((a, b) => (key(a) < key(b) ? -1 : 1));

it('finds the rules of baskets that hold categories as items, but none between items of one row', () => {
  let leftOut = 0;
  fc.assert(
    fc.property(
      shop,
      fc.constantFrom(0, 0.2),
      fc.constantFrom('order', 'customer'),
      (rows, minSupport, scope) => {
        const orders = rows.map(
          (bought, at): LiteralOrder => ({ id: `o${at}`, customer: `c${at % 5}`, lines: bought.map(toLine) }),
        );
        const settings = { minSupport, minConfidence: 0.2, scope, productLevels: LEVELS };
        const report = analyseMarketBasket(
          columnsOf(orders, { productLevels: LEVELS }),
          settingsOf(settings),
        ).body;
        const sold = rows.map((bought) => bought.filter(({ quantity }) => quantity > 0));
        const merged =
          scope === 'order'
            ? sold
            : [0, 1, 2, 3, 4].map((customer) => sold.filter((_, at) => at % 5 === customer).flat());
        const baskets = merged.filter((bought) => bought.length > 0);
        const full = mineRules(toBaskets(baskets.map((bought) => bought.flatMap(itemsOf))), {
          minSupport,
          minConfidence: 0.2,
          maxRules: 100_000,
        }).rules;
        const rowItems = baskets.flat().map(itemsOf);
        const kept = full.filter(({ antecedents, consequents }) => {
          const items = [...antecedents, ...consequents];
          return !rowItems.some((own) => own.length === 2 && own.every((item) => items.includes(item)));
        });
        leftOut += full.length - kept.length;
        const figures = ({ support, confidence, lift, redundant, measures }: AssociationRule) => [
          ...[support, confidence, lift, redundant, measures.p_value, measures.leverage],
        ];
        const found = inOrder(report.association_rules, sides);
        expect(found.map(sides)).toEqual(inOrder(kept, sides).map(sides));
        expect(found.map(figures)).toEqual(inOrder(kept, sides).map(figures));
        expect(report.summary.association_rules_considered).toBe(kept.length);
        for (const { antecedents, consequents, impact_analysis } of found) {
          const items = [...antecedents, ...consequents];
          const cents = baskets
            .filter((bought) => items.every((item) => bought.flatMap(itemsOf).includes(item)))
            .flat()
            .filter((sale) => itemsOf(sale).some((item) => items.includes(item)))
            .reduce((sum, { price, quantity }) => sum + BigInt(Math.round(price * 10) * quantity), 0n);
          expect(impact_analysis.revenue).toBe(Number(cents) / 10);
        }
        const products = baskets.reduce(
          (sum, bought) => sum + new Set(bought.map(({ name }) => name)).size,
          0,
        );
        expect(report.summary.average_basket_size).toBe(baskets.length === 0 ? 0 : products / baskets.length);
      },
    ),
    { numRuns: cases(50) },
  );
  expect(leftOut).toBeGreaterThan(500);
});

const sale = (name: string, category?: string): Row => ({ name, category, price: 1, quantity: 1 });
const few = (rows: readonly (readonly Row[])[], settings: Partial<MbaSettings> = {}) => {
  const orders = rows.map((bought, at): LiteralOrder => ({ id: `o${at}`, lines: bought.map(toLine) }));
  const levels = settings.productLevels ?? LEVELS;
  return analyseMarketBasket(
    columnsOf(orders, { productLevels: levels, productIdentifier: settings.productIdentifier ?? 'name' }),
    settingsOf({ minSupport: 0, productLevels: levels, ...settings }),
  );
};

it('keeps a product apart from every category that it was sold in', () => {
  const { body } = few([
    [sale('Milk', 'Dairy'), sale('Tea', 'Drinks')],
    [sale('Milk', 'Drinks'), sale('Butter', 'Dairy')],
  ]);
  const withMilk = body.association_rules.filter(({ antecedents }) => antecedents.join() === 'Milk');
  expect(withMilk.map(({ consequents }) => consequents)).toEqual([['Butter'], ['Tea']]);
});

it('names a product whose own name reads as an item of another level by its level', () => {
  const { body } = few([[sale('custom:category=Dairy', 'Odd'), sale('Milk', 'Dairy'), sale('product=x')]]);
  const names = new Set(body.association_rules.flatMap(({ antecedents }) => antecedents));
  expect([...names].sort()).toEqual([
    'Milk',
    'custom:category=Dairy',
    'custom:category=Odd',
    'product=custom:category=Dairy',
    'product=product=x',
  ]);
});

it('counts the rows that lack a level, returns included', () => {
  const rows = [[sale('Milk', 'Dairy'), sale('Cup')], [{ ...sale('Cup'), quantity: -1 }]];
  expect(few(rows).body.warnings).toContain(
    '2 rows lack custom:category: their baskets have no item of that level for them.',
  );
  expect(few([[sale('Milk'), sale('Tea', 'Drinks')]]).body.warnings).toEqual([
    '1 row lacks custom:category: its basket has no item of that level for it.',
  ]);
});

it('serves products alone to carts', () => {
  const rows = [
    [sale('Milk', 'Dairy'), sale('Tea', 'Drinks')],
    [sale('Milk', 'Dairy'), sale('Tea', 'Drinks'), sale('Cup')],
  ];
  const { evidence, body } = few(rows, { serve: true });
  expect([...(evidence?.products() ?? [])].map(({ product }) => product)).toEqual(['Milk', 'Tea', 'Cup']);
  expect(body.association_rules.flatMap(({ antecedents }) => antecedents)).toContain('custom:category=Dairy');
});

it('looks for the rules that params.rules names by their names in reports', () => {
  const rules = {
    ...{ mustContain: [], exclude: [], antecedents: undefined, maxProducts: undefined, minLift: undefined },
    ...{
      maxAntecedents: undefined,
      maxConsequents: undefined,
      maxPValueCorrected: undefined,
      redundant: undefined,
    },
    consequents: ['custom:category=Dairy', 'Dairy'],
  };
  const { body } = few([[sale('Milk', 'Dairy'), sale('Tea', 'Drinks')], [sale('Cup')]], { rules });
  expect(body.association_rules.map(({ antecedents, consequents }) => [antecedents, consequents])).toEqual([
    [['Tea'], ['custom:category=Dairy']],
    [['custom:category=Drinks'], ['custom:category=Dairy']],
  ]);
  expect(body.warnings).toContain('No basket contains “Dairy”, which params.rules names.');
});
