// Who is kept aside: decided by the key alone, in the share that was asked for.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { holdOut } from '../../../src/analysis/audiences/membership.ts';

const KEY = '6b'.repeat(32);
const IDS = Array.from({ length: 20_000 }, (_, i) => `customer-${i}`);

it('keeps aside who has a fraction below the share, by the first 52 bits of the keyed hash', () => {
  const isHeldOut = holdOut(KEY, 0.1);
  for (const id of IDS.slice(0, 200)) {
    const bits =
      BigInt(`0x${createHmac('sha256', Buffer.from(KEY, 'hex')).update(id).digest('hex')}`) >> 204n;
    expect(isHeldOut(id)).toBe(Number(bits) / 2 ** 52 < 0.1);
  }
});

it('keeps aside about the share, other customers with another key, and more of the same with a greater share', () => {
  const of = (key: string, share: number) => IDS.filter(holdOut(key, share));
  const tenth = of(KEY, 0.1);
  // Four standard deviations of a binomial with n = 20,000 and p = 0.1 are 170.
  expect(Math.abs(tenth.length - 2_000)).toBeLessThan(170);
  const others = new Set(of('00'.repeat(32), 0.1));
  expect(Math.abs(tenth.filter((id) => others.has(id)).length - 200)).toBeLessThan(57);
  const half = new Set(of(KEY, 0.5));
  expect(tenth.every((id) => half.has(id))).toBe(true);
  expect(of(KEY, 0)).toEqual([]);
});
