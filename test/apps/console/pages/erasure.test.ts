// Tests settings and erasure in the console, in a real browser against the local cloud, also with a read-only key.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, useConsole } from '../harness/in-browser.ts';

describeInBrowser('the console', () => {
  const shop = useConsole();
  const { target, connect, open } = shop;
  let page: Page;
  let accountId = '';
  beforeAll(() => {
    ({ page, accountId } = shop.getOpened());
  });

  it('shows a failed row, and sets the currency of a dataset in the settings', async () => {
    await page.getByText('1 row was not stored').waitFor();
    expect(await page.getByRole('heading', { name: 'In progress' }).count()).toBe(0);
    await page.getByRole('link', { name: 'Settings' }).click();
    await page.getByText('1 of 500', { exact: true }).waitFor();
    await page.getByRole('rowheader', { name: 'default' }).waitFor();
    await page.getByText('Currency and time zone of').first().click();
    await page.getByLabel('Currency', { exact: true }).fill('eur');
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'EUR' }).waitFor();
    expect((await connect().datasets.get('default')).currency).toBe('EUR');
    await connect().datasets.change('default', { currency: null });
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('erases a customer after a confirmation, follows the erasure, and shows its certificate', async () => {
    await page.getByRole('link', { name: 'Erasure' }).click();
    await page.getByText('Nothing has been erased.').waitFor();
    // Enter opens the confirmation, and a second Enter is Cancel: for a customer and for a dataset.
    const requested: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'DELETE') requested.push(request.url());
    });
    const dialog = page.getByRole('dialog');
    await page.getByLabel('Customer', { exact: true }).fill('customer-30@example.com');
    const asks = [
      page.getByLabel('Customer', { exact: true }),
      page.getByRole('button', { name: 'Erase the dataset' }),
    ];
    for (const ask of asks) {
      await ask.focus();
      await page.keyboard.press('Enter');
      await dialog.waitFor();
      expect(await page.evaluate('document.activeElement?.textContent')).toBe('Cancel');
      await page.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
    }
    // A dataset's name must be typed, and Enter behind it does nothing.
    await page.getByRole('button', { name: 'Erase the dataset' }).click();
    await dialog.getByText(/orders with .* line items|not been counted/).waitFor();
    const erase = dialog.getByRole('button', { name: 'Erase', exact: true });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('Type default to erase it').fill('default');
    await page.keyboard.press('Enter');
    expect(await erase.isDisabled()).toBe(false);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(requested).toEqual([]);
    await page.getByRole('button', { name: 'Erase the customer' }).click();
    await dialog.getByText('customer-30@example.com').waitFor();
    await erase.click();
    await page.getByText(/^Erased: orders 4, /).waitFor();
    await page.getByText('no copy can be restored after').waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
  });

  it('shows everything to a read-only key, disables forbidden controls, and explains why', async () => {
    const viewer = await target.local.operations.createKey(accountId, 'read only');
    const { page: viewed, said: messages } = await open({ apiKey: viewer });
    await viewed.getByRole('heading', { name: /^Your shop/ }).waitFor();
    await viewed.getByText('Account', { exact: true }).click();
    await viewed.getByText('read only', { exact: false }).first().waitFor();
    await viewed.keyboard.press('Escape');
    await viewed.getByRole('link', { name: 'Erasure' }).click();
    await viewed.getByText(/^Erased: orders 4, /).waitFor();
    const erase = viewed.getByRole('button', { name: 'Erase the dataset' });
    expect(await erase.isDisabled()).toBe(true);
    await viewed.getByText('Your key is read-only').first().waitFor();
    await viewed.getByRole('link', { name: 'Reports', exact: true }).click();
    await viewed.getByRole('link', { name: 'What is bought together?' }).click();
    expect(await viewed.getByRole('button', { name: 'Create the report' }).isDisabled()).toBe(true);
    await viewed.getByText('For developers').click();
    expect(messages).toEqual([]);
    await viewed.close();
  });

  it('requests nothing from other hosts, sends no key in an address, and logs no error or dialog', () => {
    shop.expectNothingElsewhere();
  });
});
