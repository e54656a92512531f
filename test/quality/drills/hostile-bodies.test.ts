// One account sends the costliest bodies that there are, several at a time; another account is served meanwhile.
import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { IS_DEEP } from '../../../quality/harness/depth.ts';
import { HOSTILE_BODIES } from '../../../quality/harness/hostile/hostile-bodies.ts';
import { useTarget } from '../../end-to-end/use-target.ts';

const target = useTarget();
const AT_ONCE = 3;

/** The daily run has one of each kind. */
const DAILY = [
  'ten million empty objects',
  'nested 32 million deep',
  'escapes',
  'as many keys as pass, 50 an object',
];
/** Full batches are ordinary work, which is stored. */
const BODIES = HOSTILE_BODIES.filter(
  ({ name }) => !name.startsWith('10,000 orders') && (IS_DEEP || DAILY.includes(name)),
);

it('answers every hostile body without a 5xx, and another account while each of them is in flight', {
  timeout: 120_000,
}, async () => {
  const attacker = await target.local.newAccount('max');
  const other = await target.local.newAccount('max');
  const statuses: Record<string, number> = {};
  const servedDuring: Record<string, number> = {};
  let served = 0;
  let isOver = false;

  const pending = BODIES.values();
  const attack = async (): Promise<void> => {
    for (const { name, text } of pending) {
      const before = served;
      const response = await fetch(`${target.baseUrl}/data/orders`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${attacker.apiKey}`, 'Content-Encoding': 'gzip' },
        body: gzipSync(text(), { level: 1 }),
      });
      await response.arrayBuffer();
      statuses[name] = response.status;
      servedDuring[name] = served - before;
    }
  };
  const read = async (): Promise<void> => {
    while (!isOver) {
      const response = await fetch(`${target.baseUrl}/datasets`, {
        headers: { Authorization: `Bearer ${other.apiKey}` },
      });
      expect(response.status).toBe(200);
      await response.arrayBuffer();
      served++;
    }
  };
  const reading = read();
  await Promise.all(Array.from({ length: AT_ONCE }, attack));
  isOver = true;
  await reading;

  for (const { name } of BODIES) {
    expect([name, statuses[name], servedDuring[name]]).toEqual([
      name,
      expect.toSatisfy((status) => status < 500),
      expect.toSatisfy((count) => count > 0),
    ]);
  }
});
