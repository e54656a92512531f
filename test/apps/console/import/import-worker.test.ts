// Tests how the import view's worker reads files, without a browser: Node has the browser's File, too.
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import type { Chosen, FromWorker, ReadSettings } from '../../../../apps/console/import/messages.ts';
import { createMemorySpill, pageSurroundings } from '../../../../apps/console/import-worker/page-files.ts';
import { askQuestion } from '../../../../apps/console/import-worker/questions.ts';
import { check, computeFingerprint, createPreviews } from '../../../../apps/console/import-worker/reading.ts';
import { RejectedRows } from '../../../../apps/console/import-worker/rejected-rows.ts';
import { rowsDe } from '../../../../apps/console/texts/de/rows-de.ts';
import { ENGLISH_ROWS } from '../../../../packages/order-files/problems/row-problem-words.ts';

const surroundings = pageSurroundings(async () => createMemorySpill());
const SETTINGS: ReadSettings = { columns: {}, prices: true };
const CSV =
  'order_id,customer,date,product,price,qty\n1,ann,2026-03-01,Tea,4.50,2\n2,bob,2026-03-02,Mug,x,1\n';

function createFile(content: string | Uint8Array<ArrayBuffer>, name = 'orders.csv', lastModified = 1): File {
  return new File([content], name, { lastModified });
}

function chooseFiles(files: readonly File[], settings: Partial<ReadSettings> = {}, rates?: File): Chosen {
  return { files, rates, settings: { ...SETTINGS, ...settings } };
}

describe('rejected rows', () => {
  it('are all counted with their reasons, and the first ones up to the page’s limit are in the file', async () => {
    const rejected = new RejectedRows({ heads: ['file', 'line', 'problem'], problems: ENGLISH_ROWS }, 200);
    const problem = { code: 'required', column: 'price' } as const;
    for (let line = 2; line < 10_002; line++) {
      rejected.add({ source: 'orders.csv', line, problem, row: { order_id: String(line), price: '' } });
    }
    const text = (await rejected.file()?.text()) ?? '';
    expect(rejected.count).toBe(10_000);
    expect(rejected.kept).toBeGreaterThan(1);
    expect(rejected.kept).toBeLessThan(10);
    expect(text.trimEnd().split('\r\n')).toHaveLength(rejected.kept + 1);
    expect(rejected.reasons()).toMatchObject([{ rows: 10_000, line: 2 }]);
  });
});

describe('a preview', () => {
  it('shows the cells of the file, the field of each column, and the rows as orders', async () => {
    const [preview] = await createPreviews(
      chooseFiles([createFile(`Orders of March\n\n${CSV}`)]),
      surroundings,
    );
    expect(preview?.header).toEqual(['order_id', 'customer', 'date', 'product', 'price', 'qty']);
    expect(preview?.cells).toEqual([
      ['1', 'ann', '2026-03-01', 'Tea', '4.50', '2'],
      ['2', 'bob', '2026-03-02', 'Mug', 'x', '1'],
    ]);
    expect(preview?.understood).toMatchObject({
      profile: { id: 'plain' },
      positions: { order_id: 0, customer_id: 1, order_date: 2, product_name: 3, unit_price: 4, quantity: 5 },
      dateFormat: 'iso',
      decimal: 'point',
      encoding: 'utf-8',
      rows: [{ order_id: '1', item: { product_name: 'Tea', unit_price: 4.5 } }],
      badRows: [{ line: 5 }],
    });
  });

  it('shows the cells of a file that is not understood, and names the missing choice', async () => {
    const [columns] = await createPreviews(chooseFiles([createFile('a;b\n1;2\n')]), surroundings);
    expect(columns).toMatchObject({
      header: ['a', 'b'],
      cells: [['1', '2']],
      understood: undefined,
      problem: { code: 'missing_columns' },
    });
    const dates = 'order_id,product,date,price\n1,Tea,01/02/2026,1\n';
    expect((await createPreviews(chooseFiles([createFile(dates)]), surroundings))[0]?.problem?.code).toBe(
      'ambiguous_dates',
    );
    const [chosen] = await createPreviews(
      chooseFiles([createFile(dates)], { dateFormat: 'dmy' }),
      surroundings,
    );
    expect(chosen?.understood?.rows[0]?.order_date).toBe('2026-02-01T00:00:00Z');
    expect(
      (await createPreviews(chooseFiles([createFile('order_id,product\n1,Tea\n')]), surroundings))[0]?.problem
        ?.code,
    ).toBe('missing_prices');
    expect((await createPreviews(chooseFiles([createFile('%PDF-1.7')]), surroundings))[0]?.problem).toEqual({
      code: 'foreign',
      kind: 'pdf',
    });
  });

  it('shows flat JSON lines as a table, and orders in the contract’s shape as orders', async () => {
    const flat = '{"order_id":"1","product_name":"Tea","unit_price":2,"customer":{"id":7}}\n';
    expect((await createPreviews(chooseFiles([createFile(flat)]), surroundings))[0]).toMatchObject({
      header: ['order_id', 'product_name', 'unit_price', 'customer.id'],
      cells: [['1', 'Tea', '2', '7']],
    });
    const whole = '{"order_id":"1","line_items":[{"product_name":"Tea","unit_price":2}]}\n';
    const [orders] = await createPreviews(chooseFiles([createFile(whole)]), surroundings);
    expect([orders?.header, orders?.understood?.rows[0]?.item.product_name]).toEqual([[], 'Tea']);
  });
});

