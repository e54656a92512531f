// Several levels at once: products beside values of a custom field.

import { expect, it } from 'vitest';
import type { MbaSettings } from '../../../../src/contract/report-types/market-basket/settings.ts';
import type { ProductLevel } from '../../../../src/contract/settings/product-levels.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
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
