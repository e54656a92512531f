// Measures reports on a file of orders, from POST to finished, with a timeline of the functions that ran and the
// processor time of each thread: npm run -s bench -- report --data FILE [--min-support S] [--runs N] [--like-aws]. The
// local cloud and its engines share the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { batchOrders } from '../../../packages/client/src/pushing/batch-orders.ts';
import { readLocalOrders } from '../../../packages/order-files/disk/local-files.ts';
import { createClient } from '../../harness/client.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { reportCase } from '../measuring/figures.ts';
import {
  InvocationLog,
  measureStartedProcessesCpuMs,
  measureThreadsCpuMs,
} from '../measuring/process-use.ts';

/** Orders that are imported between two reports. */
const CHANGED_ORDERS = 100;
/** Holds reads like the package's client. */
const HELD = { headers: { Prefer: 'wait=20' } };
const accepted = v.object({ report_id: v.string() });
const listed = v.object({ reports: v.tuple([v.object({ updated_at: v.string() })]) });

export async function benchReport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'apps/cli/demo/data/online-retail-2010-12.csv.gz' },
      'min-support': { type: 'string', default: '0.01' },
      runs: { type: 'string', default: '5' },
      'like-aws': { type: 'boolean', default: false },
    },
  });
  const dir = mkdtempSync(join(tmpdir(), 'order-analytics-bench-'));
  const invocations = new InvocationLog();
  const parts: Record<string, unknown>[] = [];
  const cloud = await openBenchCloud(
    dir,
    (line) => {
      invocations.take(line);
      if (line.message.includes('"report computed"')) parts.push(JSON.parse(line.message));
    },
    { likeAws: values['like-aws'] },
  );
  try {
    const client = createClient(cloud.apiUrl, cloud.apiKey);
    let rows = 0;
    const changed: object[] = [];
    const reading = await readLocalOrders([values.data]);
    for await (const batch of batchOrders(reading.orders)) {
      await client.push(batch.orders);
      rows += batch.lineItems;
      changed.push(...batch.orders.slice(0, CHANGED_ORDERS - changed.length));
    }

    /** Resolves after the response of a held read. */
    async function finish(request: object): Promise<void> {
      const { body } = await client.post('/reports', request);
      const { report_id } = v.parse(accepted, body);
      while ((await client.send(`/reports/${report_id}`, HELD)).body.status === 'Processing');
    }

    async function timeReport(request: object) {
      const [threads, engine] = [measureThreadsCpuMs(), measureStartedProcessesCpuMs()];
      const began = Date.now();
      invocations.clear();
      await finish(request);
      const read = Date.now();
      const engine_cpu_ms = measureStartedProcessesCpuMs() - engine;
      const used = [...measureThreadsCpuMs()].map(
        ([thread, ms]) => [thread, ms - (threads.get(thread) ?? 0)] as const,
      );
      const timeline = invocations.since(began);
      // The list has the time at which the report was finished; the client gets it later.
      const { reports } = v.parse(listed, (await client.get('/reports?limit=1')).body);
      const { read_ms, compute_ms, store_ms } = parts.at(-1) ?? {};
      return {
        post_to_finished_ms: Date.parse(reports[0].updated_at) - began,
        post_to_read_ms: read - began,
        timeline,
        within_compute: { read_ms, compute_ms, store_ms },
        node_cpu_ms_by_thread: Object.fromEntries(used.filter(([, ms]) => ms > 0)),
        engine_cpu_ms,
      };
    }

    const name = values.data.split('/').at(-1);
    const rules = { report_type: 'MBA', params: { min_support: Number(values['min-support']) } };
    for (const { runs, after, ...request } of [
      { ...rules, runs: Number(values.runs), after: 0 },
      { report_type: 'RFM', runs: Number(values.runs), after: 0 },
      { ...rules, runs: 1, after: CHANGED_ORDERS },
    ]) {
      if (after > 0) await client.push(changed);
      for (let run = 1; run <= runs; run++) {
        const which = after > 0 ? `after an import of ${after} orders` : `run ${run}`;
        const figures = await timeReport(request);
        reportCase(`report ${request.report_type} on ${name}, ${which}`, {
          rows,
          ...figures,
          ...(cloud.refusals() !== undefined && { like_aws: cloud.refusals() }),
        });
      }
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
