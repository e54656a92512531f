// A stop answers the requests that are in progress, and refuses new ones, before the functions end.
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { SmallStack } from './small-stack.ts';

const CLIENTS = 4;
let stack: SmallStack;

beforeEach(() => {
  stack = new SmallStack();
});
afterEach(() => stack.remove());

interface Outcome {
  readonly id: string;
  /** The status, or the code of the error of a request without a response. */
  readonly got: number | string;
  readonly retryAfter?: string | undefined;
}

/** Unlike fetch, does not send a request again whose connection was closed. */
function send(agent: Agent, url: string, id: string): Promise<Outcome> {
  return new Promise((resolve) => {
    const sent = request(
      url,
      { method: 'POST', agent, headers: { 'Content-Type': 'text/plain' } },
      (response) => {
        response.resume();
        response.on('error', () => undefined);
        response.on('close', () =>
          resolve({
            id,
            got: response.complete ? (response.statusCode ?? 0) : 'cut',
            retryAfter: response.headers['retry-after'],
          }),
        );
      },
    );
    sent.on('error', (error: NodeJS.ErrnoException) => resolve({ id, got: String(error.code) }));
    sent.end(id);
  });
}

it('answers every request that was applied, and refuses further ones with 503 and Retry-After', async () => {
  const applied = join(stack.dir, 'applied');
  stack.addFunction(
    'Apply',
    `import { appendFileSync } from 'node:fs';
    export const handler = async ({ body }) => {
      appendFileSync(${JSON.stringify(applied)}, body + '\\n');
      await new Promise((resolve) => setTimeout(resolve, 150));
      return { statusCode: 202 };
    };`,
  );
  stack.addRoute('POST /apply', 'Apply');
  const cloud = await stack.start();
  const outcomes: Outcome[] = [];
  async function push(client: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    for (let turn = 0; ; turn++) {
      const outcome = await send(agent, `${cloud.url}/apply`, `${client}-${turn}`);
      outcomes.push(outcome);
      if (outcome.got === 'ECONNREFUSED') break;
    }
    agent.destroy();
  }
  const pushing = Array.from({ length: CLIENTS }, (_, client) => push(client));
  await expect.poll(() => outcomes.length).toBeGreaterThan(2 * CLIENTS);
  await cloud.stop();
  await Promise.all(pushing);

  const answered = new Set(outcomes.filter(({ got }) => got === 202).map(({ id }) => id));
  const written = readFileSync(applied, 'utf8').trim().split('\n');
  expect(written.filter((id) => !answered.has(id))).toEqual([]);
  // The system resets a connection that it has accepted when the port closes.
  expect(outcomes.filter(({ got }) => ![202, 503, 'ECONNREFUSED', 'ECONNRESET'].includes(got))).toEqual([]);
  expect(outcomes.filter(({ got }) => got === 'ECONNRESET').length).toBeLessThanOrEqual(CLIENTS);
  const refused = outcomes.filter(({ got }) => got === 503);
  expect(refused.length).toBeGreaterThan(0);
  expect(new Set(refused.map(({ retryAfter }) => retryAfter))).toEqual(new Set(['5']));
});

it('answers 503 to a request that takes longer than the stop waits', async () => {
  stack.addFunction('Hang', 'export const handler = () => new Promise(() => {});', { Timeout: 60 });
  stack.addFunction('Ready', 'export const handler = async () => "ready";');
  stack.addRoute('POST /hang', 'Hang');
  stack.addRoute('GET /ready', 'Ready');
  const cloud = await stack.start({ drainMs: 200 });
  const hanging = send(new Agent(), `${cloud.url}/hang`, '1');
  await (await fetch(`${cloud.url}/ready`)).text();
  await cloud.stop();
  expect(await hanging).toEqual({ id: '1', got: 503, retryAfter: '5' });
});
