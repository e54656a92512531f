// Tests a merchant's import in a real browser against the local cloud: the preview, the stored orders, and an import
// that continues after the page was closed.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createWorkbook } from '../../../packages/order-files/readers/workbooks.ts';
import { chooseLanguage, findViewProblems, type OpenedConsole } from '../harness/console-page.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { HOSTILE_NAMES } from '../harness/shop-orders.ts';
import { expectShown } from '../harness/shown.ts';

/** A German file: semicolons, decimal commas, days before months, Windows-1252, a title above the header. */
const AWKWARD = [
  'Verkäufe 2026',
  'Beleg;Kd;Wann;Artikel;Stück;Einzelpreis',
  `A-1;Jürgen;31.03.2026 14:05;${quoteCell(HOSTILE_NAMES[0])};2;"1.234,50"`,
  `A-1;Jürgen;31.03.2026 14:05;${quoteCell(HOSTILE_NAMES[2])};1;4,50`,
  'A-2;Ägir;01.04.2026 09:00;Käse;3;2,00',
  `A-3;Ägir;nie;${quoteCell(HOSTILE_NAMES[2])};1;1,00`,
  '',
].join('\r\n');

/** Names that stand for nothing: the reader of the file chooses the columns. */
const UNKNOWN = 'Alpha,Beta,Delta\nA-1,Tea,4.50\nA-2,Mug,5.50\n';

/** The sales of a line and of a piece are both possible; some rows are marked as refunded. */
const TWO_READINGS = [
  `Order ID,Customer,Order Date,Product Name,Sales,Quantity,Refunded`,
  `1,ann,2026-04-01,${quoteCell(HOSTILE_NAMES[0])},20.00,2,no`,
  `2,bob,2026-04-02,${quoteCell(HOSTILE_NAMES[0])},30.00,3,no`,
  '3,cy,2026-04-03,Mug,15.00,1,yes',
  '',
].join('\n');

/** 20 rows per order; 25,000 rows take three requests. */
function createOrders(rows: number, prefix: string): string {
  const lines = ['order_id,customer_id,order_date,product_name,unit_price,quantity'];
  for (let at = 0; at < rows; at++) {
    const order = Math.floor(at / 20);
    lines.push(`${prefix}-${order},c-${order % 99},2026-05-0${1 + (order % 9)},p-${at % 50},2.5,1`);
  }
  return `${lines.join('\n')}\n`;
}

function quoteCell(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}

