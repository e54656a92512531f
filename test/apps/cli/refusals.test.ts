// Tests the messages about unusable order files: the command to try, errors as JSON, and omissions.
import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askForAnswer } from '../../../apps/cli/ask.ts';
import { findFileOptions } from '../../../apps/cli/commands/files/order-file-options.ts';
import { formatCommand, withOptions } from '../../../apps/cli/try-again.ts';
import { type CommandLine, createCommandLine } from '../../../tools/harness/command-line.ts';

const splitWords = (line: string): string[] => line.split(' ');

const COMMAND = formatCommand([]);
let cli: CommandLine;
const writeOrderFile = (name: string, lines: readonly string[]): string => {
  writeFileSync(join(cli.dir, name), `${lines.join('\n')}\n`);
  return name;
};

beforeAll(() => {
  cli = createCommandLine();
  writeOrderFile('odd.csv', [
    'Report of March',
    'Sale ID,Sold On,Client e-mail,Thing,Sold For,Pieces,Status',
    'A1,03/04/2026,ann@x.example,Green tea,$4.50,2,Completed',
    'A1,03/04/2026,ann@x.example,Mug,$12.00,1,Completed',
    'A2,05/04/2026,bob@x.example,Mug,EUR 12.00,1,REFUNDED',
    'A3,05/04/2026,cid@x.example,Mug,EUR 12.00,1,Versand läuft',
    'A3,05/04/2026,cid@x.example,Green tea,EUR 4.50,1,Versand läuft',
  ]);
  writeOrderFile('plain.csv', [
    'order_id,customer,email,date,product,price,status',
    '1,c1,ann@x.example,2026-03-01,tea,4.50,paid',
    '1,c1,ann@x.example,2026-03-01,mug,12.00,paid',
    '2,c2,bob@x.example,2026-03-02,tea,4.50,paid',
    '2,c2,new@x.example,2026-03-02,mug,12.00,paid',
    '3,c3,,2026-03-03,tea,4.50,cancelled',
  ]);
});
afterAll(() => cli.remove());

/** Parses the command that a refusal or an inspection suggests into arguments. */
function parseSuggestion(text: string): string[] {
  const [, line = ''] = new RegExp(`^ *${COMMAND} (.*)$`, 'm').exec(text) ?? [];
  return [...line.matchAll(/'([^']*)'|([^\s']+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '');
}

describe('inspect', () => {
  it('shows the contents and field of each column, the open decisions, and the command that reads the file', async () => {
    const { code, stdout } = await cli.run(['inspect', 'odd.csv']);
    expect(code).toBe(0);
    expect(stdout).toContain('header in line 2');
    expect(stdout).toMatch(/^Sale ID +text +100 % .*order_id/m);
    expect(stdout).toContain('2026-03-04 to 2026-05-04 as month/day/year');
    expect(stdout).toContain('2026-04-03 to 2026-04-05 as day/month/year');
    expect(stdout).toContain('"REFUNDED" (1 row, 12.00)');
    expect(stdout).toContain('the prices are in several currencies');
    const again = await cli.run(parseSuggestion(stdout));
    expect([again.code, again.stderr]).toEqual([0, expect.stringMatching(/^orders +1/m)]);
  });

  it('prints the same as JSON', async () => {
    const { stdout } = await cli.run(['inspect', 'plain.csv', '--json']);
    expect(JSON.parse(stdout)).toMatchObject({
      header_line: 1,
      exporter: { id: 'plain' },
      delimiter: ',',
      columns: expect.arrayContaining([
        expect.objectContaining({
          column: 'email',
          kind: 'email',
          filled: 0.8,
          field: 'contact',
          could_be: ['customer_id'],
        }),
      ]),
      dates: { column: 'date', readings: [{ format: 'iso', first: '2026-03-01', last: '2026-03-03' }] },
      problems: [],
      figures: {
        statuses: [
          { status: 'paid', rows: 4, paid: true },
          { status: 'cancelled', rows: 1, paid: false },
        ],
      },
      command: 'npm run -s cli -- analyze mba plain.csv',
    });
  });

  it('states the problem and exits with 1 if no option helps', async () => {
    writeOrderFile('orders-in-rows.csv', [
      'order_id,items,total',
      '1,2 x Tea; 1 x Mug,21',
      '2,1 x Tea; 3 x Mug,40',
      '3,Tea,4',
    ]);
    const { code, stdout } = await cli.run(['inspect', 'orders-in-rows.csv']);
    expect([code, stdout]).toEqual([1, expect.stringContaining('with its products in one cell: "items"')]);
  });
});

