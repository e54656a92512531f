// Floods a stage behind the edge from one address, for sixteen minutes that last a second each: a customer of the same
// route keeps nearly all requests. Throttle and rates are those of the template, scaled alike, so that a loaded machine
// can send a flood.
import { randomInt } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { createApiKey } from '../../../src/analysis/accounts/api-key.ts';
import { startFlood } from '../../harness/hostile/flood.ts';
import type { Engines } from '../ingest/engines.ts';
import type { Drill } from '../ingest/run.ts';
import { startScaledCloud } from './scaled-cloud.ts';

const MINUTE_MS = 1_000;
const ROUTE_PER_SECOND = 20;
const ADDRESS_PER_MINUTE = 30;
const FLOOD_PER_SECOND = 100;
const CONNECTIONS = 20;
const CUSTOMER_REQUESTS = 160;
const EVERY_MS = 100;
/** Warm executions, out of the ten that a new account may have. */
const WARM = 8;
/** The most requests that the customer may lose: at least 95 % succeed. */
const MAY_BE_LOST = 0.05 * CUSTOMER_REQUESTS;

function scaleThrottle(template: unknown): unknown {
  const text = JSON.stringify(template);
  const limits = `{"ThrottlingBurstLimit":${2 * ROUTE_PER_SECOND},"ThrottlingRateLimit":${ROUTE_PER_SECOND}}`;
  return JSON.parse(text.replace(/"DefaultRouteSettings":\{[^}]*\}/, `"DefaultRouteSettings":${limits}`));
}

function scaleRates(edge: unknown): unknown {
  return JSON.parse(JSON.stringify(edge).replaceAll(/"Limit":\d+/g, `"Limit":${ADDRESS_PER_MINUTE}`));
}

async function flood(seed: number, engines: Engines): Promise<string[]> {
  const cloud = await startScaledCloud(engines, ({ template, edge }) => ({
    likeAws: true,
    callersAreCalled: true,
    template: scaleThrottle(template),
    edge: scaleRates(edge),
    edgeSecondMs: MINUTE_MS / 60,
  }));
  const from = (address: string): string => cloud.baseUrl.replace('127.0.0.1', address);
  try {
    const { apiKey } = await cloud.newAccount();
    const ask = async (): Promise<number> => {
      const headers = { Authorization: `Bearer ${apiKey}` };
      const response = await fetch(`${from('127.0.0.77')}/datasets`, { headers });
      await response.arrayBuffer();
      return response.status;
    };
    // Warms the functions: a flood on cold ones would be another drill.
    const first = await Promise.all(Array.from({ length: WARM }, ask));
    if (first.some((status) => status !== 200))
      return [`the customer is answered ${first.join()} before the flood`];
    const issued = createApiKey(randomInt);
    const running = startFlood({
      url: from('127.0.0.66'),
      key: seed % 2 === 0 ? `${issued.slice(0, -1)}-` : issued,
      connections: CONNECTIONS,
      perSecond: FLOOD_PER_SECOND,
    });
    const refused: Record<number, number> = {};
    let lost = 0;
    const asked: Promise<void>[] = [];
    // Stops as soon as too many requests are lost.
    for (let at = 0; at < CUSTOMER_REQUESTS && lost <= MAY_BE_LOST; at++) {
      asked.push(
        ask().then((status) => {
          if (status === 200) return;
          refused[status] = (refused[status] ?? 0) + 1;
          lost++;
        }),
      );
      await pause(EVERY_MS);
    }
    await Promise.all(asked);
    await running.stop();
    if (lost <= MAY_BE_LOST) return [];
    return [
      `a customer lost ${lost} of ${CUSTOMER_REQUESTS} requests beside a flood: ${JSON.stringify(refused)}`,
    ];
  } catch (error) {
    return [`the drill stopped: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`];
  } finally {
    await cloud.stop();
  }
}

export const floods: readonly Drill[] = [
  {
    name: 'flood',
    about: 'a flood from one address, on the executions of a new account, with the edge',
    runs: 6,
    atOnce: 1,
    isAlone: true,
    inDeepRun: true,
    run: flood,
  },
];
