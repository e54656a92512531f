// Checks invariants of every report after any fault: it ends once; a completed report has the body that it would have
// without faults; a failed one has a reason and its unit returned to the monthly limit; and its receiver gets exactly
// the event of that end.

import { isDeepStrictEqual } from 'node:util';
import { GetCommand } from '@aws-sdk/lib-dynamodb';
import * as v from 'valibot';
import { cohortReport } from '../../../src/contract/report-types/cohort/schema.ts';
import { mbaReport } from '../../../src/contract/report-types/market-basket/schema.ts';
import { rfmReport } from '../../../src/contract/report-types/rfm/schema.ts';
import { failedReport } from '../../../src/contract/resources/reports/report-responses.ts';
import { webhookPayload } from '../../../src/contract/resources/webhook.ts';
import type { ReportItem } from '../../../src/service/reports/report-item.ts';
import { toUsageKey, UNFINISHED_INDEX } from '../../../src/service/tables/service-table.ts';
import { signBody } from '../../../src/service/webhooks/signature.ts';
import { draw, drawBelow } from '../../harness/random/random.ts';
import { generateOrders } from '../ingest/arbitrary-orders.ts';
import { deliver } from '../ingest/delivery.ts';
import { TABLES } from '../ingest/engines.ts';
import { runOutOfTurn } from '../ingest/faults.ts';
import { MINUTE_MS } from '../ingest/run.ts';
import type { ReportRun } from './run.ts';

// Provides test data, and an undisturbed report of each kind to compare the others with.

/** One of each report type. */
export const DRILLED_TEMPLATES = ['standard_rfm', 'standard_mba', 'cohort_retention'] as const;

export async function addOrders(run: ReportRun): Promise<void> {
  const added = await run.addImport(draw(run.random, generateOrders(12, 12)), 20);
  await deliver(run, added.messages);
}

/** A report and the undisturbed one that it must equal. */
export interface Undisturbed {
  readonly template: string;
  readonly params: object | undefined;
  readonly reportId: string;
}

/** Reports that `runUndisturbed` requests. */
export const UNDISTURBED = 2;

/**
 * Requests reports on the current orders. The second report has a previous one to compare with, like all later reports.
 */
export async function runUndisturbed(
  run: ReportRun,
  template: string = DRILLED_TEMPLATES[drawBelow(run.random, DRILLED_TEMPLATES.length)] ?? 'standard_rfm',
  params?: object,
  name?: string,
): Promise<Undisturbed> {
  let reportId: string | undefined;
  for (let asked = 0; asked < UNDISTURBED; asked++) {
    reportId = await run.ask({ template, params, name });
    await run.untilIdle();
  }
  if (reportId === undefined) throw new Error('an undisturbed request crashed');
  return { template, params, reportId };
}

/** Rounds within which the reconciler has to act: it runs every five minutes. */
const RECONCILER_ROUNDS = 6;

/** Advances the time, with a reconciler, until nothing is left to do or the deadline has passed. */
export async function letEnd(
  run: ReportRun,
  reconcile: (run: ReportRun) => Promise<unknown> = ({ reconcileReports }) => reconcileReports(),
): Promise<void> {
  for (let round = 0; round < RECONCILER_ROUNDS; round++) {
    await run.untilIdle();
    run.pass(6 * MINUTE_MS);
    const now = new Date(run.clock()).toISOString();
    const left = await runOutOfTurn(() => run.unfinished.olderThan('report', now));
    if (left.length === 0) return;
    await reconcile(run);
  }
  await run.untilIdle();
}

/** `like`: for each requested report, an undisturbed report with the same settings and data. */
export function checkReports(
  run: ReportRun,
  reports: ReadonlyMap<string, { readonly like: string | undefined }>,
): Promise<string[]> {
  return runOutOfTurn(async () => {
    const wrong: string[] = [];
    let counted = 0;
    const items = await run.stores.reports.list(
      run.accountId,
      { datasetId: undefined, reportType: undefined },
      1_000,
      undefined,
    );
    for (const item of items) {
      if (item.status !== 'Failed') counted++;
      wrong.push(...(await checkReport(run, item, reports.get(item.report_id)?.like)));
    }
    for (const id of reports.keys())
      if (!items.some(({ report_id }) => report_id === id)) wrong.push(`report ${id} is gone`);
    const used = await readUsage(run, items[0]?.usage_month ?? '');
    if (used !== counted) wrong.push(`${used} reports count in the month, but ${counted} did not fail`);
    return wrong;
  });
}