describe('a refusal', () => {
  it('ends with a command to try, which leads to the next problem or to the report', async () => {
    let args = ['analyze', 'mba', 'odd.csv'];
    const asked: string[] = [];
    for (let round = 0; round < 6; round++) {
      const { code, stderr } = await cli.run(args);
      if (code === 0) break;
      expect([code, stderr]).toEqual([
        2,
        expect.stringMatching(new RegExp(`^(?:Try|Choose one):\n[^]*  ${COMMAND}`, 'm')),
      ]);
      asked.push(stderr.slice(stderr.indexOf('error: ')).split('\n')[0] ?? '');
      args = parseSuggestion(stderr.slice(stderr.search(/^(?:Try|Choose one):$/m)));
    }
    expect(asked).toEqual([
      expect.stringContaining('no column found for product_name or product_sku'),
      expect.stringContaining('the price can be read in 2 ways'),
      expect.stringContaining('Sold On: "03/04/2026" can be'),
      expect.stringContaining('Status: unknown statuses'),
      expect.stringContaining('several currencies'),
    ]);
  });

  it('lists each reading of an ambiguous price with its total and its command', async () => {
    writeOrderFile('sales.csv', [
      'order_id,product,sales,quantity',
      '1,Tea,20.00,2',
      '2,Tea,30.00,3',
      '3,Mug,15.00,1',
    ]);
    const { code, stderr } = await cli.run(['analyze', 'mba', 'sales.csv']);
    expect(code).toBe(2);
    expect(stderr).toContain('sales.csv: the price can be read in 2 ways');
    expect(stderr).toContain('65.00, 3 orders, 0 customers: "sales" is the price of the line');
    expect(stderr).toContain(`${COMMAND} analyze mba sales.csv --columns line_total=sales,unit_price=`);
    expect(stderr).toContain('145.00, 3 orders, 0 customers: "sales" is the price of one piece');
    const inspected = await cli.run(['inspect', 'sales.csv']);
    expect(inspected.stdout).not.toMatch(/^The command$/m);
    expect(inspected.stdout).toContain('The command, if the first answer to each question is right');
  });

  it.each([
    ['2', 'unit_price'],
    ['', undefined],
    ['9', undefined],
  ])('takes the answer typed on a terminal: %j', async (typed, code) => {
    const totals = { rows: 1, orders: 1, customers: 1, net: 1, currency: null };
    const answers = (['line_total', 'unit_price'] as const).map((one) => {
      return { code: one, name: 'sales', totals, way: { columns: { [one]: 'sales' } } };
    });
    const output = new PassThrough();
    const answer = await askForAnswer(answers, Readable.from([`${typed}\n`]), output);
    expect(answer?.code).toBe(code);
    expect(String(output.read())).toContain('1  1.00, 1 order, 1 customer: "sales" is the price of the line');
  });

  it('prints one line with the API’s code, the problem and the command with --json', async () => {
    const { code, stdout, stderr } = await cli.run(['--json', 'analyze', 'mba', 'odd.csv']);
    expect([code, stdout]).toEqual([2, '']);
    expect(JSON.parse(stderr.trim())).toMatchObject({
      error: expect.stringContaining('odd.csv: no column found'),
      code: 'invalid_request',
      problem: { code: 'missing_columns', guesses: { product_name: 'Thing', order_date: 'Sold On' } },
      try: expect.stringContaining("--columns 'order_date=Sold On,product_name=Thing"),
    });
    const usage = await cli.run(['--json', 'push', '--foo']);
    expect(JSON.parse(usage.stderr.trim())).toMatchObject({ code: 'invalid_request' });
  });

  it('names the command and its help for an unknown option', async () => {
    const { code, stderr } = await cli.run(['report', 'list', '--foo']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/^error: report list: unknown option '--foo'(?:.|\n)*\(see report list --help\)/),
    ]);
  });

  it('offers to skip a bad row', async () => {
    writeOrderFile('bad.csv', ['order_id,product,price', '1,tea,x', '2,tea,1', '2,mug,1']);
    const { stderr } = await cli.run(['analyze', 'mba', 'bad.csv']);
    expect(parseSuggestion(stderr)).toEqual(['analyze', 'mba', 'bad.csv', '--bad-rows', 'skip']);
  });

  it('offers to scale weights, and inspect suggests the same', async () => {
    writeOrderFile('weights.csv', [
      'order_id,product,price,quantity',
      '1,tea,12,0.25',
      '2,tea,12,1.5',
      '2,mug,1,1',
    ]);
    const { stderr } = await cli.run(['analyze', 'mba', 'weights.csv']);
    expect(parseSuggestion(stderr)).toEqual(['analyze', 'mba', 'weights.csv', '--quantity-scale', '1000']);
    const { stdout } = await cli.run(['--json', 'inspect', 'weights.csv']);
    const { options, figures } = JSON.parse(stdout);
    expect(options).toEqual({ quantityScale: 1000 });
    expect(figures.gross).toBe(22);
  });

  it('names the found and expected fields of JSON orders, and suggests no option that skips every order', async () => {
    const order = { id: 7, customer: { id: 1 }, line_items: [{ name: 'Tea', price: '4.50', quantity: 1 }] };
    writeOrderFile('other.json', [JSON.stringify([order])]);
    const { code, stderr } = await cli.run(['analyze', 'mba', 'other.json']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        /expected an order with order_id, .* got one with id, customer, line_items .*--from shopify-rest/,
      ),
    ]);
    expect(stderr).not.toContain('Try:');
    expect((await cli.run(['inspect', 'other.json'])).stdout).not.toContain('--bad-rows');
  });

  it('does not occur for blank prices, for which --strict exits with 3', async () => {
    writeOrderFile('blank.csv', ['order_id,product,price', '1,tea,', '2,tea,1', '2,mug,1']);
    expect((await cli.run(['analyze', 'mba', 'blank.csv'])).code).toBe(0);
    expect((await cli.run(['analyze', 'mba', 'blank.csv', '--strict'])).code).toBe(3);
  });
});

