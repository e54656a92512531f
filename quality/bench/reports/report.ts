// Reports on a file of orders, from POST to finished, with the duration of each part: npm run -s bench -- report --data
// FILE [--min-support S] [--like-aws]. The local cloud and its engines share the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { batchOrders } from '../../../client/src/pushing/batch-orders.ts';
import { readOrders } from '../../../order-files/disk/read-orders.ts';
import { createClient } from '../../harness/client.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { InvocationLog } from '../measuring/invocation-log.ts';
import { reportCase } from '../measuring/json-lines.ts';

const RUNS = 3;
/** Of the import between two reports. */
const CHANGED_ORDERS = 100;
const listed = v.object({ reports: v.tuple([v.object({ updated_at: v.string() })]) });
/** Many rules on a busy machine. */
const LONGEST_SECONDS = 600;

export async function benchReport(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string', default: 'cli/demo/data/online-retail-2010-12.csv.gz' },
      'min-support': { type: 'string', default: '0.01' },
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
    const reading = await readOrders([values.data]);
    for await (const batch of batchOrders(reading.orders)) {
      await client.push(batch.orders);
      rows += batch.lineItems;
      changed.push(...batch.orders.slice(0, CHANGED_ORDERS - changed.length));
    }
    const name = values.data.split('/').at(-1);
    const rules = { report_type: 'MBA', params: { min_support: Number(values['min-support']) } };
    const durations = () =>
      invocations.byFunction().map(({ name, duration_ms }) => [name, duration_ms] as const);
    for (const { runs, after, ...request } of [
      { ...rules, runs: RUNS, after: 0 },
      { report_type: 'RFM', runs: RUNS, after: 0 },
      { ...rules, runs: 1, after: CHANGED_ORDERS },
    ]) {
      if (after > 0) await client.push(changed);
      for (let run = 0; run < runs; run++) {
        const before = new Map(durations());
        const began = Date.now();
        await client.report(request, LONGEST_SECONDS);
        const read = Date.now();
        // The list says when: a client that polls sees it later.
        const { reports } = v.parse(listed, (await client.get('/reports?limit=1')).body);
        const { read_ms, compute_ms, store_ms } = parts.at(-1) ?? {};
        const states = durations()
          .map(([state, ms]) => [state, Math.round(ms - (before.get(state) ?? 0))] as const)
          .filter(([state, ms]) => /^Reports(?:Plan|Compute|Publish)/.test(state) && ms > 0);
        const finished = Date.parse(reports[0].updated_at) - began;
        const which = after > 0 ? `after an import of ${after} orders` : `run ${run + 1}`;
        reportCase(`report ${request.report_type} on ${name}, ${which}`, {
          rows,
          post_to_finished_ms: finished,
          states_ms: Object.fromEntries(states),
          between_states_ms: states.reduce((left, [, ms]) => left - ms, finished),
          post_to_read_ms: read - began,
          read_and_decode_ms: read_ms,
          compute_ms,
          store_ms,
          ...(cloud.refusals() !== undefined && { like_aws: cloud.refusals() }),
        });
      }
    }
    for (const used of invocations.byFunction()) {
      if (used.name.startsWith('Reports')) reportCase(`report: function ${used.name}`, { ...used });
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true, force: true });
  }
}