describe('an awkward text file', () => {
  const columns = { order_id: 'Bestellung', product_name: 'Artikel', unit_price: 'Preis' };
  const previewBriefly = async (
    bytes: Uint8Array<ArrayBuffer> | string,
    settings: Partial<ReadSettings> = {},
  ) => {
    const [found] = await createPreviews(
      chooseFiles([createFile(bytes)], { columns, ...settings }),
      surroundings,
    );
    const rows = found?.understood?.rows.map(({ item }) => [item.product_name, item.unit_price]);
    return { found, rows, cells: found?.cells };
  };

  it('is read and shown with the chosen encoding', async () => {
    const polish = new Uint8Array([
      ...Buffer.from('Bestellung;Artikel;Preis\n1;'),
      0xb3,
      0xf3,
      0xbf,
      0x3b,
      0x31,
    ]);
    expect((await previewBriefly(polish)).rows).toEqual([['³ó¿', 1]]);
    const chosen = await previewBriefly(polish, { encoding: 'windows-1250' });
    expect([chosen.rows, chosen.cells]).toEqual([[['łóż', 1]], [['1', 'łóż', '1']]]);
    const utf8 = await previewBriefly(polish, { encoding: 'utf-8' });
    expect([utf8.rows, utf8.cells?.[0]?.[1]]).toEqual([[], '\ufffd\ufffd']);
  });
});

describe('settings', () => {
  const createRows = (...lines: string[]): File =>
    createFile(['order_id,date,product,price,currency,status,channel', ...lines].join('\n'));
  const file = createRows(
    '1,2026-03-01,Tea,10,EUR,paid,web',
    '2,2026-03-02,Tea,10,USD,paid,shop',
    '3,2026-03-02,Tea,10,EUR,cancelled,',
  );
  const runCheck = async (settings: Partial<ReadSettings>, rates?: File) => {
    const { reconciliation } = await check(
      chooseFiles([file], settings, rates),
      surroundings,
      { heads: ['file', 'line', 'problem'], problems: ENGLISH_ROWS },
      () => undefined,
    );
    return [reconciliation.net, reconciliation.currency, reconciliation.left_out.map(({ reason }) => reason)];
  };

  it('determine which orders count, and the currency of the dataset', async () => {
    await expect(runCheck({})).rejects.toMatchObject({
      problem: {
        code: 'several_currencies',
        currencies: [
          { currency: 'EUR', rows: 1, amount: 10 },
          { currency: 'USD', rows: 1, amount: 10 },
        ],
      },
    });
    const currency = 'EUR';
    expect(await runCheck({ currency })).toEqual([10, 'EUR', ['other_currency', 'cancelled']]);
    expect(await runCheck({ currency, include: ['cancelled'] })).toEqual([20, 'EUR', ['other_currency']]);
    expect(await runCheck({ currency: 'USD' })).toEqual([10, 'USD', ['other_currency', 'cancelled']]);
    expect(await runCheck({ currency, notPaid: ['paid'] })).toEqual([
      ...[0, 'EUR', ['not_paid', 'not_paid', 'cancelled']],
    ]);
  });
});

describe('a check', () => {
  it('adds up all files, compressed or not, and keeps rejected rows as CSV without options of the command line', async () => {
    const progress: number[] = [];
    const files = [createFile(gzipSync(CSV)), createFile('order_id,product,price\n3,"=1+1",x\n', 'b.csv')];
    const { rows, badRows, reconciliation, reasons, rejected } = await check(
      chooseFiles(files),
      surroundings,
      { heads: ['file', 'line', 'problem'], problems: ENGLISH_ROWS },
      ({ bytes, totalBytes }) => progress.push(bytes / totalBytes),
    );
    expect([rows, badRows, reconciliation.orders, reconciliation.net]).toEqual([1, 2, 1, 9]);
    expect(progress.at(-1)).toBe(1);
    expect(await rejected?.text()).toBe(
      [
        'file,line,problem,order_id,customer,date,product,price,qty',
        'orders.csv,3,"price: expected a number such as 1234.50, got ""x""",2,bob,2026-03-02,Mug,x,1',
        'b.csv,2,"price: expected a number such as 1234.50, got ""x""",3,,,\'=1+1,x,',
        '',
      ].join('\r\n'),
    );
    const problem = { code: 'not_a_number', column: 'price', cell: 'x', decimal: 'point' };
    expect(reasons).toEqual([{ rows: 2, source: 'orders.csv', line: 3, problem }]);
  });

  it('explains rejected rows in the reader’s language, and counts the commonest reasons', async () => {
    const lines = ['order_id,product,price', '1,Tea,x', '2,Tea', ',Mug,1', '4,Tea,1', '5,Mug,y'];
    const { reasons, rejected } = await check(
      chooseFiles([createFile(lines.join('\n'))]),
      surroundings,
      { heads: ['Datei', 'Zeile', 'Problem'], problems: rowsDe },
      () => undefined,
    );
    expect(reasons.map(({ rows, line, problem }) => [rows, line, problem.code])).toEqual([
      [2, 2, 'not_a_number'],
      [1, 3, 'column_count'],
      [1, 4, 'required'],
    ]);
    const text = await rejected?.text();
    expect(text).toContain('„price“: erwartet wird eine Zahl wie 1234.50, gefunden wurde „x“.');
    expect(text).toContain('Die Kopfzeile hat 3 Spalten, diese Zeile hat 2.');
    expect(text).toContain('„order_id“ fehlt.');
    expect(text).toMatch(/^Datei,Zeile,Problem,order_id/);
    expect(text).not.toMatch(/expected|--/);
  });
});