async function checkReport(run: ReportRun, item: ReportItem, like: string | undefined): Promise<string[]> {
  const { report_id, status } = item;
  const wrong: string[] = [];
  if (status === 'Processing') return [`report ${report_id} does not complete`];
  if (item[UNFINISHED_INDEX.partition] !== undefined) wrong.push(`work is left to do, although it ended`);
  const body = await run.read(report_id);
  const schema = v.union([mbaReport, rfmReport, cohortReport, failedReport]);
  if (!v.is(schema, body)) wrong.push(`reads as ${JSON.stringify(body).slice(0, 200)}`);
  if (body.status !== status) wrong.push(`is ${status}, its body says ${body.status}`);
  if (status === 'Failed' && !item.fail_reason) wrong.push('has no reason');
  if (status !== 'Failed' && like !== undefined) {
    const expected = pickFigures(await run.read(like));
    const found = pickFigures(body);
    for (const name of new Set([...Object.keys(expected), ...Object.keys(found)])) {
      if (!isDeepStrictEqual(found[name], expected[name]))
        wrong.push(
          `${name} is ${formatExcerpt(found[name])}, undisturbed it is ${formatExcerpt(expected[name])}`,
        );
    }
  }
  if (item.request.webhook_url !== undefined) wrong.push(...(await checkEvents(run, item)));
  return wrong.map((problem) => `report ${report_id}: ${problem}`);
}

function formatExcerpt(value: unknown): string {
  return (JSON.stringify(value) ?? 'missing').slice(0, 300);
}

/** Removes members that identify this report and the one it is compared with. */
function pickFigures(body: Record<string, unknown>): Record<string, unknown> {
  const { report_id, name, created_at, changes, deliveries, ...rest } = body;
  const { compared_with, ...changed } = v.parse(comparison, changes);
  return { ...rest, changed };
}

const comparison = v.optional(v.looseObject({ compared_with: v.unknown() }), { compared_with: null });

function listEvents(run: ReportRun, reportId: string) {
  return run.receiver.received.filter(({ headers }) => headers['webhook-id'] === `msg_${reportId}`);
}

/** Only an attempt that crashed before it was logged may be missing from the log. */
async function checkEvents(run: ReportRun, item: ReportItem): Promise<string[]> {
  const wrong: string[] = [];
  const received = listEvents(run, item.report_id);
  const key = { accountId: run.accountId, reportId: item.report_id };
  const logged = await run.stores.deliveries.list(key);
  const bodies = new Set(received.map(({ body }) => body));
  if (bodies.size !== 1) wrong.push(`${received.length} events with ${bodies.size} bodies came`);
  for (const { body, headers } of received) {
    const event = v.safeParse(v.pipe(v.string(), v.parseJson(), webhookPayload), body);
    if (!event.success || event.output.status !== item.status) wrong.push(`its event says ${body}`);
    if (headers['x-service-signature'] !== signBody(body, item.key_hash))
      wrong.push('its signature is wrong');
  }
  const answered = logged.filter(({ response_status }) => response_status !== undefined).length;
  if (answered > received.length)
    wrong.push(`${answered} answers are logged, ${received.length} events came`);
  if (received.length > answered + run.deaths())
    wrong.push(`${received.length} events came, ${answered} are logged, ${run.deaths()} workers died`);
  if (!logged.some(({ outcome }) => outcome === 'delivered')) wrong.push('its log has no delivery');
  if (new Set(logged.map(({ attempt }) => attempt)).size !== logged.length)
    wrong.push('its log has a number twice');
  return wrong;
}

async function readUsage({ stores, accountId }: ReportRun, month: string): Promise<number> {
  const get = new GetCommand({
    TableName: TABLES.service,
    Key: toUsageKey(accountId, month),
    ConsistentRead: true,
  });
  return Number((await stores.db.send(get)).Item?.reports ?? 0);
}
