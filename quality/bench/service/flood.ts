// What a flood of requests with keys that were never issued costs another tenant, on a local cloud with the ten executions of
// a new account: npm run -s bench -- flood [--connections N --per-second N --edge]. The flood runs on a thread of its own; each of
// its connections sends its next request as soon as the last one is answered, all together at most as many as the throttle
// of the stage lets through. The customer sends ten requests a second.
import { randomInt } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { createApiKey } from '../../../src/core/accounts/api-key.ts';
import { startFlood } from '../../harness/hostile/flood.ts';
import { openBenchCloud } from '../measuring/bench-cloud.ts';
import { InvocationLog } from '../measuring/invocation-log.ts';
import { reportCase } from '../measuring/json-lines.ts';

/** `apiThrottle.keyed` of lib/stage/stage-config.ts. */
const STAGE_THROTTLE = 500;
const CUSTOMER_REQUESTS = 120;
const EVERY_MS = 100;
const WARM_UP = 30;

export async function benchFlood(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      connections: { type: 'string', default: '40' },
      'per-second': { type: 'string', default: String(STAGE_THROTTLE) },
      edge: { type: 'boolean', default: false },
    },
  });
  const connections = Number(values.connections);
  const perSecond = Number(values['per-second']);
  const dir = mkdtempSync(join(tmpdir(), 'flood-'));
  const log = new InvocationLog();
  const cloud = await openBenchCloud(dir, log.take, { likeAws: true, hasEdge: values.edge });
  /** The flood has an address of its own. */
  const floodUrl = values.edge ? cloud.apiUrl.replace('127.0.0.1', '127.0.0.66') : cloud.apiUrl;
  const wellFormed = createApiKey(randomInt);
  const floods: Readonly<Record<string, string | undefined>> = {
    'no flood': undefined,
    'keys whose checksum fails': `${wellFormed.slice(0, -1)}-`,
    'keys with a right checksum': wellFormed,
  };
  try {
    for (let request = 0; request < WARM_UP; request++) await ask(cloud.apiUrl, cloud.apiKey);
    for (const [name, key] of Object.entries(floods)) {
      log.clear();
      const before = cloud.refusals()?.executions ?? 0;
      const flood =
        key === undefined ? undefined : startFlood({ url: floodUrl, key, connections, perSecond });
      const statuses: Record<number, number> = {};
      const waits: number[] = [];
      for (let request = 0; request < CUSTOMER_REQUESTS; request++) {
        const start = performance.now();
        const status = await ask(cloud.apiUrl, cloud.apiKey);
        statuses[status] = (statuses[status] ?? 0) + 1;
        waits.push(performance.now() - start);
        await pause(Math.max(0, EVERY_MS - (performance.now() - start)));
      }
      const told = await flood?.stop();
      const uses = log.byFunction();
      const invocations = uses.reduce((sum, use) => sum + use.invocations, 0);
      const billed = uses.reduce((sum, { duration_ms }) => sum + duration_ms, 0);
      reportCase(name, {
        ...(key !== undefined && { connections, flood_per_second: perSecond }),
        customer: statuses,
        customer_median_ms: Math.round(waits.sort((a, b) => a - b)[CUSTOMER_REQUESTS / 2] ?? 0),
        flood: told?.statuses ?? {},
        executions_refused: (cloud.refusals()?.executions ?? 0) - before,
        billed_ms_each: Math.round((billed / invocations) * 100) / 100,
      });
    }
  } finally {
    await cloud.stop();
    rmSync(dir, { recursive: true });
  }
}

async function ask(apiUrl: string, key: string): Promise<number> {
  const response = await fetch(`${apiUrl}/datasets`, { headers: { Authorization: `Bearer ${key}` } });
  await response.arrayBuffer();
  return response.status;
}
