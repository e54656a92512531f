// `demo`: runs the whole service on this machine with a real month of orders, from an empty start to signed webhooks
// and readable reports.

import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';
import * as v from 'valibot';
import {
  type CreateReportRequest,
  type MbaReport,
  OrderAnalytics,
  type RfmReport,
} from '../../../packages/client/src/index.ts';
import { listen } from '../../local-cloud/free-port.ts';
import { openLocalCloud } from '../../local-cloud/open.ts';
import { createConsoleKey, formatConsoleLink } from '../deployment/console-link.ts';
import { formatTables } from '../report-pages/terminal-report.ts';
import { ignoreClosedPipe } from '../start/start.ts';
import { readRetailOrders } from './online-retail.ts';

/** Milliseconds since this module was loaded. */
const began = performance.now();
/**
 * The shop records postage as a line item: it occurs with everything and carries no information. At the default
 * min_support of 0.01, a month of 1,600 wholesale orders has 116 million rules; at 0.02 the rules are few enough to
 * read.
 */
const READABLE_RULES: CreateReportRequest = {
  template: 'standard_mba',
  filters: { conditions: [{ field: 'product_name', operator: 'not_contains', value: 'POSTAGE' }] },
  params: { min_support: 0.02 },
};

const formatSecondsSince = (then: number): string => ((performance.now() - then) / 1000).toFixed(1);

function say(text: string): void {
  console.log(`${formatSecondsSince(began).padStart(5)} s  ${text}`);
}

/** Times the phases that a new user waits for: each one starts when the previous one ends. */
function startPhases() {
  const took: string[] = [];
  let since = began;
  return {
    end(name: string): void {
      took.push(`${name} ${formatSecondsSince(since)} s`);
      since = performance.now();
    },
    summary: (): string => `${((since - began) / 1000).toFixed(1)} s (${took.join(', ')})`,
  };
}

async function push(client: OrderAnalytics): Promise<void> {
  let reported = { ordersSent: 0, lineItemsSent: 0 };
  const { rows } = await client.push(readRetailOrders(), {
    wait: true,
    onProgress: ({ ordersSent, lineItemsSent }) => {
      if (ordersSent === reported.ordersSent) return;
      const lines = lineItemsSent - reported.lineItemsSent;
      say(
        `pushed ${lines} line items of ${ordersSent - reported.ordersSent} orders (${lineItemsSent} so far)`,
      );
      reported = { ordersSent, lineItemsSent };
    },
  });
  say(
    `applied: ${rows.inserted} inserted, ${rows.updated} updated (a product twice in one order), ${rows.failed} failed`,
  );
}

async function createReport(
  client: OrderAnalytics,
  listener: WebhookListener,
  request: CreateReportRequest,
): Promise<string> {
  const asked = performance.now();
  const { report_id } = await client.reports.create({ ...request, webhook_url: listener.url });
  const event = await listener.received(report_id);
  const took = formatSecondsSince(asked);
  const signature = event.signatureIsRight ? 'its signature is right' : 'ITS SIGNATURE IS WRONG';
  say(`${request.template}: ${event.status} in ${took} s; webhook ${event.event} received, ${signature}`);
  if (!event.signatureIsRight) process.exitCode = 1;
  return report_id;
}

/** Explains why a report is `Completed with warnings`, and which insights it could not add. */
function explainStatus({ report_type, status, warnings, notes = [] }: MbaReport | RfmReport): void {
  say(`${report_type}: ${status}${warnings.length > 0 ? ', because:' : ''}`);
  for (const warning of warnings) console.log(`           ${warning}`);
  for (const note of notes) console.log(`           Note: ${note}`);
}

export async function runDemo(): Promise<void> {
  ignoreClosedPipe();
  say('starting the local cloud …');
  const phases = startPhases();
  const { cloud, dataDir } = await openLocalCloud({ log: false });
  try {
    const baseUrl = cloud.outputs.ApiUrl ?? '';
    const apiKey = await createConsoleKey(dataDir, 'Demo');
    say(`ready at ${baseUrl}`);
    phases.end('cloud ready');
    const listener = await startWebhookListener(apiKey);
    try {
      const client = new OrderAnalytics({ baseUrl, apiKey });
      await push(client);
      phases.end('orders pushed and applied');
      const [mbaId, rfmId] = await Promise.all([
        createReport(client, listener, READABLE_RULES),
        createReport(client, listener, { template: 'standard_rfm' }),
      ]);
      const mba = await client.reports.get(mbaId);
      const rfm = await client.reports.get(rfmId);
      phases.end('reports finished and read');
      if (!('association_rules' in mba && 'segments' in rfm)) throw new Error('a report failed');
      for (const finished of [mba, rfm]) explainStatus(finished);
      const { summary } = mba;
      console.log(
        `\nBought together: ${summary.association_rules_found} rules in ${summary.orders_processed} orders.\n${formatTables(mba, ['best'], 10)}`,
      );
      console.log(
        `\nWho buys: ${rfm.customer_count} customers.\n${formatTables(rfm, ['spent', 'per-customer'])}\n`,
      );
      say(`time to first report: ${phases.summary()}`);
      say('done. The data is kept in .local/. Next steps:\n');
      console.log(`  npm start      # in another terminal, then open the console:\n`);
      console.log(`  ${formatConsoleLink(cloud.url, apiKey)}\n`);
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

// Receives webhooks as a client would: it verifies signatures as the contract describes, and shares no code with the
// sender.

const event = v.object({
  event: v.picklist(['report.completed', 'report.failed']),
  report_id: v.string(),
  report_type: v.string(),
  status: v.string(),
  timestamp: v.string(),
});
type ReceivedEvent = v.InferOutput<typeof event> & { readonly signatureIsRight: boolean };

interface WebhookListener {
  readonly url: string;
  /** Resolves with the event of a report, even if the event arrived before this call. */
  received(reportId: string): Promise<ReceivedEvent>;
  stop(): Promise<void>;
}

async function startWebhookListener(apiKey: string): Promise<WebhookListener> {
  const keyHash = createHash('sha256').update(apiKey).digest('hex');
  const arrived = new Map<string, ReceivedEvent>();
  const awaited = new Map<string, (received: ReceivedEvent) => void>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(Buffer.from(part));
    const rawBody = Buffer.concat(parts);
    const expected = Buffer.from(`sha256=${createHmac('sha256', keyHash).update(rawBody).digest('hex')}`);
    const given = Buffer.from(String(request.headers['x-service-signature']));
    const signatureIsRight = given.length === expected.length && timingSafeEqual(given, expected);
    const received = { ...v.parse(event, JSON.parse(rawBody.toString('utf8'))), signatureIsRight };
    response.statusCode = signatureIsRight ? 200 : 401;
    response.end();
    arrived.set(received.report_id, received);
    awaited.get(received.report_id)?.(received);
  });
  const port = await listen(server, 0);
  return {
    url: `http://127.0.0.1:${port}/webhook`,
    received(reportId) {
      const early = arrived.get(reportId);
      return early === undefined
        ? new Promise((resolve) => awaited.set(reportId, resolve))
        : Promise.resolve(early);
    },
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
