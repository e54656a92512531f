// Tests how a merchant has suggestions sent by e-mail, in a real browser against the local cloud, to the page behind the
// link of the e-mail.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';

describeInBrowser('a recipient of suggestions', () => {
  const { target, newAccount, createClient, open } = useBrowser();
  let apiKey = '';
  let page: Page;

  beforeAll(async () => {
    ({ apiKey } = await newAccount());
    await createClient(apiKey).schedules.create({
      ...{ name: 'Mondays', expression: 'cron(0 7 * * MON)', report: { template: 'standard_rfm' } },
    });
    ({ page } = await open({ apiKey, query: '?view=schedules' }));
  });

  it('is added to a schedule, confirms by a button', async () => {
    const address = `ann.${Date.now().toString(36)}@example.com`;
    await page.getByText('Send suggestions after each report').click();
    await page.getByRole('textbox', { name: 'E-mail address' }).fill(address);
    await page.getByRole('button', { name: 'Add the recipient' }).click();
    await page.getByText(`${address} gets an e-mail with a link to confirm.`).waitFor();
    const list = () => createClient(apiKey).endpoints.list();
    expect(await list()).toMatchObject([
      { kind: 'email', url: `mailto:${address}`, language: 'en', paused_because: 'unconfirmed' },
    ]);

    await page.goto(`${target.baseUrl}/console?view=settings`);
    await page.getByText('Paused until the address has confirmed by a link in an e-mail.').waitFor();
    expect(await page.getByRole('button', { name: 'Resume: example.com' }).count()).toBe(0);
    await page.getByRole('button', { name: 'Send the e-mail to confirm: example.com' }).click();
    await page.getByRole('status').getByText('Delivered', { exact: true }).waitFor();

    await page.goto(`${new URL(target.baseUrl).origin}/mail`);
    await page
      .getByRole('listitem')
      .filter({ hasText: address })
      .getByRole('link', { name: 'Confirm that you want the digest' })
      .first()
      .click();
    const [opened] = await Promise.all([
      page.context().waitForEvent('page'),
      page.getByRole('link', { name: 'Confirm', exact: true }).click(),
    ]);
    await opened.getByRole('button', { name: 'Confirm' }).click();
    await opened.getByRole('heading', { name: 'Confirmed' }).waitFor();
    expect(await list()).toMatchObject([{ status: 'active' }]);
    await opened.close();
  });
});
