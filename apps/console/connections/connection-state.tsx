// Shows how far the orders of a connected shop have been read, and what the last comparison repaired.
import { useEffect } from 'preact/hooks';
import type { Source } from '../../../packages/client/src/index.ts';
import { fill } from '../../../packages/report-parts/names.ts';
import { Facts } from '../../../packages/report-parts/table.ts';
import type { Loaded } from '../app/loading/loaded.ts';
import { formatNumber, time } from '../app/words/language.ts';
import { getServiceWords } from '../app/words/service-words.ts';
import { getConnectionTexts } from './connection-texts.ts';

type Connection = NonNullable<Source['connection']>;

const STATUS_CLASSES: Readonly<Record<Connection['status'], string>> = {
  ...{ reading: 'open', up_to_date: 'done', cancelled: 'warned', failed: 'failed' },
};
/** Between two looks at the progress: a twelfth of the account's limit of requests in a minute. */
const LOOK_MS = 5_000;

/** Loads again while a shop is being read. */
export function useProgress<T>({ value, reload }: Loaded<T>, isReading: (value: T) => boolean): void {
  useEffect(() => {
    if (value === undefined || !isReading(value)) return;
    const timer = setTimeout(reload, LOOK_MS);
    return () => clearTimeout(timer);
  }, [value]);
}

export const isReading = ({ connection }: Source): boolean => connection?.status === 'reading';

export function ConnectionState({ connection }: { readonly connection: Connection }) {
  const said = getConnectionTexts();
  const { status, orders_read, orders_expected, orders_ignored, last_comparison, events } = connection;
  const { last_order_at, next_reading_at, fail_reason } = connection;
  const read = formatNumber(orders_read);
  const expected = orders_expected ?? 0;
  const progress =
    expected < orders_read
      ? fill(said.read, { read })
      : fill(said.readOf, { read, expected: formatNumber(expected) });
  const facts: [string, string][] = [
    ...(last_order_at === null ? [] : [[said.lastOrder, time(last_order_at)] as [string, string]]),
    [
      said.compared,
      last_comparison === null
        ? said.notCompared
        : fill(said.repaired, {
            at: time(last_comparison.at),
            orders: formatNumber(last_comparison.orders),
            repaired: formatNumber(last_comparison.repaired),
          }),
    ],
    ...(next_reading_at === null ? [] : [[said.next, time(next_reading_at)] as [string, string]]),
    ...(events === null ? [] : [[said.events, said.arrival[events]] as [string, string]]),
  ];
  return (
    <>
      <p role="status">
        <span class={`status ${STATUS_CLASSES[status]}`}>{said.status[status]}</span> · {progress}
        {orders_ignored > 0 && `, ${fill(said.ignored, { ignored: formatNumber(orders_ignored) })}`}
      </p>
      {status === 'reading' && (
        <progress
          max={1}
          value={expected < orders_read ? undefined : orders_read / Math.max(1, expected)}
          aria-label={said.status.reading}
        />
      )}
      {fail_reason !== null && (
        <p class="bad">{getServiceWords()(fail_reason, connection.fail_reason_coded)}</p>
      )}
      {connection.read_until !== null && <Facts facts={facts} />}
    </>
  );
}
