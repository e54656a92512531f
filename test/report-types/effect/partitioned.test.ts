// A report on orders in partitions is the report that one function makes of all of them, byte for byte.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cases } from '../../../quality/harness/depth.ts';
import type { Assigned } from '../../../src/core/effect/assigned.ts';
import { effectRecord } from '../../../src/report-types/effect/effect.ts';
import type { EffectSettings } from '../../../src/report-types/effect/settings.ts';
import { cuttings, expectTheSameReport, shards, sharedSettings, storedInShards } from '../in-partitions.ts';
import { rhythmic } from '../replenishment/cadence-shops.ts';

const DAY = 86_400_000;

/** Every third is held out, every fifth has left; they were assigned one day after the other. */
function assignedOf(customers: readonly string[], first: number): Assigned {
  return {
    customers,
    isHeldOut: Uint8Array.from(customers, (_, at) => Number(at % 3 === 0)),
    at: Float64Array.from(customers, (_, at) => (first + (at % 20)) * DAY),
    isMember: Uint8Array.from(customers, (_, at) => Number(at % 5 !== 0)),
  };
}

const HOSTILE = assignedOf(
  [...Array.from({ length: 13 }, (_, n) => `c${n}`), '\udc00', '__proto__', '', 'é', 'unknown'],
  -5,
);

const asked: fc.Arbitrary<EffectSettings> = fc
  .record({
    since: fc.constantFrom(undefined, '1970-01-01', '1970-01-01', '2001-01-01'),
    days: fc.constantFrom(1, 30, 60),
    decidesOn: fc.constantFrom('orders', 'revenue'),
    timeZone: fc.constantFrom('UTC', 'Europe/Berlin', 'Pacific/Apia'),
  })
  .map((some) => ({ ...sharedSettings({ timeZone: some.timeZone }), ...some, audienceId: 'a' }));

it('is byte for byte the report of one function, whatever the orders, the settings and the number of partitions', () => {
  let ordered = 0;
  fc.assert(
    fc.property(shards, asked, cuttings, (orders, settings, cutting) => {
      const { body } = expectTheSameReport(effectRecord, orders, settings, cutting, { assigned: HOSTILE });
      ordered += body.effect?.sent.orders ?? 0;
    }),
    { numRuns: cases(20) },
  );
  // How many orders fall into a campaign's days is drawn: in most runs some tens.
  expect(ordered).toBeGreaterThan(0);
});

it('has the same effect and the same plan of a shop', () => {
  const shop = rhythmic(6, 200);
  const customers = [...new Set(shop.flatMap(({ customer }) => customer ?? []))];
  const last = Math.max(...shop.flatMap(({ date }) => (date === undefined ? [] : Date.parse(date) / DAY)));
  const orders = storedInShards(shop);
  const assigned = assignedOf(customers, last - 30);
  const since = new Date((last - 30) * DAY).toISOString().slice(0, 10);
  const cutting = { parts: 7, linesPerFile: 300 };
  const settings = { ...sharedSettings({}), audienceId: 'a', days: 45, decidesOn: 'orders' as const };
  const { body } = expectTheSameReport(effectRecord, orders, { ...settings, since }, cutting, { assigned });
  expect(body.effect).toMatchObject({ verdict: 'not_yet', days_passed: 31 });
  expect(body.plan).toBeNull();
  const planned = expectTheSameReport(effectRecord, orders, { ...settings, days: 30 }, cutting, { assigned });
  expect(planned.body.plan?.measures).toHaveLength(4);
  expect(planned.body.effect).toBeNull();
});
