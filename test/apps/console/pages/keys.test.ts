// Tests keys in the console, in a real browser against the local cloud: the first visit, a link with a key, new keys,
// and a revoked key.
import type { Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import { chooseLanguage, readLayoutShift } from '../harness/console-page.ts';
import { describeInBrowser, useConsole } from '../harness/in-browser.ts';

describeInBrowser('the console', () => {
  const shop = useConsole({ withoutKey: true });
  const { target, open, findHeading } = shop;
  let page: Page;
  let apiKey = '';
  let accountId = '';
  beforeAll(() => {
    ({ page, apiKey, accountId } = shop.getOpened());
  });

  it('prompts for a key if it has none, and again if the service refuses the key', async () => {
    await findHeading('Your API key').waitFor();
    expect(await page.evaluate('document.activeElement?.type')).toBe('password');
    expect(await page.evaluate('document.activeElement?.type')).toBe('password');
    await page.getByRole('textbox', { name: 'API key' }).fill('afn_not-a-key');
    await page.keyboard.press('Enter');
    await page.getByRole('alert').getByText('unknown, expired or revoked').waitFor();
    await page.getByRole('textbox', { name: 'API key' }).fill(` ${apiKey} `);
    await page.getByRole('button', { name: 'Open the console' }).click();
    await page.getByRole('heading', { name: /^Your shop/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('removes the key from the address and the history at once, and keeps it in the tab only', async () => {
    const opened = await open({ apiKey });
    await opened.page.getByRole('heading', { name: /^Your shop/ }).waitFor();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    expect(await readLayoutShift(opened.page)).toBeLessThan(0.1);
    await opened.page.getByRole('link', { name: 'Reports' }).click();
    await opened.page.goBack();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    await opened.page.goBack();
    expect(opened.page.url()).toBe('about:blank');
    await opened.page.goForward();
    expect(opened.page.url()).toBe(`${target.baseUrl}/console`);
    // The tab still has the key.
    await opened.page.getByRole('heading', { name: /^Your shop/ }).waitFor();
    expect(await opened.page.evaluate('JSON.stringify(localStorage) + document.cookie')).toBe('{}');
    for (const url of opened.asked) expect(url).not.toContain(apiKey);
    expect(opened.said).toEqual([]);
    await opened.page.close();
  });

  it('prompts before the key of a link replaces the current one, and names both accounts', async () => {
    const { operations } = target.local;
    const { account_id } = await operations.createAccount('Stranger & Co', 'max', {});
    const strange = await operations.createKey(account_id);
    const { page: own, said: messages } = await open({ apiKey });
    const showAccount = () => own.locator('summary', { hasText: 'Account' }).click();
    await own.getByRole('heading', { name: /^Your shop/ }).waitFor();
    const keys = new Set<string | undefined>();
    own.on('request', (request) => {
      if (!request.url().endsWith('/usage')) keys.add(request.headers().authorization);
    });
    const dialog = own.getByRole('dialog');
    // The page prompts when the fragment changes and when the tab is loaded again.
    for (const follow of [
      () => own.evaluate(`location.hash = 'key=${strange}'`),
      () => own.goto(`${target.baseUrl}/console?view=import#key=${strange}`),
    ]) {
      await follow();
      await dialog.getByText(`account Stranger & Co, key …${strange.slice(-4)}`).waitFor();
      await dialog.getByText(`key …${apiKey.slice(-4)}`).waitFor();
      expect(new URL(own.url()).hash).toBe('');
      expect(await own.evaluate('document.activeElement?.textContent')).toBe('Keep my key');
      await own.keyboard.press('Enter');
      await dialog.waitFor({ state: 'detached' });
      await showAccount();
      await own.getByText(/^Account \w/).waitFor();
      expect(await own.getByText('Account Stranger & Co').count()).toBe(0);
      await own.keyboard.press('Escape');
    }
    await own.reload();
    expect([...keys].filter((key) => key?.includes(strange))).toEqual([]);
    await own.evaluate(`location.hash = 'key=${strange}'`);
    await dialog.getByRole('button', { name: 'Use the key of the link' }).click();
    await showAccount();
    await own.getByText('Account Stranger & Co').waitFor();
    expect(messages).toEqual([]);
    await own.close();
  });

  it('creates a key for a person, shows the key and its link once, and lists, renames and revokes the key', async () => {
    const fresh = await target.local.newAccount('max');
    const admin = await target.local.operations.createKey(fresh.accountId, 'admin', { name: 'Owner' });
    const opened = await open({ apiKey: admin, width: 390 });
    const view = opened.page;
    await view.goto(`${target.baseUrl}/console?view=settings`);
    await view.getByText('Owner').waitFor();
    await view.getByText('(this key)').waitFor();
    expect(await view.getByRole('button', { name: 'Revoke Owner' }).count()).toBe(0);
    await view.getByText('Invite a person or connect a program').click();
    await view.getByLabel('Name of the person or program').fill('Ana <b>buying</b>');
    await view.getByLabel('Expires on (optional)').fill('2999-01-01');
    await view.getByRole('button', { name: 'Create the key' }).click();
    const link = await view.getByText('Link that opens the console with it').locator('code').innerText();
    const [base, key = ''] = link.split('#key=');
    expect([base, key]).toEqual([`${target.baseUrl}/console`, expect.stringMatching(/^afn_ro_\w{36}$/)]);
    expect(
      await view
        .getByText(/^Key: /)
        .locator('code')
        .innerText(),
    ).toBe(key);
    await view.getByRole('button', { name: 'Hide the key' }).click();
    const shown = await view.content();
    expect(shown).not.toContain(key.slice(12, -4));
    expect(opened.asked.join()).not.toContain(key);
    const viewer = await open({ apiKey: key });
    await viewer.page.goto(`${target.baseUrl}/console?view=settings`);
    await viewer.page.getByText('Keys are listed, created and revoked with an admin key.').waitFor();
    await view.reload();
    await view.getByText('last used').first().waitFor();
    const findEntry = (name: string) => view.locator('li.entry', { hasText: name });
    await findEntry('(this key)').getByText('by the operator').waitFor();
    await findEntry('Ana').getByText('by Owner').waitFor();
    await findEntry('Ana').getByText('Rename').click();
    await findEntry('Ana').getByLabel('New name').fill('Ana, selling');
    await findEntry('Ana').getByRole('button', { name: 'Save' }).click();
    await findEntry('Ana, selling').waitFor();
    await view.getByRole('button', { name: 'Revoke Ana, selling' }).click();
    const dialog = view.getByRole('dialog');
    await dialog.getByText('The service refuses it at once').waitFor();
    await dialog.getByText('It created nothing').waitFor();
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await view.getByText('Ended keys (1)').waitFor();
    await viewer.page.reload();
    await viewer.page.getByRole('dialog').getByText('unknown, expired or revoked').waitFor();
    expect(opened.said).toEqual([]);
    await Promise.all([viewer.page.close(), view.close()]);
  });

  it('uses German for readers of German, and keeps another choice after a reload', async () => {
    const { page: german, said: messages } = await open({
      apiKey,
      locale: 'de-CH',
    });
    await german.getByRole('heading', { name: /^Ihr Shop/ }).waitFor();
    expect(await german.evaluate('document.documentElement.lang')).toBe('de');
    await german.getByRole('heading', { name: /^Ihr Shop/ }).waitFor();
    await german.goto(`${target.baseUrl}/console?view=report&id=01M7YN9QHZYR8GXB77DH0YCNR5`);
    const alert = german.getByRole('alert');
    await alert.getByText('Das gibt es nicht, oder es gehört zu einem anderen Konto.').waitFor();
    // The service's own sentence, marked as English.
    expect(await alert.locator('[lang=en]').innerText()).toBe('404 Report not found.');
    await german.getByRole('link', { name: 'Start', exact: true }).click();
    await chooseLanguage(german, 'en');
    await german.getByRole('heading', { name: /^Your shop/ }).waitFor();
    await german.reload();
    await german.getByRole('heading', { name: /^Your shop/ }).waitFor();
    expect(messages.filter((text) => !text.includes('404'))).toEqual([]);
    await german.close();
  });

  it('shows changes by keys, and pauses the sources that a revoked key created', async () => {
    const fresh = await target.local.newAccount('max');
    const admin = await target.local.operations.createKey(fresh.accountId, 'admin', { name: 'Owner' });
    const [leaked, owner] = [fresh.apiKey, admin].map(
      (apiKeyOf) => new OrderAnalytics({ baseUrl: target.baseUrl, apiKey: apiKeyOf }),
    );
    const source = await leaked?.sources.create({ kind: 'shopify', name: 'Shop <b>' });
    const opened = await open({ apiKey: admin });
    const view = opened.page;
    await view.goto(`${target.baseUrl}/console?view=settings`);
    await view.getByText('Changes by keys').first().waitFor();
    await view.getByText(`/sources/${source?.source_id}`).waitFor();
    await view.getByRole('button', { name: /^Revoke afn_/ }).click();
    const dialog = view.getByRole('dialog');
    await dialog.getByText('It created 1 source: these are paused').waitFor();
    expect(await dialog.getByRole('checkbox').isChecked()).toBe(false);
    await dialog.getByRole('button', { name: 'Revoke' }).click();
    await view.getByText('Ended keys (1)').waitFor();
    expect(await owner?.sources.get(source?.source_id ?? '')).toMatchObject({
      paused_because: 'key_revoked',
    });
    expect(opened.said).toEqual([]);
    await view.close();
  });

  it('prompts for another key when its key is revoked, and continues with the new one', async () => {
    const { operations } = target.local;
    const other = await operations.createKey(accountId);
    await operations.revokeKey(accountId, apiKey);
    await page.getByRole('link', { name: 'Schedules' }).click();
    // Going back at once would need no key: recent answers are cached, and a request without readers is aborted.
    await page.getByRole('dialog').getByText('unknown, expired or revoked').waitFor();
    await page.goBack();
    expect(await page.evaluate('document.activeElement?.type')).toBe('password');
    await page.getByRole('textbox', { name: 'API key' }).fill(other);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: /^Your shop/ }).waitFor();
    expect(await page.getByRole('dialog').count()).toBe(0);
  });

  it('requests nothing from other hosts, sends no key in an address, and logs no error or dialog', () => {
    shop.expectNothingElsewhere();
  });
});
