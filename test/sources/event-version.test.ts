import { decodeTime } from 'ulid';
import { describe, expect, it } from 'vitest';
import { isUlid } from '../../src/contract/paging.ts';
import { eventVersion } from '../../src/sources/receive-event.ts';

const at = (time: string): number => Date.parse(`2026-03-31T${time}Z`);
const receivedAt = at('15:00:00.000');

describe('the version of an event', () => {
  it('is a ULID of the time at which the order was changed', () => {
    const id = eventVersion({ changedAt: at('14:05:02'), triggeredAt: undefined, receivedAt }, 7);
    expect(isUlid(id)).toBe(true);
    expect(decodeTime(id)).toBe(at('14:05:02'));
  });

  it('of a later change sorts after that of an earlier one, whatever the random part', () => {
    const earlier = { changedAt: at('14:05:02'), triggeredAt: at('14:05:09'), receivedAt };
    const later = { changedAt: at('14:05:03'), triggeredAt: at('14:05:03'), receivedAt };
    expect(eventVersion(earlier, 2 ** 32 - 1) < eventVersion(later, 0)).toBe(true);
  });

  it('of two changes in a second follows the times at which they were triggered', () => {
    const changed = { changedAt: at('14:05:02'), receivedAt };
    const first = eventVersion({ ...changed, triggeredAt: at('14:05:02.100') }, 2 ** 32 - 1);
    const second = eventVersion({ ...changed, triggeredAt: at('14:05:02.101') }, 0);
    expect(first < second).toBe(true);
  });

  it('of two changes in a second follows their arrival where the shop does not state more', () => {
    const changed = { changedAt: at('14:05:02'), triggeredAt: undefined };
    const first = eventVersion({ ...changed, receivedAt }, 2 ** 32 - 1);
    expect(first < eventVersion({ ...changed, receivedAt: receivedAt + 1 }, 0)).toBe(true);
  });

  it('is never of a time in the future, which would close the order to later events', () => {
    const id = eventVersion({ changedAt: at('23:00:00'), triggeredAt: at('23:00:00'), receivedAt }, 0);
    expect(decodeTime(id)).toBe(receivedAt);
  });

  it('of an event without a time of change is of its trigger, otherwise of its arrival', () => {
    const times = { changedAt: undefined, receivedAt };
    expect(decodeTime(eventVersion({ ...times, triggeredAt: at('14:00:00') }, 0))).toBe(at('14:00:00'));
    expect(decodeTime(eventVersion({ ...times, triggeredAt: undefined }, 0))).toBe(receivedAt);
    expect(decodeTime(eventVersion({ ...times, changedAt: Number.NaN, triggeredAt: undefined }, 0))).toBe(
      receivedAt,
    );
  });
});
