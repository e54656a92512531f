// Tests that identity rules join customer ids of files as they join those of a dataset.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readWhole } from '../../../../apps/cli/commands/files/read-whole.ts';
import { readMergeList } from '../../../../apps/cli/commands/reports/persons-option.ts';
import { getAskedColumns } from '../../../../src/analysis/report-types/columns-asked.ts';
import { resolveReport } from '../../../../src/contract/report-types/resolve.ts';
import type { IdentityRules } from '../../../../src/contract/schema/identity.ts';

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
