// Tests a step of a workflow that sends, with its clock and its store in memory: when it waits, and for how long.
import { expect, it } from 'vitest';
import {
  createLeasedStep,
  DONE,
  OutdatedError,
  type Step,
  WORK_MS,
} from '../../../src/service/webhooks/leased-step.ts';

const NOW = 1_000_000;

async function runStep(
  { isLeased = true, hasRoom = true, nextAt }: { isLeased?: boolean; hasRoom?: boolean; nextAt?: number },
  work: () => Promise<Step> = async () => DONE,
) {
  const did: string[] = [];
  const failing = { since: 0, times: 1, reason: '', reason_coded: [], ...(nextAt && { next_at: nextAt }) };
  const item = { account_id: 'acc', failing };
  const run = createLeasedStep<typeof item>(
    {
      items: {
        lease: async (found) => (isLeased ? found : undefined),
        release: async () => void did.push('lease'),
      },
      steps: {
        take: async (account_id) => (hasRoom ? { id: '1', account_id, ends_at: 0 } : undefined),
        release: async () => void did.push('room'),
      },
      newId: () => '1',
      clock: () => NOW,
    },
    work,
  );
  return { result: await run(item), did };
}

it('waits for the rest of the wait of a receiver that failed, at most a quarter of an hour', async () => {
  expect(await runStep({ nextAt: NOW + 7_500 })).toEqual({
    result: { outcome: 'again', wait_seconds: 8 },
    did: [],
  });
  expect((await runStep({ nextAt: NOW + 9_000_000 })).result.wait_seconds).toBe(900);
  expect((await runStep({ nextAt: NOW })).result).toEqual(DONE);
});

it('waits five seconds if another worker sends, or as many functions as allowed are sending', async () => {
  const busy = { outcome: 'again', wait_seconds: 5 };
  expect(await runStep({ hasRoom: false })).toEqual({ result: busy, did: [] });
  expect(await runStep({ isLeased: false })).toEqual({ result: busy, did: ['room'] });
});

it('returns its lease if it will be called again, and its room in any case', async () => {
  expect((await runStep({}, async () => ({ outcome: 'again', wait_seconds: 3 }))).did).toEqual([
    'lease',
    'room',
  ]);
  expect((await runStep({})).did).toEqual(['room']);
  const outdated = await runStep({}, () => Promise.reject(new OutdatedError()));
  expect(outdated).toEqual({ result: { outcome: 'again', wait_seconds: 1 }, did: ['lease', 'room'] });
  await expect(runStep({}, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken');
});

it('leaves a request time to end within the two minutes of a function', () => {
  expect(WORK_MS + 20_000).toBeLessThan(120_000);
});
