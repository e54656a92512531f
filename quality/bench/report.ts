// Reports on a file of orders, from POST to finished, with the duration of each part: npm run -s bench -- report --data
// FILE [--min-support S] [--like-aws]. The local cloud and its engines share the machine.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import * as v from 'valibot';
import { batchOrders } from '../../client/src/pushing/batch-orders.ts';
import { readOrders } from '../../order-files/disk/read-orders.ts';
import { createClient } from '../harness/client.ts';
import { openBenchCloud } from './bench-cloud.ts';
import { InvocationLog } from './invocation-log.ts';
import { reportCase } from './json-lines.ts';

const RUNS = 3;
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
    const reading = await readOrders([values.data]);
    for await (const batch of batchOrders(reading.orders)) {
      await client.push(batch.orders);
      rows += batch.lineItems;
    }
    const name = values.data.split('/').at(-1);
    for (const request of [
      { report_type: 'MBA', params: { min_support: Number(values['min-support']) } },
      { report_type: 'RFM' },
    ]) {
      for (let run = 0; run < RUNS; run++) {
        const began = Date.now();
        await client.report(request, LONGEST_SECONDS);
        const read = Date.now();
        // The list says when: a client that polls sees it later.
        const { reports } = v.parse(listed, (await client.get('/reports?limit=1')).body);
        const { read_ms, compute_ms, store_ms } = parts.at(-1) ?? {};
        reportCase(`report ${request.report_type} on ${name}, run ${run + 1}`, {
          rows,
          post_to_finished_ms: Date.parse(reports[0].updated_at) - began,
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
