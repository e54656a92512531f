// The values that products have in custom fields, compared with counts of each row.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildBaskets } from '../../../src/analysis/baskets/baskets.ts';
import { VALUES_PER_FIELD } from '../../../src/analysis/baskets/item-values.ts';
import { listLabelLevels, type ProductLevel } from '../../../src/contract/settings/product-levels.ts';
import { createLine, createMbaSettings, type LiteralOrder, toColumns } from '../orders/literal-orders.ts';

interface Row {
  readonly name: string;
  readonly category: string | undefined;
  readonly brand: string | undefined;
  readonly quantity: number;
}

const FIELDS = ['category', 'brand'] as const;

function toCustomFields({ category, brand }: Row): Record<string, string> {
  return { ...(category !== undefined && { category }), ...(brand !== undefined && { brand }) };
}

function createBaskets(
  rows: readonly (readonly Row[])[],
  levels: Partial<ReturnType<typeof createMbaSettings>> = {},
) {
  const settings = createMbaSettings({ servedFields: FIELDS, ...levels });
  const orders = rows.map((bought, at): LiteralOrder => {
    const lines = bought.map((row) =>
      createLine(row.name, 1, row.quantity, { customFields: toCustomFields(row) }),
    );
    return { id: `o${at}`, lines };
  });
  const productLevels = listLabelLevels(settings);
  const { productLevel } = settings;
  return buildBaskets(
    toColumns(orders, {
      ...(productLevels !== undefined && { productLevels }),
      ...(productLevel !== undefined && { productLevel }),
    }),
    settings,
  );
}

/** The values of each product as `field=value`. */
function listValues({ firstLevel, fieldValues }: ReturnType<typeof createBaskets>): Map<string, string[]> {
  if (fieldValues === undefined) throw new Error('expected values of fields');
  const { values, ofItem } = fieldValues;
  return new Map(
    firstLevel.products.map((name, item) => [
      name,
      [...ofItem.other.subarray(ofItem.start[item], ofItem.start[item + 1])].map((value) => {
        const { field = '', value: text = '' } = values[value] ?? {};
        return `${field}=${text}`;
      }),
    ]),
  );
}

const row: fc.Arbitrary<Row> = fc.record({
  name: fc.constantFrom('Tea', 'Milk', 'Cup'),
  category: fc.constantFrom(...Array.from({ length: 11 }, (_, i) => `c${i}`), '', undefined),
  brand: fc.constantFrom('Acme', 'ACME', 'c1', undefined),
  quantity: fc.constantFrom(1, 2, -1),
});
const largeShop = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 30, maxLength: 40 });
const shop = fc.array(fc.array(row, { minLength: 1, maxLength: 6 }), { minLength: 1, maxLength: 40 });

describe('the field values of a product', () => {
  it('are its eight most frequent values in baskets, ignoring case, and products with more are counted', () => {
    let cutAtAll = 0;
    fc.assert(
      fc.property(largeShop, (rows) => {
        const built = createBaskets(rows);
        const found = listValues(built);
        for (const field of FIELDS) {
          let cut = 0;
          for (const name of ['Tea', 'Milk', 'Cup']) {
            const baskets = rows.map((bought) => {
              const sold = bought.filter((each) => each.name === name && each.quantity > 0);
              return new Set(
                sold.map((each) => (each[field] ?? '').toLowerCase()).filter((text) => text !== ''),
              );
            });
            const texts = [...new Set(baskets.flatMap((values) => [...values]))].sort();
            const count = (text: string) => baskets.filter((values) => values.has(text)).length;
            const expected = texts.sort((a, b) => count(b) - count(a));
            if (expected.length > VALUES_PER_FIELD) cut++;
            const own = (found.get(name) ?? []).filter((each) => each.startsWith(`${field}=`));
            expect(own).toEqual(expected.slice(0, VALUES_PER_FIELD).map((text) => `${field}=${text}`));
          }
          expect(built.fieldValues?.cut.get(field) ?? 0).toBe(cut);
          cutAtAll += cut;
        }
      }),
      { numRuns: 50 },
    );
    expect(cutAtAll).toBeGreaterThan(20);
  });

  it('do not change the baskets of any level', () => {
    const levels: readonly Partial<ReturnType<typeof createMbaSettings>>[] = [
      {},
      { productLevel: 'category' },
      { productLevel: 'other' },
      { productLevels: ['product', 'custom:category'] satisfies ProductLevel[] },
      { productLevels: ['custom:brand', 'custom:category'] satisfies ProductLevel[] },
    ];
    const listContents = ({
      baskets,
      firstLevel,
      rowsUnderOther,
      rowsWithout,
    }: ReturnType<typeof createBaskets>) => ({
      baskets: [baskets, firstLevel].map(({ start, product, products, values }) =>
        [...start.subarray(0, -1)].map((from, basket) =>
          [...product.subarray(from, start[basket + 1])].map((item, at) => [
            products[item],
            ...values.map((limb) => limb[from + at]),
          ]),
        ),
      ),
      rowsUnderOther,
      rowsWithout: [...rowsWithout],
    });
    fc.assert(
      fc.property(shop, fc.constantFrom(...levels), (rows, level) => {
        const plain = createBaskets(rows, { ...level, servedFields: undefined });
        expect(listContents(createBaskets(rows, level))).toEqual(listContents(plain));
        expect(plain.fieldValues).toBeUndefined();
      }),
      { numRuns: 150 },
    );
  });

  it('are the value itself if the baskets hold values of that field as products', () => {
    const milk = { name: 'Milk', category: 'Dairy', brand: undefined, quantity: 1 };
    const built = createBaskets([[milk]], { productLevel: 'category', servedFields: ['category'] });
    expect([...listValues(built)]).toEqual([['Dairy', ['category=dairy']]]);
  });
});
