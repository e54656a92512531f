// Tests audiences in a real browser: from a list of customers to members, their effect and its line on the first page.
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { OrderAnalytics } from '../../../../packages/client/src/index.ts';
import {
  startReceivers,
  takeWebhook,
  type WebhookReceivers,
} from '../../../../tools/harness/webhook-receivers.ts';
import { chooseLanguage } from '../harness/console-page.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';

const DAY_MS = 86_400_000;
const formatDay = (later: number) => new Date(Date.now() + later * DAY_MS).toISOString().slice(0, 10);
const createOrder = (id: string, customer: string, later: number) => ({
  ...{ order_id: id, customer_id: customer, order_date: formatDay(later) },
  line_items: [{ product_name: 'Tea', unit_price: 5, quantity: 1 }],
});

describeInBrowser('an audience', () => {
  const { newAccount, open } = useBrowser();
  let receivers: WebhookReceivers;
  let client: OrderAnalytics;
  let apiKey = '';
  let report = '';

  beforeAll(async () => {
    receivers = await startReceivers();
    ({ apiKey, client } = await newAccount());
    const orders = Array.from({ length: 200 }, (_, at) => createOrder(`o${at}`, `c${at}`, -40 - (at % 50)));
    await client.push(orders, { wait: true });
    await client.reports.createAndWait({ template: 'standard_mba', params: { serve: true } });
    ({ report_id: report } = await client.reports.createAndWait({ template: 'standard_rfm' }));
  });
  afterAll(() => receivers?.stop());

  it('is created from a list, refreshed and measured, and the first page shows its campaign', async () => {
    const { page, said } = await open({
      ...{ query: `?view=report&id=${report}&max_recency=20`, apiKey, width: 1280, locale: 'en-GB' },
    });
    await page.getByRole('link', { name: 'Save as audience' }).click();
    const size = page.getByText(/customers now, 0 of them with a contact/);
    await size.waitFor();
    const count = Number(/^(\d+) customers/.exec(await size.innerText())?.[1]);
    expect([count > 50, count < 150]).toEqual([true, true]);
    await page.getByLabel('Name of the audience').fill('Win back');
    await page.getByText(/^About \d+ of \d+ customers are not contacted/).waitFor();
    await page.getByText('Too few to measure it: each group needs 30. Hold out').waitFor();
    await page.getByLabel('Held out, %').fill('50');
    await page.getByText(/^About \d+ of \d+ customers are not contacted/).waitFor();
    expect(await page.getByText('Too few to measure it').count()).toBe(0);
    await page.getByLabel('Add what each customer likely buys next').check();
    await page.getByRole('button', { name: 'Create the audience' }).click();
    const row = page.getByRole('row').filter({ hasText: 'done' });
    await row.waitFor();
    const facts = await page.locator('.facts').innerText();
    expect(facts).toMatch(new RegExp(`^Customers\\s+${count}\\s+Held out\\s+\\d+\\s+With a contact\\s+0\\s`));
    expect(await row.innerText()).toMatch(new RegExp(`\\t${count}\\t${count}\\t0\\tdone$`));
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save the members as a file' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .trim()
      .split('\r\n');
    const sent = lines.slice(1).map((line) => line.split(',')[0] ?? '');
    expect(sent.length).toBeLessThan(count);
    // Paused, and resumed.
    await page.getByRole('combobox', { name: 'Update' }).selectOption('manual');
    await expect.poll(async () => (await client.audiences.list())[0]?.refresh).toBe('manual');
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await page.setViewportSize({ width: 1280, height: 800 });

    await client.push(
      sent.slice(0, 40).map((id, at) => createOrder(`n${at}`, id, 1)),
      { wait: true },
    );
    await page.getByLabel('Sent on').fill(formatDay(0));
    await page.getByRole('button', { name: 'Measure' }).click();
    await page.getByRole('row').filter({ hasText: 'Orders (decides)' }).waitFor();
    await page
      .getByText(/The campaign worked|No proven change yet/)
      .first()
      .waitFor();
    await page.getByRole('link', { name: 'Home', exact: true }).click();
    await page.getByText(/^\u2068?Win back\u2069?: .*28 days to go/).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });

  it('has members with what they likely buy next, as the list of customers that it comes from shows', async () => {
    const [audience] = await client.audiences.list();
    const id = audience?.audience_id ?? '';
    const [member] = (await client.audiences.members(id).page()).members;
    expect(member).toMatchObject({ next_basis: 'all_orders', next_again: ['Tea'], next_new: [] });
    const [run] = await client.audiences.runs(id);
    const query = `?view=report&id=${run?.report_ids[0]}&min_frequency=1`;
    const { page, said } = await open({ query, apiKey, width: 1280, locale: 'en-GB' });
    await page.getByRole('columnheader', { name: 'Likely next' }).waitFor();
    await page.getByRole('cell', { name: 'Tea', exact: true }).first().waitFor();
    await page.goto(page.url().replace(String(run?.report_ids[0]), report));
    await page.getByRole('columnheader', { name: 'Spent' }).waitFor();
    expect(await page.getByRole('columnheader', { name: 'Likely next' }).count()).toBe(0);
    expect(said).toEqual([]);
    await page.close();
  });

  it('shows in German, before new conditions are saved, how many members stay, join and leave', async () => {
    const { page, said } = await open({
      ...{ query: `?view=audiences&report=${report}`, apiKey, width: 390, locale: 'de-DE' },
    });
    await page.getByText(/^Jetzt 200 Kunden/).waitFor();
    const [audience] = await client.audiences.list();
    await page.getByLabel('Speichern als').selectOption(audience?.audience_id ?? '');
    await page.getByText(/bleiben, .* kommen dazu, .*0.* scheiden aus/).waitFor();
    await page.getByRole('button', { name: 'Bedingungen ersetzen' }).click();
    await page.locator('.facts').getByText('200', { exact: true }).waitFor();
    expect(said).toEqual([]);
    await page.close();
  });

  it('is sent to destinations, never shows their secrets again, and is deleted with them', async () => {
    const [audience] = await client.audiences.list();
    const id = audience?.audience_id ?? '';
    const receiver = receivers.open(takeWebhook);
    const [secret, other] = [3, 4].map((byte) => `whsec_${Buffer.alloc(32, byte).toString('base64')}`);
    const { page, said } = await open({
      ...{ query: `?view=audiences&id=${id}`, apiKey, width: 1280, locale: 'en-GB' },
    });
    const checkNarrowWidth = async () => {
      await page.setViewportSize({ width: 390, height: 800 });
      expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      await page.setViewportSize({ width: 1280, height: 800 });
    };
    const passwords = page.locator('input[type=password]');
    const readPasswords = () =>
      page.evaluate(
        `[...document.querySelectorAll('input[type=password]')].map(({ value }) => value).join('')`,
      );
    await page.getByText('There are no destinations yet.').waitFor();
    await page.getByText('Add a destination').click();
    await page.getByLabel('Name (optional)').fill('Mailer');
    await page.getByLabel('Address (https)').fill(receiver.url);
    await page.getByLabel('Signing secret').fill(secret ?? '');
    expect(await passwords.count()).toBe(1);
    await page.getByRole('button', { name: 'Add it' }).click();
    await page.getByText('Replace the secret of Mailer').waitFor();
    expect([await readPasswords(), (await page.content()).includes(secret ?? '')]).toEqual(['', false]);
    // The page updates without a reload.
    await page.getByText(/^Has 1?\d\d customers?, as of/).waitFor();
    const [destination] = await client.audiences.destinations(id);
    const [sent] = await client.audiences
      .deliveries(id)
      .page()
      .then(({ deliveries }) => deliveries);
    expect(sent?.joined).toBe(destination?.in_step_with?.customers);
    const row = page.getByRole('row').filter({ hasText: 'Mailer' });
    expect(await row.innerText()).toMatch(new RegExp(`\\t${sent?.joined}\\t0\\t0\\t\\d+\\tMailer\\tdone$`));
    await page.getByText('Replace the secret of Mailer').click();
    await checkNarrowWidth();
    await page.getByLabel('Signing secret').first().fill('whsec_short');
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page
      .getByRole('alert')
      .getByText(/base64/)
      .waitFor();
    await page
      .getByLabel('Signing secret')
      .first()
      .fill(other ?? '');
    await page.getByRole('button', { name: 'Replace it' }).click();
    await page.getByRole('button', { name: 'Replace it' }).waitFor({ state: 'hidden' });
    expect(await readPasswords()).toBe('');
    await page.getByRole('button', { name: 'Pause: Mailer' }).click();
    await page.getByRole('button', { name: 'Resume: Mailer' }).waitFor();
    expect(await client.audiences.destinations(id)).toMatchObject([{ name: 'Mailer', status: 'paused' }]);
    await page.getByRole('button', { name: 'Delete Mailer' }).click();
    await page.getByText('What it received stays there.').waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('There are no destinations yet.').waitFor();
    expect(await client.audiences.destinations(id)).toEqual([]);
    await page.getByRole('row').filter({ hasText: 'deleted' }).waitFor();

    await chooseLanguage(page, 'de');
    await page.getByText('Ziel hinzufügen').click();
    const tooLong = 'x'.repeat(300);
    await page.getByLabel('Art').selectOption('klaviyo');
    await page.getByLabel('Id der Liste').fill(tooLong);
    await page.getByLabel('Privater API-Schlüssel').fill('pk_1');
    const asked = page.waitForRequest((request) => request.method() === 'POST');
    await page.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    expect(JSON.parse(gunzipSync((await asked).postDataBuffer() ?? '').toString('utf8'))).toEqual({
      kind: 'klaviyo',
      list_id: tooLong,
      secret: 'pk_1',
    });
    await page.getByRole('alert').waitFor();
    await page.getByLabel('Id der Liste').fill('Y6nRLr');
    await checkNarrowWidth();

    await page.getByRole('button', { name: `${audience?.name} löschen` }).click();
    await page.getByText(/Mitglieder, Verlauf und Ziele werden mit ihr gelöscht/).waitFor();
    await page.getByRole('dialog').getByRole('button', { name: 'Behalten' }).click();
    expect(await client.audiences.list()).toHaveLength(1);
    await page.getByRole('button', { name: `${audience?.name} löschen` }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Löschen' }).click();
    await page.getByText('Es gibt noch keine Zielgruppen.').waitFor();
    expect(await client.audiences.list()).toEqual([]);
    // The browser logs requests that the service refused.
    expect(said.filter((line) => !line.includes('400'))).toEqual([]);
    await page.close();
  });
});
