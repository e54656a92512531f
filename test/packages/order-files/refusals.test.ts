// Tests the refusal of files with unknown columns, which lists all missing fields with guesses, and of files that no
// choice of columns makes readable.
import { describe, expect, test } from 'vitest';
import { computeColumnFacts } from '../../../packages/order-files/columns/column-facts.ts';
import { listCandidates, nameColumns } from '../../../packages/order-files/columns/column-fields.ts';
import { OrderFileError } from '../../../packages/order-files/problems/errors.ts';
import type { FileProblem } from '../../../packages/order-files/problems/file-problems.ts';
import type { ReadRowOptions } from '../../../packages/order-files/rows/rows.ts';
import { collectRows } from './in-memory.ts';

async function findProblem(text: string, options: ReadRowOptions = {}): Promise<FileProblem | undefined> {
  try {
    await collectRows(text, { demandPrices: true, ...options });
    return undefined;
  } catch (error) {
    if (error instanceof OrderFileError) return error.problem;
    throw error;
  }
}

describe('readRows with unknown columns', () => {
  test.each([
    [
      'Till,Sold On,What,Worth',
      ['A1,2026-03-01,Green tea,4.50', 'A1,2026-03-01,Mug,12.00', 'A2,2026-03-02,Mug,12.00'],
      ['order_id', 'product_name or product_sku'],
      { product_name: 'What', order_date: 'Sold On' },
    ],
    [
      'SaleID,Thing,Charged',
      ['7,tea,4.50', '7,mug,2'],
      ['product_name or product_sku'],
      { product_name: 'Thing' },
    ],
  ])('lists all missing fields with guesses for the header %s', async (header, lines, missing, guesses) => {
    const problem = await findProblem([header, ...lines].join('\n').concat('\n'));
    expect(problem).toMatchObject({ code: 'missing_columns', missing, guesses });
  });

  test('bases the refusal on the line that most resembles a header', async () => {
    const problem = await findProblem(
      'Report of March\nBy: Ann\nGreat order,product,price\nA,tea,1\nA,mug,2\n',
    );
    expect(problem).toMatchObject({ missing: ['order_id'], guesses: { order_id: 'Great order' } });
  });

  test('proposes only columns whose cells and words suit the field (listCandidates)', () => {
    const { unit_price, order_id } = listCandidates(
      nameColumns(
        ['Order price', 'Order number', 'Price code'],
        [
          ['4.50', 'A-1', 'P7'],
          ['3.25', 'A-2', 'P9'],
        ],
      ),
    );
    expect(order_id.map(({ column }) => column)).toEqual(['Order number']);
    expect(unit_price).toEqual([]);
  });

  test('guesses fields of JSON records', async () => {
    const createJsonLine = (id: string, name: string) =>
      JSON.stringify({ sale_ref: id, thing: name, sold_for: 4.5 });
    const problem = await findProblem(
      [createJsonLine('A1', 'tea'), createJsonLine('A1', 'mug')].join('\n').concat('\n'),
    );
    expect(problem).toMatchObject({ guesses: { product_name: 'thing' } });
  });

  test('reports missing_prices if only the price is missing', async () => {
    const problem = await findProblem('order_id,product,Weight\n1,tea,4.50\n');
    expect(problem).toMatchObject({ code: 'missing_prices' });
  });
});

describe('readRows with a whole order in each row', () => {
  test.each([
    [
      'order_id,items,total',
      ['1,2 x Tea; 1 x Mug,21.00', '2,1 x Tea; 3 x Milk,8.25', '3,Mug,12.00'],
      'items',
    ],
    [
      'Order Number,product,price',
      ['1,"Tea (2), Mug (1)",21', '2,"Milk (1), Tea (1)",5', '3,Mug (1),12'],
      'product',
    ],
    ['order_id,lines,price', ['1,"[{""sku"":""T""}]",2', '2,"[{""sku"":""M""}]",3', '3,[],1'], 'lines'],
  ])(
    'reports rows_are_orders and the column of products for the header %s',
    async (header, lines, column) => {
      expect(await findProblem([header, ...lines].join('\n').concat('\n'))).toMatchObject({
        code: 'rows_are_orders',
        listed: { column },
      });
    },
  );

  test('reports rows_are_orders for rows without a product', async () => {
    const lines = ['1,2026-03-01,12.00', '2,2026-03-02,9.00', '3,2026-03-02,7.50'];
    expect(await findProblem(['order_id,date,total', ...lines].join('\n').concat('\n'))).toEqual({
      code: 'rows_are_orders',
      listed: undefined,
    });
  });

  test('accepts a column that the operator chose as product name', async () => {
    const lines = ['1,2 x Tea; 1 x Mug,21', '2,1 x Tea; 3 x Milk,8', '3,Mug,12'];
    const text = ['order_id,product,price', ...lines, ''].join('\n');
    expect((await findProblem(text))?.code).toBe('rows_are_orders');
    expect(await findProblem(text, { columns: { product_name: 'product' } })).toBeUndefined();
  });

  test('accepts names with commas, numbers or sizes, and set names in few rows', async () => {
    const lines = ['1,"Tea, green, 100 g",2', '2,"Mug, blue, 2 x 3 cm",3', '3,"Milk, 1 l",1'];
    expect(await findProblem(['order_id,product,price', ...lines].join('\n').concat('\n'))).toBeUndefined();
    const sets = ['1,1 x Tea; 1 x Mug,9', '1,2 x Tea; 1 x Mug,9', '2,Tea,1'];
    expect(await findProblem(['order_id,product,price', ...sets].join('\n').concat('\n'))).toBeUndefined();
  });
});

test.each([
  [['1', '22'], 'whole'],
  [['1.50', '€ 2,00', ''], 'number'],
  [['2026-03-01', '2026-03-02'], 'date'],
  [['31.03.2026', '01.04.2026'], 'date'],
  [['a@b.example', 'c@d.example'], 'email'],
  [['tea', 'mug'], 'text'],
  [['tea', '7'], 'mixed'],
  [['', ' '], 'empty'],
])('computeColumnFacts classifies the cells %j as %s', (cells, kind) => {
  expect(computeColumnFacts(cells).kind).toBe(kind);
});
