// The hold-out group of an audience: the key alone decides who is in it, and its share is the requested one.
import { createHmac } from 'node:crypto';
import { expect, it } from 'vitest';
import { holdOut } from '../../../src/analysis/audiences/membership.ts';

const KEY = '6b'.repeat(32);
const IDS = Array.from({ length: 20_000 }, (_, i) => `customer-${i}`);

it('holdOut selects a customer if the first 52 bits of the keyed hash, as a fraction, are below the share', () => {
  const isHeldOut = holdOut(KEY, 0.1);
  for (const id of IDS.slice(0, 200)) {
    const bits =
      BigInt(`0x${createHmac('sha256', Buffer.from(KEY, 'hex')).update(id).digest('hex')}`) >> 204n;
    expect(isHeldOut(id)).toBe(Number(bits) / 2 ** 52 < 0.1);
  }
});

it('holdOut selects about the share, others with another key, and more besides the same with a greater share', () => {
  const listHeldOut = (key: string, share: number) => IDS.filter(holdOut(key, share));
  const tenth = listHeldOut(KEY, 0.1);
  // Four standard deviations of a binomial with n = 20,000 and p = 0.1 are 170.
  expect(Math.abs(tenth.length - 2_000)).toBeLessThan(170);
  const others = new Set(listHeldOut('00'.repeat(32), 0.1));
  expect(Math.abs(tenth.filter((id) => others.has(id)).length - 200)).toBeLessThan(57);
  const half = new Set(listHeldOut(KEY, 0.5));
  expect(tenth.every((id) => half.has(id))).toBe(true);
  expect(listHeldOut(KEY, 0)).toEqual([]);
});
