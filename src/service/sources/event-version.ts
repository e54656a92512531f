// The version of an event's content: a ULID with the time of the change. The later of two events of an order
// wins, whichever is applied last.
import { encodeTime } from 'ulid';

const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

interface EventTimes {
  /** When the order was changed, according to the payload: mostly whole seconds. */
  readonly changedAt: number | undefined;
  /** When the event was triggered. */
  readonly triggeredAt: number | undefined;
  readonly receivedAt: number;
}

/**
 * Events of the same second sort by trigger time or, if the shop does not state it, by arrival. A time in the
 * future counts as now: an order must not be closed to later events. `random`: 32 bits.
 */
export function computeEventVersion(
  { changedAt, triggeredAt, receivedAt }: EventTimes,
  random: number,
): string {
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
