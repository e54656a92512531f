// Tests `evaluate recommendations` on a file, as an operator runs it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { createCommandLine } from '../../../../tools/harness/command-line.ts';

const cli = createCommandLine();
afterAll(() => cli.remove());

it('tests on the latest orders by date, not on the last ones in the file', async () => {
  // Newest first: the orders of June come before those of January. Only those of January have tea and milk together.
  const lines = Array.from({ length: 50 }, (_, i) => {
    const date = i < 10 ? '2026-06-01' : '2026-01-01';
    const [first, second] = i < 10 ? ['soap', 'sponge'] : ['tea', 'milk'];
    return `${i},${date},${first},1,1\n${i},${date},${second},1,1`;
  });
  writeFileSync(join(cli.dir, 'orders.csv'), `Order,Date,Product,Price,Qty\n${lines.join('\n')}\n`);
  const columns = 'order_id=Order,order_date=Date,product_name=Product,unit_price=Price,quantity=Qty';
  const run = await cli.run(['--json', 'evaluate', 'recommendations', 'orders.csv', '--columns', columns]);
  expect([run.code, run.stderr]).toEqual([0, expect.any(String)]);
  const { trainedOn, testedOn, results } = JSON.parse(run.stdout);
  expect([trainedOn, testedOn]).toEqual([40, 10]);
  // Soap and sponge are new in June.
  expect(results[0].carts[0]).toMatchObject({ size: 1, orders: 10, hitRate: 0 });
});
