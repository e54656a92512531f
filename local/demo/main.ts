// `npm run demo`: the whole service on this machine with a real month of orders, from an empty start to signed
// webhooks and readable reports.
import { randomInt } from 'node:crypto';
import { ulid } from 'ulid';
import { findTarget } from '../../bin/target.ts';
import { createOperations } from '../../src/operations/accounts.ts';
import { createAccountStore } from '../../src/stores/accounts.ts';
import { openLocalCloud } from '../open.ts';
import { type Api, createApi } from './api.ts';
import { readOrders, toRequests } from './online-retail.ts';
import { ruleTable, segmentTable } from './tables.ts';
import { startWebhookListener, type WebhookListener } from './webhook-listener.ts';

const began = performance.now();
const IN_FLIGHT = 2;
/**
 * The shop books postage as a line item: it goes with everything and says nothing. At the default min_support of 0.01 a
 * month of 1,600 wholesale orders has 116 million rules; at 0.02 a person can read them.
 */
const READABLE_RULES = {
  filters: { conditions: [{ field: 'product_name', operator: 'not_contains', value: 'POSTAGE' }] },
  params: { min_support: 0.02 },
};

function say(text: string): void {
  console.log(`${((performance.now() - began) / 1000).toFixed(1).padStart(5)} s  ${text}`);
}

async function newKey(): Promise<string> {
  const { db, serviceTable } = await findTarget('local');
  const operations = createOperations({
    accounts: createAccountStore(db, serviceTable),
    newId: ulid,
    randomInt,
    clock: Date.now,
  });
  const account = await operations.createAccount('Demo', 'max', {});
  return operations.createKey(account.account_id);
}

/** Two requests at a time, as the contract advises. */
async function push(api: Api): Promise<string[]> {
  const orders = readOrders();
  const requests = toRequests(orders);
  const imports: string[] = [];
  let sent = 0;
  const pending = requests.values();
  const worker = async (): Promise<void> => {
    for (const request of pending) {
      const asked = performance.now();
      const { import_id, rows_accepted, orders_count } = await api.submitOrders(request);
      imports.push(import_id);
      sent += rows_accepted;
      const took = ((performance.now() - asked) / 1000).toFixed(2);
      say(
        `pushed ${rows_accepted} line items of ${orders_count} orders, accepted in ${took} s (${sent} so far)`,
      );
    }
  };
  await Promise.all(Array.from({ length: IN_FLIGHT }, worker));
  return imports;
}

async function waitForImports(api: Api, imports: readonly string[]): Promise<void> {
  const rows = { inserted: 0, updated: 0, failed: 0 };
  for (const importId of imports) {
    for (;;) {
      const job = await api.getImport(importId);
      if (job.status === 'completed' || job.status === 'failed') {
        rows.inserted += job.rows.inserted;
        rows.updated += job.rows.updated;
        rows.failed += job.rows.failed;
        break;
      }
      await new Promise((resolve) => setTimeout(resolve, 500));
    }
  }
  say(
    `applied: ${rows.inserted} inserted, ${rows.updated} updated (a product twice in one order), ${rows.failed} failed`,
  );
}

async function report(
  api: Api,
  listener: WebhookListener,
  template: string,
  request: object = {},
): Promise<string> {
  const asked = performance.now();
  const { report_id } = await api.createReport({ template, ...request, webhook_url: listener.url });
  const event = await listener.received(report_id);
  const took = ((performance.now() - asked) / 1000).toFixed(1);
  const signature = event.signatureIsRight ? 'its signature is right' : 'ITS SIGNATURE IS WRONG';
  say(`${template}: ${event.status} in ${took} s; webhook ${event.event} received, ${signature}`);
  if (!event.signatureIsRight) process.exitCode = 1;
  return report_id;
}

async function main(): Promise<void> {
  say('starting the local cloud …');
  const { cloud } = await openLocalCloud({ log: false });
  try {
    const baseUrl = cloud.outputs.ApiUrl ?? '';
    const apiKey = await newKey();
    say(`ready at ${baseUrl}`);
    const listener = await startWebhookListener(apiKey);
    try {
      const api = createApi(baseUrl, apiKey);
      await waitForImports(api, await push(api));
      const [mbaId, rfmId] = await Promise.all([
        report(api, listener, 'standard_mba', READABLE_RULES),
        report(api, listener, 'standard_rfm'),
      ]);
      const mba = await api.getMbaReport(mbaId);
      const { summary } = mba;
      console.log(
        `\nWhat is bought together: ${summary.association_rules_found} rules in ${summary.orders_processed} orders. The best, one for each set of products:\n${ruleTable(mba, 10)}`,
      );
      const rfm = await api.getRfmReport(rfmId);
      console.log(`\nWho buys: ${rfm.customer_count} customers\n${segmentTable(rfm)}\n`);
      say('done. The data is kept in .local/. To go on:\n');
      console.log(`  npm start      # in another terminal\n`);
      const auth = `-H 'Authorization: Bearer ${apiKey}'`;
      console.log(`  curl ${auth} ${baseUrl}/reports`);
      console.log(`  curl --compressed ${auth} ${baseUrl}/reports/${mbaId}`);
      console.log(`  curl ${auth} ${baseUrl}/reports -d '{"template":"new_customer_cohort"}'`);
    } finally {
      await listener.stop();
    }
  } finally {
    await cloud.stop();
  }
}

try {
  await main();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