describe('omissions', () => {
  it('are in the JSON of the report and on its page, without the path of the file', async () => {
    const { code, stdout } = await cli.run([
      ...splitWords('--json analyze rfm'),
      join(cli.dir, 'plain.csv'),
      ...splitWords('--html p.html'),
    ]);
    const report = JSON.parse(stdout);
    expect([code, report.dataset_id]).toEqual([0, 'plain.csv']);
    expect(report.source_summary).toMatchObject({
      rows_read: 5,
      orders: 2,
      net: 33,
      left_out: [{ reason: 'cancelled', rows: 1, orders: 1, amount: 4.5 }],
    });
    const page = await readFile(join(cli.dir, 'p.html'), 'utf8');
    expect(page).not.toContain(cli.dir);
    expect(page).toContain('1 row of 1 order, 4.50: cancelled');
    expect(page.indexOf('What the files add up to')).toBeLessThan(page.indexOf('id="spent"'));
  });

  it('cause exit code 3 with --strict, and 0 without it', async () => {
    const getExitCode = async (...args: string[]) =>
      (await cli.run(['analyze', 'mba', 'plain.csv', ...args])).code;
    expect([await getExitCode(), await getExitCode('--strict')]).toEqual([0, 3]);
    expect(await getExitCode('--strict', '--include', 'cancelled')).toBe(0);
  });

  it.each([
    ['no order counts', ['mba', '--not-paid', 'paid'], /none of the 5 rows belongs to an order that counts/],
    ['no customers', ['rfm', '--columns', 'customer_id='], /--columns customer_id=COLUMN/],
    ['no dates', ['cohort', '--columns', 'order_date='], /--columns order_date=COLUMN/],
  ])('cause exit code 1 if nothing is left to analyse: %s', async (_, [name = '', ...args], says) => {
    const { code, stdout, stderr } = await cli.run(['analyze', name, 'plain.csv', ...args]);
    expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(says)]);
  });
});

