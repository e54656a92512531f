// Tests customers as CSV: formulas are escaped for spreadsheets, and no line is lost between batches.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { writeCustomers } from '../../../../apps/cli/commands/reports/customer-csv.ts';

const dir = mkdtempSync(join(tmpdir(), 'order-analytics-customers-'));
afterAll(() => rmSync(dir, { recursive: true, force: true }));
const file = join(dir, 'customers.csv');

it('writes a line for each customer below the column names', async () => {
  const rows = Array.from({ length: 2_345 }, (_, i) => ({
    customer_id: `c${i}`,
    monetary: i / 4,
    segment: null,
  }));
  expect(await writeCustomers(file, rows)).toBe(2_345);
  const lines = readFileSync(file, 'utf8').split('\r\n');
  expect(lines).toHaveLength(2_347);
  expect([lines[0], lines[1], lines[2_345], lines[2_346]]).toEqual([
    'customer_id,monetary,segment',
    'c0,0,',
    'c2344,586,',
    '',
  ]);
});

it('escapes ids that begin like a formula, and quotes ids with a comma', async () => {
  await writeCustomers(file, [
    { customer_id: '=HYPERLINK("x")' },
    { customer_id: 'a,b' },
    { customer_id: '-1' },
  ]);
  expect(readFileSync(file, 'utf8')).toBe('customer_id\r\n"\'=HYPERLINK(""x"")"\r\n"a,b"\r\n\'-1\r\n');
});

it('creates an empty file if no customer matches', async () => {
  expect(await writeCustomers(file, [])).toBe(0);
  expect(readFileSync(file, 'utf8')).toBe('');
});
