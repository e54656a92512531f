// Market basket reports that serve recommendations.

import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { ANY_RULE } from '../../../../src/analysis/mining/rules/rule-constraints.ts';
import { parseRequest } from '../../../../src/contract/parse.ts';
import { mbaParams } from '../../../../src/contract/report-types/market-basket/settings.ts';
import { listLabelLevels } from '../../../../src/contract/settings/product-levels.ts';
import { analyseMarketBasket } from '../../../../tools/harness/analyse.ts';
import { createLine, createMbaSettings, toColumns } from '../../orders/literal-orders.ts';

const baskets = [
  ['tea', 'milk', 'honey'],
  ['tea', 'milk', 'honey'],
  ['tea', 'bread'],
  ['milk', 'bread'],
  ['soap'],
];
const columns = toColumns(
  baskets.map((names, i) => ({ id: `o${i}`, lines: names.map((name) => createLine(name)) })),
);
const gatherEvidence = (settings: Parameters<typeof createMbaSettings>[0]) => {
  const all = { minSupport: 0.2, minConfidence: 0.1, ...settings };
  const { evidence } = analyseMarketBasket(columns, createMbaSettings(all));
  return evidence && { products: [...evidence.products()], summary: evidence.summary() };
};

describe('a market basket report', () => {
  it('gathers evidence only if it is requested to serve recommendations', () => {
    expect(gatherEvidence({ serve: false })).toBeUndefined();
    expect(gatherEvidence({ serve: true })?.products.map(({ product }) => product)).toEqual([
      'tea',
      'milk',
      'honey',
      'bread',
      'soap',
    ]);
  });

  it('serves recommendations from all pairs, whichever rules it lists', () => {
    const constrained = { ...ANY_RULE, consequents: ['bread'], maxProducts: 2 };
    expect(gatherEvidence({ serve: true, rules: constrained })).toEqual(gatherEvidence({ serve: true }));
  });

  it('serves the values of the requested fields, and notes the values that cannot filter recommendations', () => {
    const orders = Array.from({ length: 9 }, (_, at) => ({
      id: `o${at}`,
      lines: [
        createLine('tea', 1, 1, { customFields: { category: 'drinks', shelf: `s${at}` } }),
        createLine('milk', 1, 1, { customFields: { category: 'drinks', shelf: 's1' } }),
      ],
    }));
    const settings = createMbaSettings({ serve: true, servedFields: ['category', 'shelf', 'colour'] });
    const productLevels = listLabelLevels(settings);
    const { body, evidence } = analyseMarketBasket(
      toColumns(orders, productLevels === undefined ? {} : { productLevels }),
      settings,
    );
    expect(body.notes).toEqual([
      '1 product has more than 8 values of custom:shelf: recommendations are filtered by the 8 that are in the most baskets.',
      'No product in a basket has custom:colour, which params.serve names.',
    ]);
    expect(evidence?.fields).toEqual(['category', 'shelf', 'colour']);
    const [drinks] = [...(evidence?.popularByValue() ?? [])];
    expect(drinks).toMatchObject({
      field: 'category',
      value: 'drinks',
      popular: [
        { product: 'milk', baskets: 9 },
        { product: 'tea', baskets: 9 },
      ],
    });
  });
});

describe('params.serve', () => {
  const request = v.object({ params: v.object(mbaParams) });

  it.each([
    [{ fields: [] }, 'params.serve.fields: expected at least one custom field'],
    [{ fields: ['a', 'b', 'c', 'd', 'e'] }, 'params.serve.fields: expected at most 4 custom fields'],
    [{ fields: [''] }, 'params.serve.fields[0]: expected a string of 1 to 64 characters'],
    [{ fields: ['x'.repeat(65)] }, 'params.serve.fields[0]: expected a string of 1 to 64 characters, got 65'],
    [{}, 'params.serve.fields: required'],
    ['category', 'params.serve: expected true, false or an object with fields'],
  ])('is refused with a message on the expected value if it is %j', (serve, message) => {
    expect(() => parseRequest(request, { params: { serve } })).toThrow(message);
  });
});
