// What a request without a valid key costs: the duration that is billed of its function, on the local cloud. npm run -s
// bench -- refusals [--requests N]
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { createApiKey } from '../../../src/core/accounts/api-key.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { InvocationLog } from '../measuring/invocation-log.ts';
import { reportCase } from '../measuring/json-lines.ts';

const WARM_UP = 30;

export async function benchRefusals(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { requests: { type: 'string', default: '500' } } });
  const requests = Number(values.requests);
  const dir = mkdtempSync(join(tmpdir(), 'refusals-'));
  const log = new InvocationLog();
  const cloud = await openBenchCloud(dir, log.take);
  const wellFormed = createApiKey(randomInt);
  const headers: Readonly<Record<string, () => Record<string, string>>> = {
    'no key': () => ({}),
    'a key whose checksum fails': () => ({ Authorization: `Bearer ${wellFormed.slice(0, -1)}-` }),
    'a key that was never issued': () => ({ Authorization: `Bearer ${createApiKey(randomInt)}` }),
    'a live key, for comparison': () => ({ Authorization: `Bearer ${cloud.apiKey}` }),
  };
  try {
    for (const [name, headersOf] of Object.entries(headers)) {
      const statuses: Record<number, number> = {};
      for (let request = -WARM_UP; request < requests; request++) {
        if (request === 0) log.clear();
        const response = await fetch(`${cloud.apiUrl}/datasets`, { headers: headersOf() });
        await response.arrayBuffer();
        if (request >= 0) statuses[response.status] = (statuses[response.status] ?? 0) + 1;
      }
      const billed = log.byFunction().reduce((sum, { duration_ms }) => sum + duration_ms, 0);
      reportCase(name, { requests, statuses, billed_ms_each: Math.round((billed / requests) * 100) / 100 });
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true });
  }
}
