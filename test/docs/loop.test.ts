// The walkthrough of docs/loop.md: its commands, run on the demo's file, print what the page shows. Also options of
// `analyze effect`.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CommandLine, createCommandLine } from '../../tools/harness/command-line.ts';
import { useTarget } from '../end-to-end/use-target.ts';

const [page = '', service = ''] = readFileSync('docs/loop.md', 'utf8').split('\n## 5. ');
const DATA = 'apps/cli/demo/data/online-retail-2010-12.csv.gz';
const commands = [...page.matchAll(/```sh\nnpm run -s cli -- (.*)\n```/g)].map(([, args = '']) =>
  args.split(' '),
);
const outputs = [...page.matchAll(/```\n([^`]+)```/g)].map(([, text = '']) => text);
const target = useTarget();
let cli: CommandLine;

beforeAll(() => {
  cli = createCommandLine(target.local.cloud);
  mkdirSync(join(cli.dir, 'apps/cli/demo/data'), { recursive: true });
  copyFileSync(DATA, join(cli.dir, DATA));
});
afterAll(() => cli.remove());

it('prints what docs/loop.md shows for files, and ends with an undecided effect', async () => {
  const printed: string[] = [];
  for (const args of commands) {
    const { code, stdout, stderr } = await cli.run(args);
    expect(code, stderr).toBe(0);
    printed.push(stdout, stderr);
  }
  expect([commands.length, outputs.length]).toEqual([3, 3]);
  for (const output of outputs)
    expect(
      printed.some((text) => text.includes(output)),
      output,
    ).toBe(true);
  const due = readFileSync(join(cli.dir, 'due.csv'), 'utf8').trim().split('\r\n');
  expect(page).toContain(`\`due.csv\` has ${due.length - 1} customers`);
  for (const figure of ['23,805', '+101.8 %', '0.027']) {
    expect([page, printed.join()]).toEqual([
      expect.stringContaining(figure.replace('+', '')),
      expect.stringContaining(figure),
    ]);
  }
  expect(printed.join()).not.toMatch(/The campaign (worked|did harm)/);
});

it('prints on the service what docs/loop.md shows, except for figures and days', async () => {
  const { apiKey } = await target.local.newAccount('max');
  const lines = [...service.matchAll(/^npm run -s cli -- (.*)$/gm)].map(([, line = '']) => line);
  expect(lines).toHaveLength(6);
  const today = new Date().toISOString().slice(0, 10);
  let audienceId = '';
  let printed = '';
  for (const line of lines) {
    const args = line.replace('AUDIENCE', audienceId).replace('TODAY', today).split(' ');
    const { code, stdout, stderr } = await cli.run([...args, '--key', apiKey]);
    expect(code, `${line}: ${stderr}`).toBe(0);
    audienceId = /^Audience (\w{26})\./m.exec(stdout)?.[1] ?? audienceId;
    printed += `${stdout}${stderr}`.replaceAll(/\s+/g, ' ');
  }
  const maskFigures = (text: string) =>
    text
      .trim()
      .replaceAll(/\s+/g, ' ')
      .replaceAll(/\d[\d,.]*/g, '#');
  const [plan = '', since = ''] = [...service.matchAll(/```\n(\w[^`]+)```\n/g)].map(([, text = '']) => text);
  expect(maskFigures(printed)).toContain(maskFigures(plan));
  const members = /of (\d+)\s+customers are held out/.exec(plan)?.[1];
  expect(printed).toContain(`of ${members} customers are held out`);
  expect(maskFigures(printed)).toContain(maskFigures(since.replace('TODAY', today)));
  expect(readFileSync(join(cli.dir, 'members.csv'), 'utf8')).toMatch(/^customer_id,contact,joined_at\r\n/);
}, 120_000);

describe('analyze effect', () => {
  const runEffect = (...args: string[]) => cli.run(['analyze', 'effect', 'orders.csv', ...args]);
  const lists = ['--sent', 'sent.csv', '--held-out', 'held.csv'];

  beforeAll(() => {
    const rows = Array.from({ length: 120 }, (_, at) => `${at},<b>c${at},2026-03-0${1 + (at % 3)},tea,5,1`);
    const createRows = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, at) => `<b>c${from + at}`).join('\n');
    writeFileSync(
      join(cli.dir, 'orders.csv'),
      `order_id,customer_id,order_date,product_name,unit_price,quantity\n${rows.join('\n')}\n`,
    );
    writeFileSync(join(cli.dir, 'sent.csv'), `customer_id\n${createRows(0, 120)}\n`);
    writeFileSync(join(cli.dir, 'held.csv'), `customer_id\n${createRows(120, 200)}\n`);
    writeFileSync(join(cli.dir, 'both.csv'), 'customer_id\n<b>c7\n');
  });

  it('writes a page, CSV and JSON of the effect', async () => {
    const { code, stdout } = await runEffect(
      ...lists,
      '--since',
      '2026-03-01',
      '--days',
      '3',
      '--html',
      'effect.html',
      '--csv',
    );
    expect(code).toBe(0);
    const html = readFileSync(join(cli.dir, 'effect.html'), 'utf8');
    expect(html).toContain('The campaign worked: ');
    expect(html).toContain('<th scope="row">Orders (decides)</th>');
    expect(html).not.toContain('<b>');
    expect(stdout.split('\r\n')[0]).toMatch(/^Measure,Change,From,To,Contacted,Held out,/);
    const json = await cli.run([
      '--json',
      'analyze',
      'effect',
      'orders.csv',
      ...lists,
      '--since',
      '2026-03-01',
      '--days',
      '3',
    ]);
    expect(JSON.parse(json.stdout)).toMatchObject({
      report_type: 'EFFECT',
      effect: {
        ...{ since: '2026-03-01', until: '2026-03-03', days_to_go: 0, verdict: 'more', decides_on: 'orders' },
        sent: { customers: 120, orders: 120, net_revenue: 600 },
        held_out: { customers: 80, orders: 0, ordered_share: 0 },
        unknown: { sent: 0, held_out: 80 },
      },
      ai_insights: { summary_coded: [{ code: 'effect_more', params: { measure: 'orders', lift: null } }] },
    });
  });

  it.each([
    [['--since', '2026-03-01'], /--sent FILE, --held-out FILE and --since DATE are required/],
    [[...lists, '--since', '2026-02-30'], /expected a day such as 2026-03-01/],
    [
      [...lists, '--since', '2026-03-01', '--until', '2026-02-01'],
      /--until 2026-02-01 is before --since 2026-03-01/,
    ],
    [[...lists, '--since', '2026-03-01', '--until', '2028-02-01'], /expected at most 365 days, got 703/],
    [
      [...lists, '--since', '2026-03-01', '--until', '2026-03-09', '--days', '9'],
      /--until and --days exclude each other/,
    ],
    [[...lists, '--since', '2026-03-01', '--time-zone', 'Mars'], /--time-zone Mars: expected an IANA name/],
    [
      ['--sent', 'sent.csv', '--held-out', 'both.csv', '--since', '2026-03-01'],
      /customer "<b>c7" is in both lists: sent\.csv line 9 and both\.csv line 2/,
    ],
    [['--plan'], /--plan requires --customers N, or --among FILE/],
    [['--plan', '--customers', '10', '--split', 'x'], /--split requires --plan, and --among FILE/],
  ])('refuses %j before it reads the orders', async (args, message) => {
    const { code, stderr } = await runEffect(...args);
    expect([code, stderr]).toEqual([2, expect.stringMatching(message)]);
    expect(stderr).not.toContain('rows read');
  });
});
