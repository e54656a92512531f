// Tests how a merchant uses reports in the console, in a real browser against the local cloud: webhooks, comparisons,
// schedules and exports.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { compareRules, RULE_CHANGES, sortByChange } from '../../../../apps/console/compare/comparison.ts';
import { listen } from '../../../../apps/local-cloud/free-port.ts';
import { chooseLanguage } from '../harness/console-page.ts';
import { describeInBrowser, useBrowser } from '../harness/in-browser.ts';
import { createShopOrders, HOSTILE_NAMES } from '../harness/shop-orders.ts';

describeInBrowser('the console', () => {
  const { target, newAccount, createClient, open } = useBrowser();
  /** Refuses the first event and accepts all others. */
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    response.writeHead(received.length === 1 ? 410 : 204).end();
  });
  let webhookUrl = '';
  let apiKey = '';
  let page: Page;

  const connect = () => createClient(apiKey);
  const findHeading = (name: string) => page.getByRole('heading', { name, exact: true });
  const goTo = (query: string) => page.goto(`${target.baseUrl}/console${query}`);
  const findRegion = (name: string) => page.getByRole('region', { name, exact: true });

  beforeAll(async () => {
    ({ apiKey } = await newAccount());
    webhookUrl = `http://127.0.0.1:${await listen(receiver, 0)}/hook`;
    await connect().push(createShopOrders(), { wait: true });
    ({ page } = await open({ apiKey, query: '?view=reports' }));
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  it('tests the webhook of a new report, lists its deliveries, and sends an event again', async () => {
    await page.getByRole('link', { name: 'Who are my customers?' }).click();
    await page.getByText('More options').click();
    await page.getByLabel('Webhook address').fill('http://user:word@example.com/');
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByRole('alert').getByText('webhook_url: expected a URL without credentials').waitFor();
    await page.getByLabel('Webhook address').fill(webhookUrl);
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText('The test event was not delivered: the receiver responded with 410.').waitFor();
    await page.getByRole('button', { name: 'Try it' }).click();
    await page.getByText(/^The receiver took the test event: status 204, \d+ ms\.$/).waitFor();
    await page.getByRole('button', { name: 'Create the report' }).click();
    await page.getByRole('link', { name: 'File', exact: true }).click();
    await findRegion('Webhook').getByText('Delivered').waitFor();
    await page.getByRole('button', { name: 'Send it again' }).click();
    const again = findRegion('Webhook').getByRole('row').filter({ hasText: 'on request' });
    expect(await again.innerText()).toMatch(/^2\t.*\ton request\t\s*Delivered\s*status 204 · \d+ ms$/s);
    const id = new URL(page.url()).searchParams.get('id');
    expect(received.slice(2)).toEqual([`msg_${id}`, `msg_${id}`]);
    for (let more = 0; more < 20; more++) await connect().webhooks.resend(id ?? '');
    await goTo(`?view=report&id=${id}&tab=file`);
    await page.getByRole('button', { name: 'Show earlier attempts' }).click();
    // The line of column names, and 22 attempts.
    await expect.poll(() => findRegion('Webhook').getByRole('row').count()).toBe(23);
  });

  it('compares the rules of two reports side by side, with a link that can be shared', async () => {
    const createReport = (end?: string) =>
      connect().reports.createAndWait({
        report_type: 'MBA',
        params: { min_support: 0.02 },
        ...(end !== undefined && { filters: { dateRange: { end } } }),
      });
    const [before, now] = [await createReport('2026-03-01'), await createReport()];
    const compared = compareRules(before.association_rules, now.association_rules);
    expect(compared.changed.length).toBeGreaterThan(0);
    await goTo(`?view=report&id=${now.report_id}`);
    await page.getByRole('link', { name: 'Compare with another report' }).click();
    const findChoice = (id: string) => page.locator(`option[value="${id}"]`);
    await findChoice(before.report_id).waitFor({ state: 'attached' });
    expect(await findChoice(now.report_id).count()).toBe(0);
    await page.getByLabel('Compare with').selectOption(before.report_id);
    await page.getByLabel('Show').selectOption('vanished');
    for (const kind of RULE_CHANGES)
      expect(await page.getByLabel('Show').innerText()).toContain(`(${compared[kind].length})`);
    await page.getByLabel('Show').selectOption('changed');
    const shown = await page.locator('tr.row').first().innerText();
    const [first] = sortByChange(compared.changed, 'lift');
    expect(shown).toContain(first?.name);
    const [then, later] = [first?.before, first?.now].map((rule) =>
      rule?.measures.lift_within_periods.toFixed(2),
    );
    expect(shown).toContain(`${then} → ${later}`);
    // Reports with the same settings, apart from their days, have no table of settings.
    expect(await page.getByText(/settings? differs?/).count()).toBe(0);
    // The covered days of each are named.
    await page.getByRole('definition').filter({ hasText: 'Orders up to 1 Mar 2026' }).waitFor();
    const link = new URL(page.url()).searchParams;
    expect([link.get('view'), link.get('a'), link.get('b')]).toEqual([
      'compare',
      now.report_id,
      before.report_id,
    ]);
    // The earlier one comes first, in either order of the link.
    await goTo(`?view=compare&a=${before.report_id}&b=${now.report_id}`);
    await page.locator('tr.row').first().waitFor();
    expect(await page.locator('tr.row').first().innerText()).toBe(shown);
    await page.goBack();
    expect(await page.getByLabel('Compare with').inputValue()).toBe(before.report_id);
  });

  it('shows the settings in which two reports differ in the words of the form, in both languages', async () => {
    const before = await connect().reports.createAndWait({
      report_type: 'MBA',
      params: { min_support: 0.02 },
    });
    const now = await connect().reports.createAndWait({
      report_type: 'MBA',
      params: { min_support: 0.05, leave_out: 'not_goods', product_profiles: true },
    });
    const readRows = async () => {
      const rows = page.getByRole('group').getByRole('table').locator('tbody tr');
      await rows.first().waitFor();
      return (await rows.allInnerTexts()).map((row) => row.split(/\s*\t\s*/));
    };
    await goTo(`?view=compare&a=${before.report_id}&b=${now.report_id}`);
    await page.locator('summary').getByText('3 settings differ').click();
    expect(await readRows()).toEqual([
      ['Lowest share of baskets', '5.0%', '2.0%'],
      ['Leave out fees and services', 'yes', 'no'],
      ['Product profiles', 'yes', 'no'],
    ]);
    await chooseLanguage(page, 'de');
    await page.locator('summary').getByText('3 abweichende Einstellungen').waitFor();
    const [support, ...rest] = await readRows();
    expect(support?.[0]).toBe('Niedrigster Anteil der Warenkörbe');
    expect(rest.map((row) => row.slice(1))).toEqual([
      ['ja', 'nein'],
      ['ja', 'nein'],
    ]);
    await chooseLanguage(page, 'en');
  });

  it('requests a report with conditions and constraints, starts it again, and shows the request as code', async () => {
    await goTo('?view=reports&template=standard_mba');
    await page.getByLabel('Whose orders').selectOption('repeat');
    await page.getByText('More options').click();
    await page.getByRole('button', { name: 'Add a condition' }).click();
    const condition = page.getByRole('group', { name: 'Condition 1' });
    await condition.getByLabel('Field').selectOption('quantity');
    await condition.getByLabel(/^Condition/).selectOption('between');
    await condition.getByRole('spinbutton', { name: 'From' }).fill('1');
    await condition.getByRole('spinbutton', { name: 'To' }).fill('2');
    await page.getByLabel('No rule contains').fill('a product\nanother');
    await page.getByText('For developers').click();
    expect(await page.locator('pre').first().innerText()).toContain('"valueTo": 2');
    await page.getByRole('button', { name: 'Create the report' }).click();
    await page.getByRole('link', { name: 'Run again, edit or schedule' }).click();
    await page.getByText('For developers').click();
    const again = (await page.locator('pre').allInnerTexts()).join();
    for (const part of [
      'curl -H "Authorization: Bearer $KEY"',
      '"valueTo": 2',
      '"another"',
      '"customer_scope": "repeat"',
      'client.reports.createAndWait({',
    ])
      expect(again).toContain(part);
  });

  it('creates a schedule for a report, and lists, pauses, resumes, changes and deletes it', async () => {
    await page.getByLabel('Name (optional)', { exact: true }).fill(HOSTILE_NAMES[1]);
    await page.getByLabel('Repeat it regularly').check();
    await page.getByLabel('Time zone of the clock').fill('Europe/Berlin');
    await page.getByLabel(/^Orders of/).selectOption('last_90_days');
    expect(await page.locator('pre').last().innerText()).toContain('client.schedules.create({');
    await page.getByRole('button', { name: 'Create the schedule' }).click();
    await findHeading(HOSTILE_NAMES[1]).waitFor();
    await page.getByText('the 90 days before').waitFor();
    await page.getByText('Every Monday at 07:00 (Europe/Berlin)').waitFor();
    expect(await page.locator('main code').count()).toBe(0);
    const [schedule] = await connect().schedules.list();
    expect(schedule).toMatchObject({
      expression: 'cron(0 7 * * MON)',
      time_zone: 'Europe/Berlin',
      date_range: 'last_90_days',
    });
    await page.getByRole('button', { name: /^Pause/ }).click();
    await page.getByText('Paused on request.').waitFor();
    await page.getByRole('button', { name: /^Resume/ }).click();
    await page.getByText('Next run:').waitFor();
    // The page sends only the changes: the report keeps its settings.
    await page.getByRole('link', { name: `Change ${HOSTILE_NAMES[1]}` }).click();
    await page.getByRole('combobox', { name: /^Every/ }).selectOption('daily');
    await page.getByLabel('At', { exact: true }).fill('06:30');
    await page.getByText('For developers').click();
    const sent = `"expression": "cron(30 6 * * *)"`;
    expect((await page.locator('pre').first().innerText()).replace(/^.* -d '/, '')).toBe(`{\n  ${sent}\n}'`);
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await page.getByText('Every day at 06:30 (Europe/Berlin)').waitFor();
    await chooseLanguage(page, 'de');
    await page.getByText('Täglich um 06:30 Uhr (Europe/Berlin)').waitFor();
    await chooseLanguage(page, 'en');
    await page.getByRole('link', { name: `Change ${HOSTILE_NAMES[1]}` }).click();
    expect(await page.getByRole('combobox', { name: /^Every/ }).inputValue()).toBe('daily');
    await page.getByLabel('Name of the schedule').fill('Every morning');
    await page.getByLabel(/^Orders of/).selectOption('');
    await page.getByLabel('Last day (optional)').fill('2026-03-01');
    await page.getByRole('button', { name: 'Save the changes' }).click();
    await findHeading('Every morning').waitFor();
    const [later] = await connect().schedules.list();
    expect(later).toMatchObject({
      schedule_id: schedule?.schedule_id,
      expression: 'cron(30 6 * * *)',
      report: { ...schedule?.report, filters: { dateRange: { end: '2026-03-01' } } },
    });
    expect(later?.date_range).toBeNull();
    await page.getByRole('button', { name: 'Delete Every morning' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete', exact: true }).click();
    await page.getByText('There are no schedules yet.').waitFor();
    expect(await connect().schedules.list()).toEqual([]);
    // No words for the first Friday of a month.
    const expression = 'cron(0 7 * * FRI#1)';
    await connect().schedules.create({ expression, report: { template: 'standard_rfm' } });
    await goTo('?view=schedules');
    await page.locator('main code').getByText(expression).waitFor();
    await page.getByText('(UTC)').waitFor();
  });

  it('writes the segments of a report to a file, and downloads it', async () => {
    const { report_id } = await connect().reports.createAndWait({ template: 'standard_rfm' });
    await goTo(`?view=report&id=${report_id}&tab=file`);
    const files = findRegion('As a file');
    await files.getByLabel('What').selectOption('segments');
    await files.getByRole('button', { name: 'Write the file' }).click();
    const button = files.getByRole('button', { name: 'Download Segments as CSV' });
    await button.waitFor();
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toBe(`rfm-segments-${report_id}.csv`);
    const [names] = readFileSync(await download.path(), 'utf8').split('\n');
    expect(names).toMatch(/^(name|segment),/);
    // The page stays where it was.
    await findHeading('As a file').waitFor();
  });

  it('writes the orders of a dataset to a file, and downloads it', async () => {
    await goTo('?view=settings');
    const exports = page.getByRole('region', { name: 'Orders as files' });
    await exports.getByLabel('Format').selectOption('ndjson');
    await exports.getByRole('button', { name: 'Write the orders' }).click();
    await exports.getByText('Completed', { exact: true }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      exports.getByRole('button', { name: 'Download Orders as JSON lines' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^orders-default-.*\.ndjson$/);
  });

  it('adds a webhook endpoint, tests and pauses it, replaces its secret, and deletes it', async () => {
    const createSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
    const [first, second] = [createSecret(), createSecret()];
    const { hostname: host } = new URL(webhookUrl);
    const endpoints = page.locator('section', { has: findHeading('Webhooks') });
    const openDetails = async (title: string) => {
      const details = endpoints.locator('details', { hasText: title });
      await details.locator('summary').click();
      return details;
    };
    const press = (name: string) => endpoints.getByRole('button', { name, exact: true }).click();
    await goTo('?view=settings');
    const adding = await openDetails('Add an address');
    await adding.getByLabel('Address').fill(webhookUrl);
    await adding.getByLabel('Signing secret').fill('a word');
    await adding.locator('[type=submit]').click();
    await adding.getByRole('alert').getByText('secret: expected').waitFor();
    await adding.getByLabel('Signing secret').fill(first);
    await adding.locator('[type=submit]').click();
    await endpoints.getByText('Active', { exact: true }).waitFor();
    expect(await endpoints.getByText(/Paused|Both secrets|Delivered/).count()).toBe(0);

    await press(`Try it: ${host}`);
    await endpoints.getByRole('status').getByText('Delivered', { exact: true }).waitFor();
    await openDetails('Last attempts');
    await endpoints.getByRole('cell', { name: 'webhook.test' }).waitFor();

    await press(`Pause: ${host}`);
    await endpoints.getByText('Paused on request.').waitFor();
    expect(await connect().endpoints.list()).toMatchObject([{ status: 'paused', secrets: [{}] }]);
    await press(`Resume: ${host}`);
    await endpoints.getByText('Active', { exact: true }).waitFor();

    const replacing = await openDetails('Replace the secret');
    await replacing.getByLabel('Signing secret').fill(second);
    await replacing.locator('[type=submit]').click();
    await endpoints.getByText('Both secrets sign').waitFor();
    for (const secret of [first, second]) expect(await page.content()).not.toContain(secret);
    const [{ secrets } = { secrets: [] }] = await connect().endpoints.list();
    expect(secrets).toHaveLength(2);
    await press(`Remove the first: ${host}`);
    await endpoints.getByText('Both secrets sign').waitFor({ state: 'detached' });
    expect(await connect().endpoints.list()).toMatchObject([{ secrets: [secrets[1]] }]);

    await press(`Delete ${host}`);
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await endpoints.getByText(host, { exact: true }).waitFor({ state: 'detached' });
    expect(await connect().endpoints.list()).toEqual([]);
  });
});