describe('the CSV of customers', () => {
  const listCustomers = async (...args: string[]): Promise<string[]> => {
    const { stdout } = await cli.run(['analyze', 'rfm', 'plain.csv', '--customers', '-', ...args]);
    return stdout
      .trim()
      .split(/\r?\n/)
      .map((line) => line.split(',').slice(0, 2).join(','));
  };

  it('has the last e-mail address of the file beside each id', async () => {
    expect((await listCustomers()).toSorted()).toEqual([
      'c1,ann@x.example',
      'c2,new@x.example',
      'customer_id,contact',
    ]);
  });

  it('has the column of --contact, and no contact if the ids are addresses', async () => {
    expect(await listCustomers('--contact', 'product')).toContain('c1,mug');
    expect((await listCustomers('--columns', 'customer_id=email'))[0]).not.toContain('contact');
    const { code, stderr } = await cli.run(splitWords('analyze rfm plain.csv --customers - --contact Fax'));
    expect([code, stderr]).toEqual([2, expect.stringContaining('contact=Fax: no such column')]);
  });
});

describe('the suggested command', () => {
  it('keeps the options that read the files', async () => {
    const { stderr } = await cli.run(
      splitWords('analyze mba plain.csv --not-paid cancelled --min-support 0.1'),
    );
    expect(stderr).toContain(`${COMMAND} push plain.csv --not-paid cancelled --dataset default`);
    expect(findFileOptions(['x.csv', '--currency=EUR', '--html', 'p.html', '--no-prices'])).toEqual([
      '--currency=EUR',
      '--no-prices',
    ]);
  });

  it('replaces an option, and extends columns and statuses', () => {
    expect(
      withOptions(
        ['push', 'a.csv', '--columns=order_id=Nr,quantity=Qty', '--paid', 'Done', '--currency', 'USD'],
        {
          columns: { order_id: 'No' },
          paid: ['Sent'],
          currency: 'EUR',
        },
      ),
    ).toEqual([
      ...[
        'push',
        'a.csv',
        '--columns',
        'quantity=Qty,order_id=No',
        '--currency',
        'EUR',
        '--paid',
        'Done,Sent',
      ],
    ]);
  });
});

describe('the command line without arguments', () => {
  it('prints its help in groups, and exits with 0', async () => {
    const { code, stdout, stderr } = await cli.run([]);
    expect([code, stderr]).toEqual([0, '']);
    expect(stdout.match(/^[A-Z][\w ]+:$/gm)).toEqual(
      expect.arrayContaining(['Order files:', 'Reports:', 'Data of an account:', 'Running a stage:']),
    );
  });
});

it('stops reading on Ctrl-C, and prints how many rows it read', async () => {
  const main = join(import.meta.dirname, '../../../apps/cli/main.ts');
  const child = spawn(process.execPath, [main, 'analyze', 'mba', '-'], { cwd: cli.dir });
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (part: string) => {
    stderr += part;
  });
  child.stdin.on('error', () => undefined);
  child.stdin.write('order_id,product,price\n');
  let order = 0;
  const createRows = (): string => Array.from({ length: 5_000 }, () => `${order++},tea,1`).join('\n');
  const rows = setInterval(() => child.stdin.write(`${createRows()}\n`), 20);
  const interrupt = setInterval(() => {
    if (!stderr.includes('order_id')) return;
    clearInterval(interrupt);
    child.kill('SIGINT');
  }, 50);
  const code = await new Promise((done) => child.once('close', done));
  clearInterval(rows);
  expect([code, stderr]).toEqual([
    130,
    expect.stringMatching(/error: interrupted after [\d,]+ rows? were read: nothing was written; run again/),
  ]);
});
