// Tests what the console shows of persons with several customer ids, in a real browser against the local cloud.
import { beforeAll, expect, it } from 'vitest';
import type { Order } from '../../../../packages/client/src/index.ts';
import { describeInBrowser, useConsole } from '../harness/in-browser.ts';

const createOrder = (order_id: string, customer_id: string, contact?: string): Order => ({
  ...{ order_id, customer_id, order_date: `2026-03-0${order_id}` },
  ...(contact !== undefined && { contact }),
  line_items: [{ product_name: 'tea', unit_price: 2 }],
});

describeInBrowser('the console', () => {
  const { connect, open, getOpened } = useConsole();
  let apiKey = '';
  beforeAll(async () => {
    ({ apiKey } = getOpened());
    await connect().push(
      [createOrder('1', 'ann@web.de'), createOrder('2', '17', 'ann@web.de'), createOrder('3', '18')],
      { datasetId: 'persons', wait: true },
    );
  });

  it('previews identity rules of a dataset, saves them and turns them off', async () => {
    const { page } = await open({ query: '?view=settings', apiKey });
    await page.getByText('Persons with several customer ids in persons', { exact: true }).click();
    const form = page.locator('details[open]');
    await form.getByText('Off: each customer id is a customer.').waitFor();
    await form.getByLabel('Same e-mail address').check();
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText('3 customer ids of 2 persons. Joined by e-mail: 1.').waitFor();
    const readRules = async () => (await connect().datasets.get('persons')).identity;
    expect(await readRules()).toBeNull();
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('On: reports requested from now on count persons.').waitFor();
    expect(await readRules()).toEqual({ email: {} });
    await page.getByRole('button', { name: 'Turn off' }).click();
    await form.getByText('Off: each customer id is a customer.').waitFor();
    expect(await readRules()).toBeNull();
  });

  it('previews the merge list in counts, saves it with the rules, and keeps what it does not show', async () => {
    const stored = { merges: [['a', 'b']], separate: ['zoe'] };
    await connect().datasets.replaceMerges('persons', stored);
    const { page } = await open({ query: '?view=settings', apiKey });
    await page.getByText('Persons with several customer ids in persons', { exact: true }).click();
    const form = page.locator('details[open]');
    const field = form.getByLabel('Customer ids of one person per line');
    await expect.poll(() => field.inputValue()).toBe('a, b');
    expect(await form.getByRole('status').count()).toBe(0);
    await field.fill('17;18\n18;19\nx;y\n7\n');
    await form.getByText('Persons in the list: 2. Their customer ids: 5.').waitFor();
    expect((await connect().datasets.merges('persons')).merges).toEqual(stored.merges);
    await field.fill('17;18');
    await form.getByText('Persons in the list: 1. Their customer ids: 2.').waitFor();
    // An erasure has removed ids meanwhile.
    await connect().datasets.replaceMerges('persons', { ...stored, merges: [] });
    await form.getByRole('button', { name: 'Save' }).click();
    await form.getByText('The list has changed: here is the new one.').waitFor();
    await expect.poll(() => field.inputValue()).toBe('');
    await field.fill('17;18');
    await form.getByRole('button', { name: 'Save' }).click();
    await page.getByText('On: reports requested from now on count persons.').waitFor();
    const saved = { merges: [['17', '18']], separate: ['zoe'] };
    await expect.poll(() => connect().datasets.merges('persons')).toMatchObject(saved);
    expect((await connect().datasets.get('persons')).identity).toEqual({});
    await form.getByRole('button', { name: 'Preview' }).click();
    await form.getByText('3 customer ids of 2 persons. Joined by merge list: 1.').waitFor();
    await page.getByRole('button', { name: 'Turn off' }).click();
    await form.getByText('Off: each customer id is a customer.').waitFor();
    await connect().datasets.replaceMerges('persons', { merges: [] });
  });

  it('shows the person who has a customer id, with the orders of each of their ids', async () => {
    const { report_id: report } = await connect().reports.createAndWait({
      ...{ report_type: 'RFM', dataset_id: 'persons', params: { identity: { email: {} } } },
    });
    const query = `?view=customer&report=${report}&customer=ann%40web.de`;
    const { page } = await open({ query, apiKey });
    await page.getByRole('heading', { name: '17', exact: true }).waitFor();
    await page.getByText('Other customer ids of this person').waitFor();
    const orders = page.getByRole('table', { name: 'Orders', exact: true }).locator('tbody tr');
    const id = orders.first().locator('td').first();
    expect([await id.innerText(), await orders.count()]).toEqual(['2', 1]);
    await page.getByLabel('Orders of customer id').selectOption('ann@web.de');
    await page.locator('table:has(caption:text-is("Orders")) td', { hasText: /^1$/ }).waitFor();
    const { page: shown } = await open({ query: `?view=report&id=${report}`, apiKey });
    const persons = shown.getByRole('table', { name: 'Persons with several customer ids' });
    await persons.waitFor();
    expect(await persons.locator('tbody tr').allInnerTexts()).toEqual([
      expect.stringMatching(/by customer id\s+3\s+0\s+0\.0%\s+1\.00/),
      expect.stringMatching(/by person\s+2\s+1\s+50\.0%\s+1\.50/),
    ]);
  });
});
