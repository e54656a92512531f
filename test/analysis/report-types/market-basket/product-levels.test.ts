// Market basket reports with several product levels: products beside values of a custom field.

import { describe, expect, it } from 'vitest';
import type { MbaSettings } from '../../../../src/contract/report-types/market-basket/settings.ts';
import type { ProductLevel } from '../../../../src/contract/settings/product-levels.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../../orders/literal-orders.ts';

const LEVELS: readonly ProductLevel[] = ['product', 'custom:category'];

interface Row {
  readonly name: string;
  readonly category: string | undefined;
  readonly price: number;
  readonly quantity: number;
}

const toLine = ({ name, category, price, quantity }: Row) =>
  createLine(name, price, quantity, category === undefined ? {} : { customFields: { category } });

const createSale = (name: string, category?: string): Row => ({ name, category, price: 1, quantity: 1 });
const analyseRows = (rows: readonly (readonly Row[])[], settings: Partial<MbaSettings> = {}) => {
  const orders = rows.map((bought, at): LiteralOrder => ({ id: `o${at}`, lines: bought.map(toLine) }));
  const levels = settings.productLevels ?? LEVELS;
  return analyseMarketBasket(
    toColumns(orders, { productLevels: levels, productIdentifier: settings.productIdentifier ?? 'name' }),
    createMbaSettings({ minSupport: 0, productLevels: levels, ...settings }),
  );
};

describe('a market basket report with several product levels', () => {
  it('has no rule between a product and a category that it was sold in', () => {
    const { body } = analyseRows([
      [createSale('Milk', 'Dairy'), createSale('Tea', 'Drinks')],
      [createSale('Milk', 'Drinks'), createSale('Butter', 'Dairy')],
    ]);
    const withMilk = body.association_rules.filter(({ antecedents }) => antecedents.join() === 'Milk');
    expect(withMilk.map(({ consequents }) => consequents)).toEqual([['Butter'], ['Tea']]);
  });

  it('names a product with its level if its own name reads as an item of another level', () => {
    const { body } = analyseRows([
      [createSale('custom:category=Dairy', 'Odd'), createSale('Milk', 'Dairy'), createSale('product=x')],
    ]);
    const names = new Set(body.association_rules.flatMap(({ antecedents }) => antecedents));
    expect([...names].sort()).toEqual([
      'Milk',
      'custom:category=Dairy',
      'custom:category=Odd',
      'product=custom:category=Dairy',
      'product=product=x',
    ]);
  });

  it('counts the rows that lack a level, including returns', () => {
    const rows = [[createSale('Milk', 'Dairy'), createSale('Cup')], [{ ...createSale('Cup'), quantity: -1 }]];
    expect(analyseRows(rows).body.warnings).toContain(
      '2 rows lack custom:category: their baskets have no item of that level for them.',
    );
    expect(analyseRows([[createSale('Milk'), createSale('Tea', 'Drinks')]]).body.warnings).toEqual([
      '1 row lacks custom:category: its basket has no item of that level for it.',
    ]);
  });

  it('serves only products as recommendations', () => {
    const rows = [
      [createSale('Milk', 'Dairy'), createSale('Tea', 'Drinks')],
      [createSale('Milk', 'Dairy'), createSale('Tea', 'Drinks'), createSale('Cup')],
    ];
    const { evidence, body } = analyseRows(rows, { serve: true });
    expect([...(evidence?.products() ?? [])].map(({ product }) => product)).toEqual(['Milk', 'Tea', 'Cup']);
    expect(body.association_rules.flatMap(({ antecedents }) => antecedents)).toContain(
      'custom:category=Dairy',
    );
  });

  it('matches the products of params.rules by their names in reports', () => {
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
    const { body } = analyseRows(
      [[createSale('Milk', 'Dairy'), createSale('Tea', 'Drinks')], [createSale('Cup')]],
      { rules },
    );
    expect(body.association_rules.map(({ antecedents, consequents }) => [antecedents, consequents])).toEqual([
      [['Tea'], ['custom:category=Dairy']],
      [['custom:category=Drinks'], ['custom:category=Dairy']],
    ]);
    expect(body.warnings).toContain('No basket contains “Dairy”, which params.rules names.');
  });
});
