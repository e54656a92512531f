// The version of what an event states: a ULID whose time is that of the change. Of two events of an order the later one
// wins, whichever is applied last.
import { encodeTime } from 'ulid';

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

export interface EventTimes {
  /** When the order was changed, as the payload states it: mostly whole seconds. */
  readonly changedAt: number | undefined;
  /** When the event was triggered. */
  readonly triggeredAt: number | undefined;
  readonly receivedAt: number;
}

/**
 * Events of the same second are in the sequence in which they were triggered; where the shop does not state that, in
 * which they arrived. A time in the future is taken for now: an order must not be closed to later events. `random`: 32
 * bits.
 */
export function eventVersion({ changedAt, triggeredAt, receivedAt }: EventTimes, random: number): string {
  const known = changedAt === undefined || Number.isNaN(changedAt) ? (triggeredAt ?? receivedAt) : changedAt;
  const time = Math.min(Math.max(0, known), receivedAt);
  const sequence = Math.min(triggeredAt ?? receivedAt, receivedAt);
  let rest = (BigInt(sequence) << 32n) | BigInt(random);
  let suffix = '';
  for (let at = 0; at < 16; at++) {
    suffix = BASE32.charAt(Number(rest & 31n)) + suffix;
    rest >>= 5n;
  }
  return encodeTime(time, 10) + suffix;
}
