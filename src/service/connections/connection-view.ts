// A connection as the API shows it: without its credentials.
import type { Connection } from '../../contract/resources/orders/connections.ts';
import type { ConnectionStatus } from '../../contract/source.ts';
import { toLastFailureView } from '../webhooks/retry-waits.ts';
import type { ConnectionItem } from './connection-item.ts';

export function toConnectionView(item: ConnectionItem): Connection {
  const { pass, read_until, next_at } = item;
  const status = getStatus(item);
  const formatTime = (at: number | undefined): string | null =>
    at === undefined ? null : new Date(at).toISOString();
  return {
    address: item.address,
    status,
    connected_at: item.connected_at,
    events: item.events ?? null,
    orders_read: item.orders_read,
    orders_ignored: item.orders_ignored,
    orders_expected: (status === 'reading' && pass?.expected) || null,
    read_until: formatTime(read_until),
    next_reading_at: status === 'reading' || status === 'cancelled' ? null : formatTime(next_at),
    last_comparison: item.last_comparison ?? null,
    last_order_at: item.last_order_at ?? null,
    ...toLastFailureView(item.failing),
  };
}

function getStatus({ is_cancelled, is_due, failing, pass, read_until }: ConnectionItem): ConnectionStatus {
  if (is_cancelled) return 'cancelled';
  if (failing !== undefined && failing.next_at === undefined) return 'failed';
  return pass !== undefined || is_due || read_until === undefined ? 'reading' : 'up_to_date';
}