describeInBrowser('the import view', () => {
  const { target, newAccount, createClient, open } = useBrowser();
  const folder = mkdtempSync(join(tmpdir(), 'console-import-'));
  let apiKey = '';
  let accountId = '';
  let opened: OpenedConsole;
  let page: Page;

  beforeAll(async () => {
    ({ apiKey, accountId } = await newAccount());
    opened = await open({ query: '?view=import', apiKey });
    ({ page } = opened);
  });
  afterAll(() => rmSync(folder, { recursive: true }));

  const connect = () => createClient(apiKey);
  const writeFile = (name: string, bytes: string | Uint8Array): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const choose = (...paths: string[]) => page.getByLabel('Order files').setInputFiles(paths);
  /** Drops files onto the page, as a person drags them from a folder. */
  const drop = async (files: Readonly<Record<string, Buffer>>): Promise<void> => {
    const named = Object.entries(files).map(([name, bytes]) => [name, bytes.toString('base64')]);
    const dataTransfer = await page.evaluateHandle(`(() => {
      const transfer = new DataTransfer();
      for (const [name, base64] of ${JSON.stringify(named)})
        transfer.items.add(new File([Uint8Array.from(atob(base64), (each) => each.charCodeAt(0))], name));
      return transfer;
    })()`);
    const place = page.locator('.drop');
    await place.dispatchEvent('dragover', { dataTransfer });
    await page.locator('.drop.over').waitFor();
    await place.dispatchEvent('drop', { dataTransfer });
  };
  const readFact = (name: string) =>
    page.locator('dl.facts > div', { hasText: name }).locator('dd').innerText();

  it('shows how an awkward file is understood, and lets the reader choose the encoding and the columns', async () => {
    await page.getByText('Drop order files here').waitFor();
    const columns = page.getByText('What each column holds').first();
    expect(await columns.count()).toBe(0);
    await choose(writeFile('unknown.csv', UNKNOWN));
    await page.getByText('Columns of the order, the product or the price were not found').waitFor();
    await columns.waitFor();
    await chooseLanguage(page, 'de');
    await page.getByText('Für die Bestellung, das Produkt oder den Preis wurden keine Spalten').waitFor();
    await chooseLanguage(page, 'en');
    expect(await page.getByRole('button', { name: 'Check the files' }).count()).toBe(0);
    const findMeaning = (column: string) => page.getByLabel(column, { exact: false }).first();
    await findMeaning('Alpha').selectOption('order_id');
    await findMeaning('Beta').selectOption('product_name');
    await findMeaning('Delta').selectOption('unit_price');
    await page.getByRole('heading', { name: 'The same rows as orders' }).waitFor();
    await page.getByRole('button', { name: 'Choose other files' }).click();
    await choose(writeFile('Verkäufe.csv', Buffer.from(AWKWARD, 'latin1')));
    const characters = page.getByLabel('Characters');
    await characters.selectOption('macintosh');
    await page.getByLabel('St¸ck').first().waitFor();
    await characters.selectOption('');
    await page.getByLabel('Stück').first().waitFor();
    for (const [column, field] of [
      ['Beleg', 'order_id'],
      ['Artikel', 'product_name'],
      ['Einzelpreis', 'unit_price'],
    ] as const)
      await expect.poll(() => findMeaning(column).inputValue()).toBe(field);
    await findMeaning('Kd').selectOption('customer_id');
    await findMeaning('Wann').selectOption('order_date');
    await findMeaning('Stück').selectOption('quantity');
    await page.getByRole('heading', { name: 'The same rows as orders' }).waitFor();
    expect(await characters.locator('option:checked').innerText()).toBe(
      'Detected: Windows-1252 (western Europe)',
    );
    expect(await page.getByLabel('Between columns').locator('option:checked').innerText()).toBe(
      'Detected: semicolon',
    );
    const rows = page.getByRole('region', { name: 'The same rows as orders' }).getByRole('row');
    await expect
      .poll(async () => (await rows.nth(1).innerText()).split('\t'))
      .toEqual(['A-1', 'Jürgen', '31 Mar 2026', HOSTILE_NAMES[0], '', '1,234.50', '2']);
    await page.getByText('Detected: day/month/year').waitFor({ state: 'attached' });
  });

  it('adds up the files before it sends anything, and saves rejected rows without formulas', async () => {
    await page.locator('main').getByLabel('Dataset', { exact: true }).fill('awkward');
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('heading', { name: 'What the files add up to' }).waitFor();
    await expectShown(page, 'What the files add up to');
    expect(await Promise.all(['Rows read', 'Orders', 'Net', 'First to last day'].map(readFact))).toEqual([
      '4',
      '2',
      '2,479.50',
      expect.stringMatching(/^31 Mar 2026 – /),
    ]);
    await page
      .getByText(
        '1 row, the first in Verkäufe.csv, line 6: Wann: expected day/month/year such as 31/3/2026 14:05, got "nie"',
      )
      .waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the rejected rows as CSV' }).click(),
    ]);
    expect(readFileSync(await download.path(), 'utf8')).toBe(
      [
        'file,line,problem,Beleg,Kd,Wann,Artikel,Stück,Einzelpreis',
        `Verkäufe.csv,6,"Wann: expected day/month/year such as 31/3/2026 14:05, got ""nie""",A-3,Ägir,nie,"'=HYPERLINK(""http://evil.example"",""click"")",1,"1,00"`,
        '',
      ].join('\r\n'),
    );
    const datasets = (await connect().datasets.list({}).page()).datasets;
    expect(datasets.filter(({ created_at }) => created_at !== null)).toEqual([]);
  });

  it('sends the checked rows, follows the import until they are stored, and leads to the reports', async () => {
    await page.getByRole('button', { name: 'Send 3 rows' }).click();
    await page.getByText('New rows 3, updated 0, failed 0.').waitFor();
    await expectShown(page, 'Stored in awkward');
    const [job] = (await connect().imports.list({ limit: 1 }).page()).imports;
    expect([job?.dataset_id, job?.rows.inserted]).toEqual(['awkward', 3]);
    await page.getByRole('link', { name: 'Ask a question about them' }).click();
    await page.getByRole('heading', { name: 'Ask a question' }).waitFor();
    expect(new URL(page.url()).searchParams.get('dataset')).toBe('awkward');
    await page.goBack();
    await page.getByRole('button', { name: 'Choose other files' }).last().click();
  });

  it('shows a question with the totals of each answer, and checks the files with the pressed one', async () => {
    await choose(writeFile('sales.csv', TWO_READINGS));
    const title = 'Is “Sales” the price of one piece or of the line?';
    const card = page.getByRole('region', { name: title });
    await card.waitFor();
    await expectShown(page, title);
    await expect
      .poll(() => card.getByRole('button').allInnerTexts())
      .toEqual([
        expect.stringMatching(/^\d+\.00 · “Sales” is the price of the line$/),
        expect.stringMatching(/^\d+\.00 · “Sales” is the price of one piece$/),
      ]);
    await card.getByText('"Sales" ÷ "Quantity" is the same for each product in 1 of 1 row').waitFor();
    expect(await findViewProblems(page)).toEqual([]);
    await chooseLanguage(page, 'de');
    const german = page.getByRole('region', {
      name: 'Ist „Sales“ der Preis eines Stücks oder der ganzen Zeile?',
    });
    await german.getByRole('button', { name: 'ist der Preis der Zeile' }).waitFor();
    expect(await findViewProblems(page)).toEqual([]);
    await chooseLanguage(page, 'en');
    await card.getByRole('button', { name: 'the price of the line' }).press('Enter');

    const next = page.getByRole('region', { name: 'What does “Refunded” mean?' });
    await expect
      .poll(() => next.getByRole('button').allInnerTexts())
      .toEqual(['50.00 · Leave out rows that “Refunded” marks', '65.00 · Leave “Refunded” unread']);
    expect(await next.getByText('Orders: ').allInnerTexts()).toEqual([
      'Orders: 2. Customers: 2.',
      'Orders: 3. Customers: 3.',
    ]);
    await next.getByRole('button', { name: 'Leave out rows' }).click();
    await expect.poll(() => readFact('Net')).toBe('50.00');
    const answers = page.getByRole('region', { name: 'Your answers' });
    expect(await answers.getByRole('listitem').count()).toBe(2);
    await answers.getByRole('button', { name: 'Undo: Leave out rows' }).click();
    await next.getByRole('button', { name: '65.00' }).click();
    await expect.poll(() => readFact('Net')).toBe('65.00');
    await answers.getByRole('button', { name: 'Undo: “Sales”' }).click();
    await card.getByRole('button', { name: 'the price of one piece' }).click();
    await expect.poll(() => readFact('Net')).toBe('145.00');
    await page.getByRole('button', { name: 'Choose other files' }).last().click();
  });

  it('explains that the reader of workbooks could not be loaded, and reads the file once it can be', async () => {
    const readers = '**/table-readers-*.js';
    await page.context().route(readers, (route) => route.abort());
    const book = await createWorkbook({ Orders: [['order_id'], ['B-1']] });
    const chooseOthers = () => page.getByRole('button', { name: 'Choose other files' }).click();
    await drop({ 'orders.xlsx': book });
    await page.getByText('The page could not load the part that reads such files.').waitFor();
    await page.context().unroute(readers);
    await chooseOthers();
    await drop({ 'orders.xlsx': book });
    await page.getByText('Columns of the order, the product or the price were not found').waitFor();
    await chooseOthers();
  });

  it('imports a dropped workbook with a chosen sheet, a custom field, counted statuses and exchange rates', async () => {
    const book = await createWorkbook({
      Notes: [['Orders of April, exported by hand']],
      [HOSTILE_NAMES[2]]: [
        ['order_id', 'customer', 'date', 'product', 'price', 'currency', 'status', HOSTILE_NAMES[0]],
        ['B-1', 'ann', '2026-04-01', 'Tea', '10', 'EUR', 'paid', HOSTILE_NAMES[1]],
        ['B-2', 'bob', '2026-04-02', 'Tea', '10', 'USD', 'paid', 'shop'],
        ['B-3', 'cy', '2026-04-03', 'Tea', '10', 'EUR', 'cancelled', 'shop'],
      ],
    });
    await drop({ 'orders.xlsx': book });
    await page.getByText('The sheet “Notes” has no orders, but').waitFor();
    await page.getByLabel('Sheet').selectOption(HOSTILE_NAMES[2]);
    const rows = page.getByRole('region', { name: 'The same rows as orders' }).getByRole('row');
    await rows.nth(1).waitFor();
    await page.getByLabel(HOSTILE_NAMES[0]).selectOption('a custom field');
    await page.getByLabel('Name of the custom field').fill('sold_by');
    await page.keyboard.press('Tab');
    await page.getByRole('columnheader', { name: 'sold_by', exact: true }).waitFor();
    await rows.nth(1).getByText(HOSTILE_NAMES[1]).waitFor();
    await page.getByText('Which orders count, and other currencies').click();
    await page.locator('main').getByLabel('Dataset', { exact: true }).fill('dropped');
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('heading', { name: 'Which currency does your shop use?' }).waitFor();
    // One next step at a time.
    expect(await page.getByRole('button', { name: 'Check the files' }).count()).toBe(0);
    await page.getByRole('button', { name: 'EUR: 1 row, €10.00' }).click();
    await page
      .getByText(
        'Left out: 1 row of 1 order, cancelled (€10.00). To count them, open “How the files are read”.',
      )
      .waitFor();
    await page
      .getByText(
        'Left out: 1 row of 1 order, in USD (US$10.00). To convert them, add exchange rates under “How the files are read”.',
      )
      .waitFor();
    expect(await readFact('Net')).toBe('€10.00');
    await page.getByLabel('cancelled').check();
    await page.getByLabel('Exchange rates').setInputFiles(writeFile('days.csv', 'day;USD\n1;2\n'));
    await page
      .getByText(
        'days.csv: Exchange rates need the columns date, currency and rate; this file has “day”, “usd”.',
      )
      .waitFor();
    await page
      .getByLabel('Exchange rates')
      .setInputFiles(writeFile('rates.csv', 'date,currency,rate\n2026-04-01,USD,0.9\n'));
    await page.getByLabel('Where the rates are from').fill(HOSTILE_NAMES[1]);
    await page.getByRole('button', { name: 'Check the files' }).click();
    await expect.poll(() => readFact('Net')).toBe('€29.00');
    await page.getByRole('button', { name: 'Send 3 rows' }).click();
    await page.getByText('New rows 3, updated 0, failed 0.').waitFor();
    const stored = (await connect().datasets.list({}).page()).datasets.find(({ slug }) => slug === 'dropped');
    expect([stored?.currency, stored?.rates_source]).toEqual(['EUR', HOSTILE_NAMES[1]]);
    await page.getByRole('button', { name: 'Choose other files' }).last().click();
  });

  it('stores every order of a gzip file once, although it is paused and the page is reloaded', async () => {
    const path = writeFile('orders.csv.gz', gzipSync(createOrders(25_000, 'o')));
    // The second request is not answered: the page is closed while it is in flight.
    let requests = 0;
    await page.route('**/data/orders', async (route) => {
      if (route.request().method() === 'POST' && ++requests > 1) return;
      await route.continue();
    });
    await choose(path);
    await page.locator('main').getByLabel('Dataset', { exact: true }).fill('large');
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('button', { name: 'Send 25,000 rows' }).click();
    await page.getByText('10,000 of 25,000 rows sent.').waitFor();
    await page.getByRole('button', { name: 'Pause' }).click();
    await page.getByRole('heading', { name: 'Paused: sending to large' }).waitFor();
    await page.getByRole('button', { name: 'Resume' }).click();
    await page.getByRole('heading', { name: 'Sending to large' }).waitFor();
    await page.unroute('**/data/orders');
    await page.reload();
    await page.getByText('Choose the same files again to continue.').waitFor();
    expect(await page.evaluate('JSON.stringify(localStorage)')).not.toContain(apiKey);
    await choose(path);
    await page.getByText('These files were being sent to large.').waitFor();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('New rows 25,000, updated 0, failed 0.').waitFor({ timeout: 60_000 });
    const jobs = (await connect().imports.list({ limit: 10 }).page()).imports;
    const stored = jobs.filter(({ dataset_id }) => dataset_id === 'large');
    expect(stored.reduce((sum, { rows }) => sum + rows.inserted, 0)).toBe(25_000);
    expect(await page.evaluate('localStorage.getItem("order-analytics-imports")')).toBeNull();
    await page.getByRole('button', { name: 'Choose other files' }).last().click();
  });

  it('stores every order once, although the network is lost and the key is revoked', async () => {
    let isGone = false;
    let requests = 0;
    await page.route('**/data/orders', async (route) => {
      if (route.request().method() === 'POST' && !isGone) requests++;
      // The second request finds no network, the third a revoked key.
      if (requests === 2) isGone = true;
      if (isGone) return route.abort('internetdisconnected');
      if (requests === 3) await target.local.operations.revokeKey(accountId, apiKey);
      await route.continue();
    });
    await choose(writeFile('more.csv', createOrders(25_000, 'm')));
    await page.locator('main').getByLabel('Dataset', { exact: true }).fill('more');
    await page.getByRole('button', { name: 'Check the files' }).click();
    await page.getByRole('button', { name: 'Send 25,000 rows' }).click();
    await page.getByRole('status').getByText('can’t be reached').waitFor();
    const other = await target.local.operations.createKey(accountId);
    isGone = false;
    await page.getByRole('dialog').getByText('unknown, expired or revoked').waitFor({ timeout: 60_000 });
    expect(await page.getByText('can’t be reached').count()).toBe(0);
    await page.unroute('**/data/orders');
    await page.getByRole('textbox', { name: 'API key' }).fill(other);
    await page.keyboard.press('Enter');
    apiKey = other;
    await page.getByRole('heading', { name: 'Stored in more', exact: true }).waitFor({ timeout: 60_000 });
    const jobs = (await connect().imports.list({ limit: 10 }).page()).imports;
    const stored = jobs.filter(({ dataset_id }) => dataset_id === 'more');
    expect(stored.reduce((sum, { rows }) => sum + rows.inserted, 0)).toBe(25_000);
    expect(stored).toHaveLength(3);
  });

  it('requests nothing from other hosts, and logs no error or dialog', () => {
    for (const url of opened.asked) expect(url.startsWith(`${target.baseUrl}/`)).toBe(true);
    // The browser reports each 401, and each request without a network.
    expect(opened.said.filter((text) => !/401|ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([]);
  });
});