it('a spill in memory keeps rows if the browser has no private file system', async () => {
  const spill = createMemorySpill();
  const bytes = new TextEncoder().encode('one');
  await spill.append('a', bytes);
  bytes.fill(0);
  await spill.append('a', new TextEncoder().encode(' two'));
  const texts: string[] = [];
  for await (const piece of spill.read('a')) texts.push(new TextDecoder().decode(piece));
  expect(texts.join('')).toBe('one two');
  await spill.remove('a');
  for await (const _ of spill.read('a')) throw new Error('it was removed');
  await spill.close();
});

it('computeFingerprint returns another fingerprint for another row, name or sequence of files', async () => {
  const one = createFile(CSV);
  const found = await computeFingerprint([one, createFile('x', 'b.csv')]);
  expect(await computeFingerprint([createFile(CSV), createFile('x', 'b.csv')])).toBe(found);
  for (const others of [
    [createFile('x', 'b.csv'), one],
    [createFile(CSV.replace('Tea', 'Tee')), createFile('x', 'b.csv')],
    [createFile(CSV, 'c.csv'), createFile('x', 'b.csv')],
  ])
    expect(await computeFingerprint(others)).not.toBe(found);
});

describe('a question', () => {
  const SALES =
    'order_id,customer,date,product,sales,qty\n1,ann,2026-03-01,Tea,20,2\n2,bob,2026-03-02,Tea,30,3\n';
  const words = { heads: ['file', 'line', 'problem'], problems: ENGLISH_ROWS } as const;
  const ask = async (isWanted: () => boolean): Promise<FromWorker[]> => {
    const told: FromWorker[] = [];
    const chosen = chooseFiles([createFile(SALES)]);
    const [preview] = await createPreviews(chosen, surroundings);
    if (preview?.problem === undefined) throw new Error('expected a problem');
    const found = { source: preview.name, problem: preview.problem };
    await askQuestion(chosen, surroundings, found, isWanted, (message) => told.push(message));
    return told;
  };

  it('has the answers of a problem, then the totals of each', async () => {
    const [question, ...totals] = await ask(() => true);
    expect(question).toMatchObject({
      is: 'question',
      question: { isMeasured: true, choices: [{ code: 'line_total' }, { code: 'unit_price' }] },
    });
    expect(totals).toMatchObject([
      { is: 'totals', totals: { net: 50, orders: 2 } },
      { is: 'totals', totals: { net: 130, orders: 2 } },
    ]);
  });

  it('leads to the orders of a file in which each line is a basket', async () => {
    const BASKETS =
      'Milk,Bread,Butter\nMilk,Eggs\nBread,Butter\nMilk,Bread\nEggs,Butter,Bread,Milk\nMilk,Butter\n';
    const [preview] = await createPreviews(chooseFiles([createFile(BASKETS)]), surroundings);
    expect(preview?.problem?.code).toBe('baskets');
    const answers = [{ code: 'baskets', choice: { code: 'baskets', way: { baskets: true } } }] as const;
    const chosen = chooseFiles([createFile(BASKETS)], { answers, prices: false });
    const [understood] = await createPreviews(chosen, surroundings);
    expect(understood?.understood?.rows[0]).toMatchObject({ item: { product_name: 'Milk' } });
    expect((await check(chosen, surroundings, words, () => undefined)).reconciliation.orders).toBe(6);
  });

  it('is not asked after another request has come', async () => {
    expect(await ask(() => false)).toEqual([]);
  });

  it('is not asked again once it is answered', async () => {
    const choice = { code: 'unit_price', way: { columns: { unit_price: 'sales' } } } as const;
    const chosen = chooseFiles([createFile(SALES)], { answers: [{ code: 'amount_readings', choice }] });
    const checked = await check(chosen, surroundings, words, () => undefined);
    expect(checked.reconciliation.net).toBe(130);
  });
});
