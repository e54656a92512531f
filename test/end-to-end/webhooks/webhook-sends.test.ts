// Webhooks that are sent on request, to receivers that never answer, on an AWS account with ten executions at once: the
// functions that wait are few, and another tenant is served.
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Receivers, startReceivers } from '../../../quality/harness/webhook-receivers.ts';
import { DEPLOYED, useOwnTarget } from '../use-target.ts';

const target = useOwnTarget({ likeAws: true });
const THREADS = 12;
const neverAnswers = (): void => {};
let receivers: Receivers;

beforeAll(async () => {
  if (DEPLOYED) return;
  receivers = await startReceivers();
});
afterAll(() => receivers?.stop());

describe.skipIf(DEPLOYED)('webhooks that are sent on request', () => {
  it('hold two functions of an account, and another tenant is served meanwhile', {
    timeout: 90_000,
  }, async () => {
    const [greedy, other] = [await target.local.newAccount('max', {}), await target.local.newAccount('max')];
    const { url } = receivers.open(neverAnswers);
    let refused = 0;
    let isOver = false;
    const attack = async (thread: number): Promise<void> => {
      await sleep(thread * 170);
      while (!isOver) {
        const response = await fetch(`${target.baseUrl}/webhooks/test`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${greedy.apiKey}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({ webhook_url: url }),
        });
        await response.arrayBuffer();
        if (response.status === 429) refused++;
        const seconds = 2 * Number(response.headers.get('retry-after') ?? 1);
        for (let waited = 0; waited < seconds && !isOver; waited++) await sleep(1_000);
      }
    };
    const attacks = Array.from({ length: THREADS }, (_, thread) => attack(thread));
    // The functions have started, and every thread was served: two wait, the others were refused.
    await expect.poll(() => refused, { timeout: 40_000 }).toBeGreaterThanOrEqual(THREADS - 2);
    const statuses: number[] = [];
    for (let request = 0; request < 30; request++) {
      const response = await fetch(`${target.baseUrl}/datasets`, {
        headers: { Authorization: `Bearer ${other.apiKey}` },
      });
      await response.arrayBuffer();
      statuses.push(response.status);
      await sleep(100);
    }
    isOver = true;
    await Promise.all(attacks);
    // Without a bound, all 30 are refused. On a busy machine, refusals to the twelve threads overlap for a moment.
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(25);
  });
});
