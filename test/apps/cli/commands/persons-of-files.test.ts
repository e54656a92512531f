// Tests that identity rules join customer ids of files as they join those of a dataset.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { readWhole } from '../../../../apps/cli/commands/files/read-whole.ts';
import { readMergeList } from '../../../../apps/cli/commands/reports/persons-option.ts';
import { getAskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import type { IdentityRules } from '../../../../src/contract/schema/identity.ts';
import { createCommandLine } from '../../../../tools/harness/command-line.ts';

const folder = mkdtempSync(join(tmpdir(), 'persons-'));
afterAll(() => rmSync(folder, { recursive: true }));

function write(name: string, text: string): string {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

const orders = write(
  'orders.csv',
  `order_id,customer_id,email,order_date,product_name,unit_price,quantity
1,ann@web.de,,2026-03-01,tea,2,1
2,17,Ann@Web.de,2026-03-05,tea,2,1
3,18,,2026-03-06,cup,2,1
4,till,,2026-03-07,cup,2,1
`,
);

async function read(identity: IdentityRules | undefined, list?: unknown) {
  const { settings } = resolveReport({
    ...{ report_type: 'RFM', dataset_id: 'default' },
    ...(identity && { params: { identity } }),
  });
  const merges = list === undefined ? undefined : readMergeList(write('merges.json', JSON.stringify(list)));
  const { columns, persons } = await readWhole(
    [orders],
    { header: true, prices: true, badRows: 'stop', strict: false },
    { ...getAskedColumns('RFM', settings), merges },
  );
  return { customers: [...columns.customers].sort(), persons };
}

it('counts customer ids without rules, and persons with them', async () => {
  const all = ['17', '18', 'ann@web.de', 'till'];
  expect(await read(undefined)).toEqual({ customers: all, persons: undefined });
  const { customers, persons } = await read({ email: {} });
  expect(customers).toEqual(['17', '18', 'till']);
  expect(persons?.figures).toMatchObject({
    ids: 4,
    persons: 3,
    joined: { email: 1 },
    with: { repeat_customers: 1 },
    without: { repeat_customers: 0 },
  });
});

it('joins the ids of a merge list, which is checked as by the API', async () => {
  const { customers } = await read({}, { merges: [['18', 'till']] });
  expect(customers).toEqual(['17', '18', 'ann@web.de']);
  await expect(read({}, { merges: [['18']] })).rejects.toThrow('expected at least two ids');
  await expect(read({}, { merges: [['18', 'till']], separate: ['18'] })).rejects.toThrow(
    '"18" is in separate, too',
  );
});

describe('commands that read files', () => {
  const cli = createCommandLine();
  afterAll(() => cli.remove());
  const save = (name: string, text: string): void => writeFileSync(join(cli.dir, name), text);
  save('orders.csv', readFileSync(orders, 'utf8'));
  save('list.json', JSON.stringify({ merges: [['18', 'till']] }));
  save('sent.csv', 'customer_id\nann@web.de\n18\n');
  save('held.csv', 'customer_id\n17\ntill\n');
  const runJson = async (...args: readonly string[]) => {
    const { code, stdout, stderr } = await cli.run([...args, '--json']);
    return { code, stderr, json: JSON.parse(stdout) };
  };

  it('inspect previews what each rule joins, and what joins nobody', async () => {
    const rules = ['--persons', 'email', '--merge-list', 'list.json'];
    const { json } = await runJson('inspect', 'orders.csv', ...rules);
    expect(json.identity).toMatchObject({ ids: 4, persons: 2, joined: { email: 1, merge_list: 1 } });
    const { stdout } = await cli.run(['inspect', 'orders.csv', ...rules]);
    expect(stdout).toContain('4 customer ids of 2 persons. Joined by merge list: 1.');
    expect((await runJson('inspect', 'orders.csv')).json).not.toHaveProperty('identity');
  });

  it('analyze effect compares persons, each in the list of the first of their ids', async () => {
    const lists = ['--sent', 'sent.csv', '--held-out', 'held.csv', '--since', '2026-03-01'];
    const args = ['analyze', 'effect', 'orders.csv', ...lists];
    const countArms = ({ effect }: Awaited<ReturnType<typeof runJson>>['json']) =>
      [effect.sent, effect.held_out].map(({ customers, orders: counted }) => [customers, counted]);
    const plain = await runJson(...args);
    expect(countArms(plain.json)).toEqual([
      [2, 2],
      [2, 2],
    ]);
    expect(plain.json).not.toHaveProperty('identity');
    expect(plain.stderr).not.toContain('both lists');
    // ann@web.de is sent to, and 17 held out.
    const { json, stderr } = await runJson(...args, '--persons', 'email');
    expect(countArms(json)).toEqual([
      [1, 1],
      [2, 3],
    ]);
    expect(json.identity).toMatchObject({ ids: 4, persons: 3, joined: { email: 1 } });
    expect(stderr).toContain('1 person with ids in both lists');
  });

  it('analyze effect plans for persons, and holds out all ids of one', async () => {
    const ids = Array.from({ length: 40 }, (_, n) => [`${100 + n}`, `guest${n}@web.de`]);
    const header = 'order_id,customer_id,email,order_date,product_name,unit_price,quantity';
    const rows = ids.flatMap(([account = '', guest = '']) => [
      `${account},${account},${guest},2026-03-01,tea,2,1`,
      `${guest},${guest},,2026-03-02,tea,2,1`,
    ]);
    save('many.csv', [header, ...rows, ''].join('\n'));
    save('among.csv', `customer_id\n${ids.flat().join('\n')}\n`);
    const args = ['analyze', 'effect', 'many.csv', '--plan', '--among', 'among.csv', '--hold-out', '0.5'];
    const { json } = await runJson(...args, '--persons', 'email', '--split', join(cli.dir, 'split'));
    expect(json.plan).toMatchObject({ customers: 40, held_out: 20 });
    const held = readFileSync(join(cli.dir, 'split-held-out.csv'), 'utf8').trim().split(/\r?\n/).slice(1);
    expect(held.length).toBeGreaterThan(10);
    for (const [account = '', guest = ''] of ids) expect(held.includes(account)).toBe(held.includes(guest));
    expect((await runJson(...args)).json.plan).toMatchObject({ customers: 80 });
  });

  it('evaluate recommendations tests the next order of persons', async () => {
    const header = 'order_id,customer_id,email,order_date,product_name,unit_price,quantity';
    const rows = Array.from({ length: 120 }, (_, n) => [
      `a${n},${100 + n},p${n}@web.de,2026-03-01,tea,2,1`,
      `b${n},${100 + n},p${n}@web.de,2026-03-02,tea,2,1`,
      ...['tea', 'cup'].map((product) => `c${n},p${n}@web.de,,2026-03-09,${product},2,1`),
    ]).flat();
    save('next.csv', [header, ...rows, ''].join('\n'));
    const args = ['evaluate', 'recommendations', 'next.csv'];
    const plain = await runJson(...args);
    const { json } = await runJson(...args, '--persons', 'email');
    expect(plain.json).not.toHaveProperty('next');
    expect(plain.json).not.toHaveProperty('identity');
    expect(json.next.again.customers).toBe(120);
    expect(json.identity).toMatchObject({ ids: 240, persons: 120 });
  });

  it('refuses rules and merge lists as the API does', async () => {
    for (const command of [['inspect'], ['evaluate', 'recommendations'], ['analyze', 'rfm']]) {
      const run = await cli.run([...command, 'orders.csv', '--persons', '{"email":{"domains":true}}']);
      expect([command, run.code, run.stderr]).toEqual([command, 2, expect.stringContaining('domains')]);
    }
  });
});
